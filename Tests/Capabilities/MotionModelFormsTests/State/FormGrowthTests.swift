import Foundation
import MotionModel
import MotionModelForms
import MotionModelTestSupport
import MotionModelValidation
import Testing

/// What forms of many children, many inputs and many levels cost.
@Suite(.serialized) struct FormGrowthTests {
  /// A child whose rule counts how often it is checked.
  private struct Item: Model, Validatable, Equatable {
    static let checked = Counter()

    var id = 0
    var text = ""
    var listID = 0

    static let schema = Schema<Item> {
      Column(\.text)
      Column(\.listID)
    }
    struct Relations: Sendable {
      let list = BelongsTo<ItemList>(\.listID)
    }
    static let relations = Relations()
    static let validations = Validations<Item> {
      Validate(\.text) { (_: String) in
        checked.add(1)
        return true
      }
    }
  }

  private struct ItemList: Model, Equatable {
    var id = 0
    var name = ""

    static let schema = Schema<ItemList> { Column(\.name) }
    struct Relations: Sendable {
      let items = HasMany<Item>(\.listID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
    }
    static let relations = Relations()
  }

  private static let form = ModelForm<ItemList> {
    Input(\.name)
    Children(\.items) { Input(\.text) }
  }

  /// Fills in, saves and changes a form with a number of children.
  private func edit(_ count: Int) throws {
    let store = Store()
    let state = FormState(Self.form, in: store)
    var answer = FormSubmission((0..<count).map { (FormPath("items[\($0)].text"), FormInput.text("Item \($0)")) })
    answer.order = ["items": []]
    answer.shown = Set(answer.entries.map(\.path))
    state.receive(answer)
    #expect(try state.submit().record != nil)
    #expect(state.description.group(at: "items")?.items.count == count)
    for number in 0..<count { try state.remove("items[\(number)]") }
    for number in 0..<count where number % 2 == 0 { try state.restore("items[\(number)]") }
    #expect(try state.submit().record != nil)
    #expect(store.table(Item.self).count == count / 2)
  }

  @Test func `ten times as many children are checked at most twelve times as often`() throws {
    func checks(_ count: Int) throws -> Int {
      let before = Item.checked.value
      try edit(count)
      return Item.checked.value - before
    }
    let (few, many) = (try checks(30), try checks(300))
    #expect(many <= 12 * few, "\(few) and \(many) checks")
  }

  @Test func `the time for children grows with their number, and not with its square`() throws {
    #expect(try growth(from: 30, to: 300, limit: 40, edit) <= 40)
  }

  @Test func `an answer with any number of wrong fields is refused with a few errors`() throws {
    let desk = try Desk()
    let state = try FormState(Desk.stepsForm, editing: desk.todo, in: desk.store)
    state.receive(FormSubmission((0..<3000).map { (FormPath("x[\($0)].y"), FormInput.text("x")) }))
    let count = try state.submit().errors.count
    #expect((1...100).contains(count))
    #expect(try desk.stored(desk.todo) == desk.todo)
  }

  // MARK: - Depth

  /// A node of a tree, whose children are nodes.
  private struct Node: Model, Equatable {
    var id = 0
    var text = ""
    var parentID: Int?

    static let schema = Schema<Node> {
      Column(\.text)
      Column(\.parentID)
    }
    struct Relations: Sendable {
      let parent = BelongsTo<Node>(\.parentID)
      let children = HasMany<Node>(\.parentID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
    }
    static let relations = Relations()
  }

  /// The levels that fit in a path: each takes a name and a number, and the field one name more.
  private static let levels = (FormPath.maximumDepth - 1) / 2

  private static func children(_ levels: Int) -> Children<Node> {
    Children(\.children) {
      Input(\.text)
      if levels > 1 { children(levels - 1) }
    }
  }

  @Test(.enabled(if: Allocations.areCounted))
  func `four times as many levels of children cost at most six times as much`() {
    func cost(_ levels: Int) -> Int {
      func make() { _ = ModelForm<Node> { Self.children(levels) }.checked(in: "testing") }
      make()
      return Allocations.least(of: 3) { Allocations.total(make) }
    }
    let (few, many) = (cost(3), cost(12))
    #expect(many <= 6 * few, "\(few) and \(many) bytes")
  }

  @Test func `a form as deep as a path can be is filled in, drawn, saved and removed on a small stack`() throws {
    let form = ModelForm<Node> {
      Input(\.text)
      Self.children(Self.levels)
    }
    try onSmallStack {
      let store = Store()
      let state = FormState(form, in: store)
      try state.type("root", at: "text")
      var group: FormPath = "children"
      for level in 1...Self.levels {
        let item = try state.add(to: group)
        try state.type("\(level)", at: "\(item).text")
        group = "\(item).children"
      }
      #expect(try state.submit().record != nil)
      #expect(store.table(Node.self).count == Self.levels + 1)
      let data = try JSONEncoder().encode(state.description)
      #expect(try JSONDecoder().decode(FormDescription.self, from: data) == state.description)
      #expect(state.description.fields.count == Self.levels + 1)
      try state.remove("children[0]")
      #expect(try state.submit().record != nil)
      #expect(store.table(Node.self).all.map(\.text) == ["root"])
    }
  }

  @Test func `a path that is deeper than any form is none`() {
    let deep = String(repeating: "children[0].", count: 1000) + "text"
    #expect(FormPath(parsing: deep) == nil)
  }
}
