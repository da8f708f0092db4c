import Foundation
import MotionModel
import MotionModelForms
import MotionModelValidation
import Testing

struct FormReceivingTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private let form = ModelForm<Todo> {
    Input(\.name)
    Input(\.isDone)
    Input(\.status)
    Input(\.number).readOnly()
    Children(\.steps, orderedBy: \.position) { Input(\.name) }
  }

  private func open(_ todo: Todo? = nil) throws -> FormState<Todo> {
    try FormState(form, editing: todo ?? desk.todo, in: desk.store)
  }

  private func errors(_ submission: FormSubmission, _ todo: Todo? = nil) throws -> [String] {
    let state = try open(todo)
    state.receive(submission)
    let before = (try desk.stored(desk.todo), desk.storedSteps)
    let errors = try state.submit().errors.map(\.description)
    if !errors.isEmpty { #expect((try desk.stored(desk.todo), desk.storedSteps) == before, "nothing half saved") }
    return errors
  }

  @Test func `an answer changes what it has, and nothing else`() throws {
    #expect(try errors(FormSubmission([("name", "Walk the cat")])) == [])
    var expected = desk.todo
    expected.name = "Walk the cat"
    expected.updatedAt = try desk.stored(desk.todo).updatedAt
    #expect(try desk.stored(desk.todo) == expected)
  }

  @Test func `a box that is not ticked differs from one that was not there`() throws {
    var todo = desk.todo
    try desk.store.table(Todo.self).update(&todo) { $0.isDone = true }
    #expect(try errors(FormSubmission([("name", "Walk the cat")])) == [])
    #expect(try desk.stored(desk.todo).isDone)
    var submission = FormSubmission([("name", "Walk the cow")])
    submission.shown = ["name", "isDone"]
    #expect(try errors(submission, desk.stored(desk.todo)) == [])
    #expect(try desk.stored(desk.todo).isDone == false)
  }

  @Test(arguments: [
    ("a\nb", "a\r\nb"), ("a\r\nb", "a\r\nb"), ("a\rb\r", "a\r\nb\r\n"), ("\r\n\r", "\n\n"), ("a\u{0}b", "a\u{FFFD}b"),
  ])
  func `a text that a page has changed on its way counts as unchanged`(stored: String, sent: String) throws {
    var todo = desk.todo
    try desk.store.table(Todo.self).update(&todo) { $0.notes = stored }
    let form = ModelForm<Todo> { Input(\.notes) }
    let shown = try form.description(of: todo, in: desk.store)
    var submission = FormSubmission([("notes", .text(sent))])
    submission.stamps["notes"] = shown.field(at: "notes")?.stamp
    let state = try FormState(form, editing: todo, in: desk.store)
    state.receive(submission)
    #expect(!state.isChanged)
    submission.entries[0].input = .text(sent + "!")
    state.receive(submission)
    #expect(state.changedFields == ["notes"])
  }

  @Test func `an added child of which only boxes that are not ticked were shown is there again`() throws {
    var submission = FormSubmission()
    (submission.records, submission.shown) = ([:], ["steps[5].name"])
    let state = try open()
    state.receive(submission)
    #expect(state.description.group(at: "steps")?.items.map(\.number) == [0, 1, 5])
    #expect(try state.submit().record != nil)
  }

  @Test(arguments: [
    (FormSubmission([("createdAt", "2020-01-01")]), "Todo: unknownField(name: createdAt)"),
    (FormSubmission([("id", "7")]), "Todo: unknownField(name: id)"),
    (FormSubmission([("number", "7")]), "number: readOnly"),
    (FormSubmission([("name", "Walk the cat"), ("name", "Walk the cow")]), "name: answeredTwice"),
    (FormSubmission([("status", "gone")]), "status: inclusion"),
    (FormSubmission([("name", .choices(["a"]))]), "name: unreadable"),
    (FormSubmission([("steps[0].todoID", "7")]), "Todo: unknownField(name: steps[0].todoID)"),
    (FormSubmission([("steps[0].remarks[0].text", "x")]), "Todo: unknownField(name: steps[0].remarks)"),
    (FormSubmission([("name[3].x", "x")]), "Todo: unknownField(name: name)"),
  ])
  func `what a form does not offer refuses the answer`(submission: FormSubmission, error: String) throws {
    #expect(try errors(submission).contains(error))
  }

  @Test func `what fits is kept though something else does not`() throws {
    let state = try open()
    state.receive(FormSubmission([("id", "7"), ("name", "Walk the cat")]))
    #expect(try state.submit().record == nil)
    #expect(state.description.field(at: "name")?.value == "Walk the cat")
  }

  @Test func `an answer to a form of another version is refused once`() throws {
    var submission = FormSubmission([("name", "Walk the cat")])
    submission.version = "old"
    let state = try open()
    state.receive(submission)
    #expect(try state.submit().errors.map(\.description) == ["Todo: outdated"])
    #expect(try state.submit().record?.name == "Walk the cat")
    submission.version = state.description.version
    #expect(try errors(submission) == [])
  }

  @Test func `items are named by the ids of children`() throws {
    var submission = FormSubmission([
      ("steps[5].name", "Run"), ("steps[3].name", "Long leash"), ("steps[8].name", "Wash"),
    ])
    submission.records = ["steps[5]": "\(desk.steps[1].id)", "steps[3]": "\(desk.steps[0].id)"]
    submission.order = ["steps": [8, 5, 3]]
    #expect(try errors(submission) == [])
    #expect(desk.storedSteps.map(\.name) == ["Wash", "Run", "Long leash"])
  }

  @Test func `a number of the form is that of a new item unless its record is named`() throws {
    var submission = FormSubmission([("steps[0].name", "Wash")])
    submission.records = [:]
    #expect(try errors(submission) == [])
    #expect(desk.storedSteps.map(\.name) == ["Leash", "Walk", "Wash"])
  }

  @Test func `a record of somebody else is no child`() throws {
    let other = try desk.store.table(Todo.self).saved(Todo("Feed the cat"))
    let stranger = try desk.store.table(Step.self).saved(Step("Buy fish", position: 1, of: other))
    var submission = FormSubmission([("steps[0].name", "Mine")])
    submission.records = ["steps[0]": "\(stranger.id)"]
    #expect(
      try errors(submission).contains {
        $0.contains("refused") && $0.contains("is not a child of the form's record")
      })
    #expect(try desk.store.table(Step.self).require(stranger.id).name == "Buy fish")
    submission.entries = []
    submission.removed = ["steps[0]"]
    let refused = try errors(submission)
    #expect(!refused.isEmpty)
    #expect(desk.store.table(Step.self).exists(stranger.id))
  }

  @Test func `there are no more items than there may be`() throws {
    let form = ModelForm<Todo> { Children(\.steps) { Input(\.name) }.limit(0...5) }
    let entries = (0..<9).map {
      (FormPath.form.appending("steps").appending($0).appending("name"), FormInput.text("Step \($0)"))
    }
    var submission = FormSubmission(entries)
    submission.records = [:]
    let state = try FormState(form, editing: desk.todo, in: desk.store)
    state.receive(submission)
    #expect(state.description.group(at: "steps")?.items.count == 5, "those that others have, and three")
    #expect(try state.submit().errors.map(\.description).contains("steps: tooMany(count: 5)"))
    #expect(desk.storedSteps == desk.steps)
    #expect(state.description.group(at: "steps")?.items.count == 5)
    #expect(
      try open().description.group(at: "steps")?.maximumCount == 1000, "the limit of a form that does not say any")
  }

  @Test func `a field that was not changed follows the store, and one that others changed is a conflict`() throws {
    let shown = try open().description
    var submission = FormSubmission([("name", "Walk the dog"), ("status", "done")])
    submission.stamps = Dictionary(uniqueKeysWithValues: shown.fields.compactMap { f in f.stamp.map { (f.path, $0) } })
    var todo = desk.todo
    try desk.store.table(Todo.self).update(&todo) { $0.name = "Walk the cow" }
    #expect(try errors(submission) == [])
    #expect(try desk.stored(desk.todo).name == "Walk the cow", "the answer has the old name, which nobody typed")
    #expect(try desk.stored(desk.todo).status == .done)

    submission.entries = [FormSubmission.Entry("name", "Walk the cat")]
    let state = try FormState(form, editing: try desk.stored(desk.todo), in: desk.store)
    state.receive(submission)
    #expect(try state.submit().errors.map(\.description) == ["name: conflict"])
    #expect(state.description.field(at: "name")?.theirs == "Walk the cow")
    #expect(try state.submit().record?.name == "Walk the cat")
  }

  // MARK: - Drafts

  @Test func `a draft is continued with all that was entered`() throws {
    let state = try open()
    try state.type("Wal", at: "name")
    try state.type("Run", at: "steps[1].name")
    try state.remove("steps[0]")
    try state.type("Wash", at: try state.add(to: "steps").appending("name"))
    try state.move("steps[2]", to: 0)
    let data = try JSONEncoder().encode(state.draft)
    let draft = try JSONDecoder().decode(FormDraft.self, from: data)
    let later = try FormState(form, continuing: draft, in: desk.store)
    #expect(later.description.fields.map(\.value) == state.description.fields.map(\.value))
    #expect(later.changedFields == state.changedFields)
    #expect(later.draft == draft)
    try later.type("Walk it", at: "name")
    #expect(try later.submit().record?.name == "Walk it")
    #expect(desk.storedSteps.map(\.name) == ["Wash", "Run"])
  }

  @Test func `a draft of a new record`() throws {
    let state = FormState(form, in: desk.store)
    try state.type("Feed the cat", at: "name")
    try state.type("Open the tin", at: try state.add(to: "steps").appending("name"))
    let later = try FormState(form, continuing: state.draft, in: desk.store)
    let todo = try #require(try later.submit().record)
    #expect(desk.store.table(Step.self).where(\.todoID == todo.id).all.map(\.name) == ["Open the tin"])
  }

  @Test func `a draft finds what others have changed since`() throws {
    let state = try open()
    try state.type("Walk the cat", at: "name")
    let draft = state.draft
    var todo = desk.todo
    try desk.store.table(Todo.self).update(&todo) { $0.name = "Walk the cow" }
    let later = try FormState(form, continuing: draft, in: desk.store)
    #expect(try later.submit().errors.map(\.description) == ["name: conflict"])
    #expect(later.description.field(at: "name")?.theirs == "Walk the cow")
  }

  @Test func `a draft of a deleted record opens with what was typed, and is refused`() throws {
    let state = try open()
    try state.type("Walk the cat", at: "name")
    let draft = state.draft
    try desk.store.table(Todo.self).destroy(desk.todo.id)
    let later = try FormState(form, continuing: draft, in: desk.store)
    #expect(later.description.field(at: "name")?.value == "Walk the cat")
    #expect(try later.submit().errors.map(\.description).contains("Todo: deleted"))
    #expect(desk.store.table(Todo.self).count == 0)
  }

  @Test func `a draft of another form keeps what fits, and says what does not`() throws {
    let state = try FormState(ModelForm<Todo>(), editing: desk.todo, in: desk.store)
    try state.type("Walk the cat", at: "name")
    try state.type("slowly", at: "notes")
    let later = try FormState(form, continuing: state.draft, in: desk.store)
    #expect(try later.submit().errors.map(\.description) == ["Todo: outdated", "Todo: unknownField(name: notes)"])
    #expect(try later.submit().record?.name == "Walk the cat")
    #expect(throws: FormError.otherModel(expected: "Project", found: "Todo")) {
      try FormState(ModelForm<Project>(), continuing: state.draft, in: desk.store)
    }
  }

  @Test func `a draft has neither passwords nor files`() throws {
    let form = ModelForm<Account> {
      Input(\.email)
      Input(\.password)
      Input(\.photo)
    }
    let state = FormState(form, in: desk.store)
    try state.type("a@b.example", at: "email")
    try state.type("secret-secret", at: "password")
    try state.enter(.file(FormInput.File(name: "a", Data([1]))), at: "photo")
    #expect(state.draft.answers.entries.map(\.path) == ["email"])
  }

  @Test func `an answer is the same after it was encoded, with what could not be read`() throws {
    var answer = FormSubmission([("name", "x"), ("steps[0].text", .choices(["a"])), ("done", .flag(true))])
    (answer.shown, answer.records, answer.removed) = (["name"], ["steps[0]": "1"], ["steps[1]"])
    (answer.order, answer.unreadable, answer.unknown) = (["steps": [1, 0], .form: []], ["name", .form], ["admin"])
    (answer.searches, answer.version, answer.stamps) = (["owner": "a"], "1", ["name": "f00"])
    #expect(try JSONDecoder().decode(FormSubmission.self, from: JSONEncoder().encode(answer)) == answer)
  }

  private struct Gauge: Model {
    var id = 0
    var level = 0.0
    static let schema = Schema<Gauge> { Column(\.level) }
  }

  @Test func `a stored value that is not a number is no conflict`() throws {
    let store = Store(notificationCenter: nil)
    let gauge = try store.table(Gauge.self).create { $0.level = .nan }
    let state = try FormState(ModelForm<Gauge>(), editing: gauge, in: store)
    try state.type("2.5", at: "level")
    #expect(try state.submit().record?.level == 2.5)
  }
}
