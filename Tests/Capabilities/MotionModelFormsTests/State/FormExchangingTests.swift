import Foundation
import MotionModel
import MotionModelForms
import MotionModelTestSupport
import MotionModelValidation
import Testing

/// Children that take over values of each other.
struct FormExchangingTests {
  private struct Shelf: Model, Equatable {
    var id = 0
    var name = ""

    static let schema = Schema<Shelf> { Column(\.name) }
    struct Relations: Sendable {
      let books = HasMany<Book>(\.shelfID, dependent: .destroy).acceptingAttributes()
    }
    static let relations = Relations()
  }

  /// A book whose code is unique, as its place on its shelf is.
  private struct Book: Model, Equatable {
    var id = ""
    var code = ""
    var place = 0
    var shelfID = 0

    static let schema = Schema<Book> {
      Column(\.code, .unique)
      Column(\.place)
      Column(\.shelfID)
      Index(\.shelfID, \.place, unique: true)
    }
    struct Relations: Sendable {
      let shelf = BelongsTo<Shelf>(\.shelfID)
      let pages = HasMany<Page>(\.bookID, dependent: .destroy).acceptingAttributes()
    }
    static let relations = Relations()
    static let hooks: Hooks<Book> = [
      .beforeSave { book, context in if book.code == "halt" { throw context.halt("not this one") } }
    ]
  }

  private struct Page: Model, Equatable {
    var id = 0
    var text = ""
    var bookID = ""

    static let schema = Schema<Page> {
      Column(\.text)
      Column(\.bookID)
    }
    struct Relations: Sendable {
      let book = BelongsTo<Book>(\.bookID)
    }
    static let relations = Relations()
  }

  private static let form = ModelForm<Shelf> {
    Input(\.name)
    Children(\.books, orderedBy: \.place) {
      Input(\.code)
      Children(\.pages) { Input(\.text) }
    }
  }
  private let store = Store()
  private let shelf: Shelf
  private let state: FormState<Shelf>

  init() throws {
    shelf = try store.table(Shelf.self).create { $0.name = "Top" }
    for (place, code) in ["A", "B", "C"].enumerated() {
      _ = try store.table(Book.self).create { [shelf] in
        ($0.code, $0.place, $0.shelfID) = (code, place + 1, shelf.id)
      }
    }
    state = try FormState(Self.form, editing: shelf, in: store)
  }

  private var codes: [String] { store.table(Book.self).where(\.shelfID == shelf.id).order(by: \.place).all.map(\.code) }

  private func type(_ codes: String...) throws {
    for (number, code) in codes.enumerated() { try state.type(code, at: "books[\(number)].code") }
  }

  @Test func `two children exchange a unique value in one changeset`() throws {
    try type("B", "A", "C")
    let count = store.commitCount
    #expect(try state.submit().record != nil)
    #expect(store.commitCount == count + 1)
    #expect(codes == ["B", "A", "C"])
    #expect(!state.isChanged)
  }

  @Test func `values go round, and one is taken over by a new child`() throws {
    try type("B", "C", "D")
    try state.type("A", at: try state.add(to: "books").appending("code"))
    #expect(try state.submit().record != nil)
    #expect(codes == ["B", "C", "D", "A"])
  }

  @Test func `unique places are exchanged when the order is changed`() throws {
    try state.move("books[2]", to: 0)
    #expect(try state.submit().record != nil)
    #expect(codes == ["C", "A", "B"])
    #expect(store.table(Book.self).order(by: \.place).all.map(\.place) == [1, 2, 3])
  }

  @Test func `children of children are saved with them`() throws {
    try type("B", "A")
    try state.type("Once", at: try state.add(to: "books[0].pages").appending("text"))
    #expect(try state.submit().record != nil)
    #expect(codes == ["B", "A", "C"])
    #expect(store.table(Page.self).all.map(\.text) == ["Once"])
    try state.type("Twice", at: "books[0].pages[0].text")
    try type("A", "B")
    #expect(try state.submit().record != nil)
    #expect(store.table(Page.self).all.map(\.text) == ["Twice"])
  }

  @Test func `a value that is taken is an error of the child that wants it, and nothing is saved`() throws {
    try type("B", "C", "C")
    #expect(try state.submit().errors.map(\.description) == ["books[1].code: taken"])
    #expect(codes == ["A", "B", "C"])
    try type("B", "C", "A")
    #expect(try state.submit().record != nil)
    #expect(codes == ["B", "C", "A"])
  }

  @Test func `a value of a stranger is an error of the form's child`() throws {
    let other = try store.table(Shelf.self).create { $0.name = "Bottom" }
    _ = try store.table(Book.self).create {
      $0.code = "X"
      $0.shelfID = other.id
    }
    try type("B", "X")
    #expect(try state.submit().errors.map(\.description) == ["books[1].code: taken"])
    #expect(codes == ["A", "B", "C"])
  }

  @Test func `a hook that halts is an error of its child`() throws {
    try type("B", "halt")
    #expect(try state.submit().errors.map(\.description) == ["books[1]: refused(reason: not this one)"])
    #expect(codes == ["A", "B", "C"])
  }

  @Test func `a rule that compares records sees the result`() throws {
    let desk = try Desk()
    let state = try FormState(Desk.stepsForm, editing: desk.todo, in: desk.store)
    try state.type("Walk", at: "steps[0].name")
    try state.type("Leash", at: "steps[1].name")
    #expect(try state.submit().record != nil)
    #expect(desk.storedSteps.map(\.name) == ["Walk", "Leash"])
    try state.type("Same", at: "steps[0].name")
    try state.type("Same", at: "steps[1].name")
    #expect(try state.submit().errors.map(\.rule) == [.taken])
    #expect(desk.storedSteps.map(\.name) == ["Walk", "Leash"])
  }

  @Test func `random values of children are saved unless two are equal`() throws {
    var random = TestSeed.generator()
    for _ in 0..<200 {
      let wanted = (0..<3).map { _ in String("ABCDE".randomElement(using: &random) ?? "A") }
      let before = codes
      for (number, code) in wanted.enumerated() { try state.type(code, at: "books[\(number)].code") }
      let isPossible = Set(wanted).count == 3
      #expect((try state.submit().record != nil) == isPossible, "\(before) to \(wanted)")
      #expect(codes == (isPossible ? wanted : before))
    }
  }
}
