import Foundation
import MotionModel
import MotionModelForms
import MotionModelTestSupport
import MotionModelValidation
import Testing

/// Choices among the records of a many-to-many relation.
struct FormJoiningTests {
  private let desk: Desk
  private let labels: [Label]

  init() throws {
    desk = try Desk()
    labels = try desk.store.table(Label.self).insert(
      contentsOf: ["Red", "Green", "Blue", "Forbidden"].map { Label($0) })
    try join([0, 1])
  }

  private static let form = ModelForm<Todo> {
    Input(\.name)
    Input(\.labels, "Colours", showing: \.name) { $0.order(by: \.name) }
  }

  private func open() throws -> FormState<Todo> { try FormState(Self.form, editing: desk.todo, in: desk.store) }

  private func ids(_ numbers: Int...) -> FormInput { .choices(numbers.map { "\(labels[$0].id)" }) }

  private func join(_ numbers: [Int]) throws {
    try desk.store.of(desk.todo).labels.append(contentsOf: numbers.map { labels[$0] })
  }

  private var joined: Set<String> { Set(desk.store.of(desk.todo).labels.map(\.name)) }

  @Test func `the joined records are chosen among those that are offered`() throws {
    let field = try #require(try open().description.field(at: "labels"))
    #expect(field.control == .choices)
    #expect(field.label == "Colours")
    #expect(field.options.map(\.label) == ["Blue", "Forbidden", "Green", "Red"])
    #expect(field.options.filter(field.isChosen).map(\.label) == ["Green", "Red"])
    #expect(!field.isRequired)
    let new = try #require(Self.form.description(in: desk.store).field(at: "labels"))
    #expect(new.value == .choices([]))
  }

  @Test func `what is chosen is saved as joining records, with the record, in one commit`() throws {
    let state = try open()
    try state.enter(ids(1, 2), at: "labels")
    try state.type("Walk the cat", at: "name")
    #expect(state.changedFields == ["name", "labels"])
    let kept = try #require(desk.store.table(Labelling.self).where(\.labelID == labels[1].id).first)
    let count = desk.store.commitCount
    #expect(try state.submit().record?.name == "Walk the cat")
    #expect(desk.store.commitCount == count + 1)
    #expect(joined == ["Green", "Blue"])
    #expect(try desk.store.table(Labelling.self).require(kept.id) == kept, "the joining record of a label that stays")
    #expect(!state.isChanged)
    #expect(try state.submit().record != nil)
    #expect(desk.store.commitCount == count + 1)
  }

  @Test func `the order of choices is none, and choosing what is chosen is no change`() throws {
    let state = try open()
    try state.enter(ids(1, 0, 1), at: "labels")
    #expect(!state.isChanged)
    try state.enter([""], at: "labels")
    #expect(state.isChanged)
    #expect(state.description.field(at: "labels")?.value == .choices([]))
    try state.enter(.text("\(labels[0].id)"), at: "labels")
    #expect(try state.submit().record != nil)
    #expect(joined == ["Red"])
  }

  @Test func `a new record is joined when it is made`() throws {
    let state = FormState(Self.form, in: desk.store)
    try state.type("Paint the door", at: "name")
    try state.enter(ids(2, 0), at: "labels")
    let todo = try #require(try state.submit().record)
    #expect(Set(desk.store.of(todo).labels.map(\.name)) == ["Red", "Blue"])
    #expect(state.description.field(at: "labels")?.value == ids(0, 2))
  }

  @Test(arguments: ["77", "x"])
  func `a choice that is not offered is refused, and nothing is saved`(value: String) throws {
    let state = try open()
    try state.type("Walk the cat", at: "name")
    try state.enter(.choices([value, "\(labels[2].id)"]), at: "labels")
    #expect(try state.submit().errors.map(\.description) == ["labels: inclusion"])
    #expect(joined == ["Red", "Green"])
    #expect(try desk.stored(desk.todo) == desk.todo)
  }

  @Test func `only what is added has to be offered`() throws {
    let form = ModelForm<Todo> { Input(\.labels, showing: \.name) { $0.where(\.name != "Red") } }
    let state = try FormState(form, editing: desk.todo, in: desk.store)
    #expect(state.description.field(at: "labels")?.options.map(\.label) == ["Red", "Green", "Blue", "Forbidden"])
    try state.enter(ids(0, 1, 2), at: "labels")
    #expect(try state.submit().record != nil)
    #expect(joined == ["Red", "Green", "Blue"])
    try state.enter(ids(1), at: "labels")
    #expect(try state.submit().record != nil)
    try state.enter(ids(0, 1), at: "labels")
    #expect(try state.submit().errors.map(\.description) == ["labels: inclusion"])
  }

  @Test func `a joining record that breaks its rules is an error of the field`() throws {
    let state = try open()
    try state.enter(ids(0, 3), at: "labels")
    #expect(try state.submit().errors.map(\.rule) == [.refused])
    #expect(state.messages(at: "labels").count == 1)
    #expect(joined == ["Red", "Green"], "the one that was removed is not lost")
  }

  // MARK: - Others

  @Test func `what others choose meanwhile stays`() throws {
    let state = try open()
    try state.enter(ids(1, 2), at: "labels")  // without red, with blue
    try desk.store.of(desk.todo).labels.remove(labels[1])
    let added = try desk.store.table(Label.self).saved(Label("Grey"))
    try desk.store.of(desk.todo).labels.append(contentsOf: [added])
    #expect(try state.submit().record != nil, "it is no conflict")
    #expect(joined == ["Blue", "Grey"])
    #expect(Set(state.description.field(at: "labels")?.shownValue.split(separator: ", ") ?? []) == ["Blue", "Grey"])
  }

  @Test func `a chosen record that others delete is an error of the field`() throws {
    let state = try open()
    try state.enter(ids(0, 1, 2), at: "labels")
    try desk.store.table(Label.self).destroy(labels[2].id)
    #expect(try state.submit().errors.map(\.description) == ["labels: inclusion"])
    #expect(joined == ["Red", "Green"])
  }

  @Test func `an answer without a choice is none if the field was shown`() throws {
    let state = try open()
    var answer = FormSubmission([("name", "Walk the cat")])
    state.receive(answer)
    #expect(try state.submit().record != nil)
    #expect(joined == ["Red", "Green"])
    answer.shown = ["name", "labels"]
    state.receive(answer)
    #expect(try state.submit().record != nil)
    #expect(joined == [])
  }

  @Test func `a stamp says that nobody touched the choices here`() throws {
    let stamp = try #require(try open().description.field(at: "labels")?.stamp)
    try join([2])
    var answer = FormSubmission([("labels", ids(1, 0)), ("name", "Walk the cat")])
    answer.stamps = ["labels": stamp]
    let state = try open()
    state.receive(answer)
    #expect(try state.submit().record != nil)
    #expect(joined == ["Red", "Green", "Blue"])
    answer.entries = [FormSubmission.Entry("labels", ids(0))]
    let other = try open()
    other.receive(answer)
    #expect(try other.submit().errors.map(\.description) == ["labels: conflict"])
    #expect(other.description.field(at: "labels")?.theirs == ids(0, 1, 2))
    #expect(try other.submit().record != nil, "mine")
    #expect(joined == ["Red"])
  }

  @Test func `a draft keeps the choices`() throws {
    let state = try open()
    try state.enter(ids(2), at: "labels")
    let later = try FormState(Self.form, continuing: state.draft, in: desk.store)
    #expect(later.description.field(at: "labels")?.value == ids(2))
    #expect(try later.submit().record != nil)
    #expect(joined == ["Blue"])
  }

  @Test func `random choices are those that are stored`() throws {
    var random = TestSeed.generator()
    for _ in 0..<60 {
      let state = try open()
      var expected: Set<Int> = []
      for number in 0..<3 where Bool.random(using: &random) { expected.insert(number) }
      try state.enter(.choices(expected.map { "\(labels[$0].id)" }.shuffled(using: &random)), at: "labels")
      #expect(try state.submit().record != nil)
      #expect(joined == Set(expected.map { labels[$0].name }))
      #expect(desk.store.table(Labelling.self).count == expected.count)
    }
  }

  @Test func `a table names the joined records`() throws {
    let table = try Self.form.table(of: [desk.todo], in: desk.store)
    #expect(table.rows.map(\.cells) == [["Walk the dog", "Red, Green"]])
  }

  @Test func `records that cannot be joined say so when they are saved`() throws {
    let form = ModelForm<Todo> { Input(\.companions, showing: \.name) }
    let other = try desk.store.table(Todo.self).saved(Todo("Paint the door"))
    let state = try FormState(form, editing: desk.todo, in: desk.store)
    try state.enter(.choices(["\(desk.todo.id)", "\(other.id)"]), at: "companions")
    #expect(throws: StoreError.notWritable(model: "Todo", target: "Todo")) { try state.submit() }
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `children are no choice`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = ModelForm<Todo> { Input(\.steps, showing: \.name) }
      }
      expectSentence(
        """
        The form of Todo has a choice of its children "steps": use Children(\\.steps), or choose among records of a \
        many-to-many relation.
        """, result)
    }
  #endif
}
