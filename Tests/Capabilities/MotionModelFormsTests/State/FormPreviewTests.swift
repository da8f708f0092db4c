import Foundation
import MotionModel
import MotionModelForms
import MotionModelTestSupport
import MotionModelTransactions
import MotionModelValidation
import Testing

struct FormPreviewTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private static let form = ModelForm<Todo> {
    Input(\.name)
    Input(\.priority)
    Input(\.project, showing: \.name)
    Input(\.labels, showing: \.name)
    Children(\.steps, orderedBy: \.position) {
      Input(\.name)
      Input(\.minutes)
      Children(\.remarks)
    }
  }

  private func open() throws -> FormState<Todo> { try FormState(Self.form, editing: desk.todo, in: desk.store) }

  private func steps(_ store: Store) -> [String] {
    store.table(Step.self).records.order(by: \.position).all.map { "\($0.position) \($0.name) \($0.minutes)" }
  }

  // MARK: - Transactions that are not committed

  @Test func `a preview of a submission has what it would save, and the form is as it was`() throws {
    let state = try open()
    try state.type("Walk the cat", at: "name")
    try state.type("Wash", at: "\(try state.add(to: "steps")).name")
    let count = desk.store.commitCount
    let preview = desk.store.preview { try state.submit() }
    #expect(preview.isPossible)
    #expect(preview.value?.record?.name == "Walk the cat")
    #expect(preview.changeset.changes(of: Todo.self).map(\.new?.name) == ["Walk the cat"])
    #expect(preview.changeset.changes(of: Step.self).map(\.new?.name) == ["Wash"])
    #expect(desk.store.commitCount == count)
    #expect(try desk.stored(desk.todo) == desk.todo)
    #expect(state.isChanged)
    _ = try state.submit()
    #expect(try desk.stored(desk.todo).name == "Walk the cat")
    #expect(steps(desk.store) == ["1 Leash 1", "2 Walk 30", "3 Wash 0"])
  }

  @Test func `a form that was previewed, or whose transaction was undone, is saved by the next call`() throws {
    struct Stop: Error {}
    let state = try open()
    try state.type("Walk the cat", at: "name")
    _ = desk.store.preview { try state.submit() }
    #expect(try state.submit().record?.name == "Walk the cat")
    try state.type("Walk the cow", at: "name")
    #expect(throws: Stop.self) {
      try desk.store.transaction {
        _ = try state.submit()
        throw Stop()
      }
    }
    let saved = try desk.store.transaction { try state.submit() }
    #expect(saved.record?.name == "Walk the cow")
    #expect(try desk.stored(desk.todo).name == "Walk the cow")
    #expect(!state.isChanged)
  }

  @Test func `a part of a transaction that is undone takes the form back, which can be saved again in it`() throws {
    struct Stop: Error {}
    let state = try open()
    try state.type("Walk the cat", at: "name")
    try desk.store.transaction {
      for _ in 1...2 {
        #expect(throws: Stop.self) {
          try desk.store.transaction {
            #expect(try state.submit().record?.name == "Walk the cat")
            #expect(!state.isChanged)
            throw Stop()
          }
        }
        #expect(state.isChanged)
        _ = desk.store.preview { try state.submit() }
        #expect(state.isChanged)
      }
      let saved = try state.submit().record
      #expect(saved?.name == "Walk the cat")
    }
    #expect(try desk.stored(desk.todo).name == "Walk the cat")
    #expect(!state.isChanged)
  }

  @Test func `a preview of a form that would be refused has the errors`() throws {
    let state = try open()
    try state.type("Wa", at: "name")
    let preview = desk.store.preview { try state.submit() }
    #expect(preview.value?.errors.map(\.description) == ["name: tooShort(count: 5)"])
    #expect(preview.changeset.isEmpty)
  }

  // MARK: - Branches

  @Test func `a branch in which a draft is submitted has what submitting would save`() throws {
    var random = TestSeed.generator(3)
    for _ in 0..<shortened(60) {
      let desk = try Desk()
      let state =
        random.chance(70)
        ? try FormState(Self.form, editing: desk.todo, in: desk.store) : FormState(Self.form, in: desk.store)
      for _ in 0..<random.number(1...12) { try Self.change(state, desk, &random) }
      let branch = desk.store.branch()
      let other = try FormState(Self.form, continuing: state.draft, in: branch.store)
      guard try other.submit().record != nil, try state.submit().record != nil else { continue }
      #expect(Self.content(branch.store) == Self.content(desk.store), "\(state.description)")
    }
  }

  private static func items(of state: FormState<Todo>) -> [FormPath] {
    state.description.group(at: "steps")?.items.map(\.path) ?? []
  }

  private static func change(_ state: FormState<Todo>, _ desk: Desk, _ random: inout SplitMix64) throws {
    let items = items(of: state)
    let item = items.isEmpty ? nil : random.pick(items)
    switch random.number(0...9) {
    case 0: try state.type(random.pick(["Walk the cat", "Feed the hen", "Wa", ""]), at: "name")
    case 1: try state.type(random.pick(["1", "9", "12", "x"]), at: "priority")
    case 2: try state.type(random.pick(["", "\(desk.house.id)", "\(desk.garden.id)", "77"]), at: "projectID")
    case 3: if items.count < 6 { try state.add(to: "steps") }
    case 4: if let item { try state.remove(item) }
    case 5: if let item { try state.restore(item) }
    case 6: if let item { try state.move(item, to: random.number(0...5)) }
    case 7: if let item { try state.type("\(random.number(0...20))", at: "\(item).minutes") }
    case 8: if let item { try state.type(random.pick(["Leash", "Run", "Sit", "Stay", ""]), at: "\(item).name") }
    default:
      guard let item, let group = state.description.group(at: "\(item).remarks") else { return }
      let remark = try group.items.first?.path ?? state.add(to: group.path)
      try state.type(random.pick(["Slowly", "Fast"]), at: "\(remark).text")
    }
  }

  /// The records of a store without ids and times.
  private static func content(_ store: Store) -> [String] {
    let steps = store.table(Step.self).all.map { step in
      let todo = store.of(step).todo?.name ?? "?"
      let remarks = store.of(step).remarks.map(\.text).sorted()
      return "\(todo): \(step.position) \(step.name) \(step.minutes) \(remarks)"
    }
    let todos = store.table(Todo.self).all.map { "\($0.name) \($0.priority) \($0.projectID ?? 0)" }
    let projects = store.table(Project.self).all.map { "\($0.name) \($0.todosCount)" }
    return steps.sorted() + todos.sorted() + projects.sorted()
  }
}
