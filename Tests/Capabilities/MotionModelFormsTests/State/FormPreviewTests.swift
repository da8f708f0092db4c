import Foundation
import MotionModel
import MotionModelForms
import MotionModelLive
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

  // MARK: - Following

  @Test func `the whole store follows as one types, and the real one does not`() throws {
    let state = try open()
    let preview = state.preview()
    let (todos, commits) = (preview.store.table(Todo.self), desk.store.commitCount)
    let urgent = todos.where(\.priority > 5).live()
    let names = todos.order(by: \.name).live()
    #expect(urgent.elements.isEmpty)
    try state.type("9", at: "priority")
    #expect(urgent.elements.map(\.name) == ["Walk the dog"])
    for text in ["Walk the c", "Walk the ca", "Walk the cat"] {
      try state.type(text, at: "name")
      #expect(names.elements.map(\.name) == [text])
      #expect(preview.record?.name == text)
      #expect(todos.where(\.name == text).count == 1)
    }
    #expect(try desk.stored(desk.todo) == desk.todo)
    #expect(desk.store.commitCount == commits)
  }

  @Test func `what cannot be, or is refused, leaves the value before`() throws {
    let state = try open()
    let preview = state.preview()
    try state.type("7", at: "priority")
    for text in ["7x", "12", "", "99999999999999999999"] {
      try state.type(text, at: "priority")
      #expect(preview.record?.priority == 7, "\(text)")
    }
    try state.type("Wa", at: "name")
    #expect(preview.record?.name == "Walk the dog")
    try state.type("77", at: "projectID")
    #expect(preview.record?.projectID == desk.house.id)
    try state.add(to: "steps")
    #expect(preview.record?.priority == 7, "also when everything is written anew")
    try state.type("3", at: "priority")
    #expect(preview.record?.priority == 3)
    #expect(preview.store.table(Todo.self).all.map(\.name) == ["Walk the dog"])
  }

  @Test func `a value that the store refuses leaves the value before`() throws {
    let state = try FormState(ModelForm<Project>(), editing: desk.garden, in: desk.store)
    let preview = state.preview()
    try state.type("House", at: "name")
    #expect(preview.record?.name == "Garden")
    try state.enter(.flag(true), at: "isOpen")
    #expect(preview.record?.isOpen == true)
    try state.type("Houses", at: "name")
    #expect(preview.record?.name == "Houses")

    let new = FormState(ModelForm<Project>(), in: desk.store)
    let other = new.preview()
    try new.type("House", at: "name")
    #expect(other.record?.name == "", "all but the name is there")
    try new.type("Hous", at: "name")
    #expect(other.store.table(Project.self).all.map(\.name) == ["House", "Garden", "Hous"])
  }

  @Test func `a new record appears with the first entry, and its parent counts it`() throws {
    let state = FormState(Self.form, in: desk.store)
    let preview = state.preview()
    let project = desk.garden.id
    #expect(preview.record == nil)
    #expect(preview.store.table(Todo.self).count == 1)
    try state.type("\(project)", at: "projectID")
    #expect(preview.record?.projectID == project)
    #expect(try preview.store.table(Project.self).require(project).todosCount == 1)
    try state.type("Feed the cat", at: "name")
    #expect(preview.store.table(Todo.self).where(\.projectID == project).all.map(\.name) == ["Feed the cat"])
    try state.type("\(desk.house.id)", at: "projectID")
    #expect(preview.store.table(Project.self).all.map(\.todosCount) == [2, 0])
    #expect(desk.store.table(Project.self).all.map(\.todosCount) == [1, 0])
  }

  @Test func `children are there too`() throws {
    let state = try open()
    let preview = state.preview()
    try state.type("31", at: "steps[1].minutes")
    #expect(steps(preview.store) == ["1 Leash 1", "2 Walk 31"])
    let added = try state.add(to: "steps")
    #expect(steps(preview.store).count == 2, "nothing is entered in it")
    try state.type("Wash", at: "\(added).name")
    #expect(steps(preview.store) == ["1 Leash 1", "2 Walk 31", "3 Wash 0"])
    let id = try #require(preview.store.table(Step.self).where(\.name == "Wash").first).id
    try state.type("5", at: "\(added).minutes")
    try state.move(added, to: 0)
    #expect(steps(preview.store) == ["1 Wash 5", "2 Leash 1", "3 Walk 31"])
    #expect(preview.store.table(Step.self).where(\.name == "Wash").first?.id == id)
    let remark = try state.add(to: "steps[0].remarks")
    try state.type("The red one", at: "\(remark).text")
    #expect(preview.store.table(Remark.self).all.map(\.stepID) == [desk.steps[0].id])
    try state.remove("steps[0]")
    #expect(steps(preview.store).map { $0.dropFirst(2) } == ["Wash 5", "Walk 31"])
    #expect(preview.store.table(Remark.self).count == 0)
    try state.restore("steps[0]")
    #expect(preview.store.table(Remark.self).count == 1)
    try state.type("", at: "\(added).name")
    try state.type("0", at: "\(added).minutes")
    #expect(steps(preview.store) == ["2 Leash 1", "3 Walk 31"], "nothing is entered in it any more")
    try state.remove(added)
    #expect(steps(preview.store).map { $0.dropFirst(2) } == ["Leash 1", "Walk 31"])
    #expect(desk.storedSteps == desk.steps)
  }

  @Test func `children of a new record are there once it is`() throws {
    let state = FormState(Self.form, in: desk.store)
    let preview = state.preview()
    try state.type("Open the tin", at: "\(try state.add(to: "steps")).name")
    try state.type("Slowly", at: "\(try state.add(to: "steps[0].remarks")).text")
    let todo = try #require(preview.record)
    #expect(preview.store.of(todo).steps.map(\.name) == ["Open the tin"])
    #expect(preview.store.table(Remark.self).count == 1)
  }

  @Test func `choices of joined records are there`() throws {
    let labels = try desk.store.table(Label.self).insert(contentsOf: [Label("Red"), Label("Green")])
    try desk.store.of(desk.todo).labels.append(contentsOf: [labels[0]])
    let state = try open()
    let preview = state.preview()
    try state.enter(.choices(["\(labels[1].id)"]), at: "labels")
    #expect(preview.store.of(desk.todo).labels.map(\.name) == ["Green"])
    try state.enter(.choices(["\(labels[1].id)", "77"]), at: "labels")
    #expect(preview.store.of(desk.todo).labels.map(\.name) == ["Green"])
    try state.type("Walk the cat", at: "name")
    try state.enter(.choices([]), at: "labels")
    #expect(preview.store.of(desk.todo).labels.count == 0)
    #expect(desk.store.of(desk.todo).labels.map(\.name) == ["Red"])
  }

  @Test func `a new child has the place that it will have, after the removed ones are gone`() throws {
    let state = try open()
    let preview = state.preview()
    for item in Self.items(of: state) { try state.remove(item) }
    let added = try state.add(to: "steps")
    try state.type("Wash", at: "\(added).name")
    #expect(steps(preview.store) == ["1 Wash 0"])
    _ = try state.submit()
    #expect(steps(desk.store) == ["1 Wash 0"])
  }

  // MARK: - Saving and others

  @Test func `submitting saves once, in the real store, which the preview then has`() throws {
    let state = FormState(Self.form, in: desk.store)
    let preview = state.preview()
    try state.type("Feed the cat", at: "name")
    try state.type("Open the tin", at: "\(try state.add(to: "steps")).name")
    let count = desk.store.commitCount
    let todo = try #require(try state.submit().record)
    #expect(desk.store.commitCount == count + 1)
    #expect(preview.record == todo)
    #expect(Changeset.difference(from: desk.store, to: preview.store).isEmpty)
    try state.type("Feed the cow", at: "name")
    #expect(preview.record?.name == "Feed the cow")
    #expect(try desk.stored(todo).name == "Feed the cat")
  }

  @Test func `a form that is refused goes on being previewed, over what others have saved`() throws {
    let state = try open()
    let preview = state.preview()
    try state.type("Walk the cat", at: "name")
    var other = desk.todo
    try desk.store.table(Todo.self).update(&other) {
      $0.name = "Walk the cow"
      $0.priority = 8
    }
    _ = try desk.store.table(Todo.self).saved(Todo("Feed the cat"))
    #expect(preview.record?.priority == 3, "they are not seen at once")
    preview.update()
    #expect(preview.record?.priority == 8)
    #expect(preview.record?.name == "Walk the cat")
    #expect(preview.store.table(Todo.self).count == 2)
    #expect(try state.submit().errors.map(\.description) == ["name: conflict"])
    #expect(preview.record?.name == "Walk the cat")
    try state.takeTheirs("name")
    #expect(preview.record?.name == "Walk the cow")
    try desk.store.table(Todo.self).destroy(other.id)
    preview.update()
    #expect(preview.record == nil)
    try state.type("Walk the hen", at: "name")
    #expect(preview.store.table(Todo.self).all.map(\.name) == ["Feed the cat"])
  }

  @Test func `an answer from outside is previewed`() throws {
    let state = try open()
    let preview = state.preview()
    var answer = FormSubmission([("name", "Walk the cat"), ("steps[5].name", "Run"), ("steps[9].name", "Wash")])
    answer.records = ["steps[5]": "\(desk.steps[0].id)"]
    answer.removed = ["steps[1]"]
    state.receive(answer)
    #expect(preview.record?.name == "Walk the cat")
    #expect(steps(preview.store).contains("1 Run 1"))
    #expect(steps(preview.store).contains { $0.contains("Wash") })
  }

  /// A model whose hooks are counted.
  private struct Bell: Model, Equatable {
    static let rung = Counter()

    var id = 0
    var tone = ""

    static let schema = Schema<Bell> { Column(\.tone) }
    static let hooks: Hooks<Bell> = [
      .beforeSave { _, _ in rung.add(1) }, .afterSave { _, _ in rung.add(1) }, .afterCommit { _, _ in rung.add(1) },
    ]
  }

  @Test func `no hooks run in a preview`() throws {
    let state = FormState(ModelForm<Bell>(), in: desk.store)
    let preview = state.preview()
    for text in ["c", "d", "e"] { try state.type(text, at: "tone") }
    #expect(preview.record?.tone == "e")
    #expect(Bell.rung.value == 0)
    _ = try state.submit()
    #expect(Bell.rung.value == 3)
    try state.type("f", at: "tone")
    #expect(Bell.rung.value == 3)
  }

  // MARK: - Cost and life

  @Test func `a key stroke is one commit of one record, whatever the size of the form`() throws {
    for number in 3...100 {
      _ = try desk.store.table(Step.self).saved(Step("Step \(number)", position: number, of: desk.todo))
    }
    let state = try FormState(Desk.stepsForm, editing: desk.todo, in: desk.store)
    let preview = state.preview()
    let counts = Collector<Int>()
    let observation = preview.store.observeCommits { counts.add($0.count) }
    try state.type("Step 9x", at: "steps[8].name")
    try state.type("Step 9xy", at: "steps[8].name")
    try state.type("77", at: "steps[90].minutes")
    #expect(counts.values == [1, 1, 1])
    withExtendedLifetime(observation) {}
  }

  @Test func `a preview that nobody holds is gone, and the state goes on`() throws {
    let state = try open()
    weak var store: Store?
    weak var first: FormPreview<Todo>?
    do {
      let preview = state.preview()
      (store, first) = (preview.store, preview)
      #expect(state.preview() === preview, "there is one at a time")
      try state.type("Walk the cat", at: "name")
      withExtendedLifetime(preview) {}
    }
    #expect(first == nil)
    #expect(store == nil)
    try state.type("Walk the cow", at: "name")
    #expect(state.preview().record?.name == "Walk the cow")
    #expect(try state.submit().record?.name == "Walk the cow")
  }

  @Test func `a preview outlives its state`() throws {
    let preview = try open().preview()
    #expect(preview.record == desk.todo)
    preview.update()
    #expect(preview.record == desk.todo)
  }

  @Test func `observers of a preview are told once`() throws {
    let state = try open()
    let preview = state.preview()
    let commits = Counter()
    let observation = preview.store.observeCommits { _ in commits.add(1) }
    let results = preview.store.table(Todo.self).where(\.priority > 5).live()
    try state.type("9", at: "priority")
    #expect(state.description.field(at: "priority")?.value == "9")
    #expect(results.elements.count == 1)
    #expect(commits.value == 1)
    withExtendedLifetime(observation) {}
  }

  // MARK: - Oracle

  @Test func `after random edits a preview has what submitting would save`() throws {
    var random = TestSeed.generator(3)
    for _ in 0..<shortened(60) {
      let desk = try Desk()
      let state =
        random.chance(70)
        ? try FormState(Self.form, editing: desk.todo, in: desk.store) : FormState(Self.form, in: desk.store)
      let preview = state.preview()
      for _ in 0..<random.number(1...12) { try Self.change(state, desk, &random) }
      let branch = desk.store.branch()
      let other = try FormState(Self.form, continuing: state.draft, in: branch.store)
      guard try other.submit().record != nil, state.isChanged else { continue }
      // A child may be typed to what another one had that is removed by then: the preview does not show that before it is saved.
      for item in Self.items(of: state) { try state.leave("\(item).name") }
      if state.description.hasErrors { continue }
      #expect(Self.content(preview.store) == Self.content(branch.store), "\(state.description)")
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
