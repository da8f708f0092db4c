import Foundation
import MotionModel
import MotionModelForms
import MotionModelTransactions
import MotionModelValidation
import MotionModelValues
import Testing

struct FormStateTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func edit(_ form: ModelForm<Todo> = ModelForm<Todo>(), _ locale: FormLocale = .iso) throws -> FormState<Todo>
  {
    try FormState(form, editing: desk.todo, in: desk.store, locale: locale)
  }

  private func texts(_ state: FormState<Todo>, _ path: FormPath) -> [String] { state.messages(at: path).map(\.text) }

  // MARK: - Moments

  @Test func `errors show when a field is left, and go away as soon as they are mended`() throws {
    let state = try edit()
    try state.type("Wa", at: "name")
    #expect(texts(state, "name") == [])
    try state.leave("name")
    #expect(texts(state, "name") == ["is too short (at least 5 characters)"])
    try state.type("Walk", at: "name")
    #expect(texts(state, "name") == ["is too short (at least 5 characters)"])
    try state.type("Walk it", at: "name")
    #expect(texts(state, "name") == [])
    try state.type("", at: "name")
    #expect(texts(state, "name") == ["can't be blank", "is too short (at least 5 characters)"])
  }

  @Test func `walking through an empty form accuses nobody`() throws {
    let state = FormState(ModelForm<Todo>(), in: desk.store)
    for field in state.description.fields { try state.leave(field.path) }
    #expect(state.errors.isEmpty)
    #expect(!state.isChanged)
  }

  @Test func `an input may show its errors earlier or later`() throws {
    let form = ModelForm<Todo> {
      Input(\.name).shows(.typing)
      Input(\.priority).shows(.submitting)
    }
    let state = try edit(form)
    try state.type("Wa", at: "name")
    #expect(texts(state, "name").count == 1)
    try state.type("x", at: "priority")
    try state.leave("priority")
    #expect(texts(state, "priority") == [])
    _ = try state.submit()
    #expect(texts(state, "priority") == ["is not a number"])
  }

  // MARK: - Texts

  @Test func `a text is kept as it was typed`() throws {
    let state = try edit()
    try state.type(" 3x", at: "priority")
    #expect(state.description.field(at: "priority")?.value == " 3x")
    #expect(state.record.priority == 3, "the former value")
    #expect(state.changedFields == ["priority"])
    try state.type("3", at: "priority")
    #expect(state.changedFields == [])
  }

  @Test(
    arguments: [
      ("priority", "x", "is not a number"), ("priority", "1,5", "must be a whole number"),
      ("priority", "99999999999999999999", "must be from -9223372036854775808 to 9223372036854775807"),
      ("priority", "", "can't be blank"), ("priority", "12", "must be less than or equal to 9"),
      ("price", "1.5", "is not a number"), ("dueDate", "31.2.2020", "is not a date"),
      ("dueDate", "soon", "is not a date"),
      ("status", "gone", "is not included in the list"), ("projectID", "77", "is not included in the list"),
      ("email", "a", "is not an email address"),
    ] as [(FormPath, String, String)])
  func `what cannot be is said in words`(path: FormPath, text: String, message: String) throws {
    let state = try edit(ModelForm<Todo>(), .german)
    try state.type(text, at: path)
    try state.leave(path)
    #expect(texts(state, path) == [message])
    let before = try desk.stored(desk.todo)
    #expect(try state.submit().record == nil)
    #expect(try desk.stored(desk.todo) == before)
    #expect(state.description.field(at: path)?.value == .text(text))
  }

  @Test func `values are read as their people write them`() throws {
    let state = try edit(ModelForm<Todo>(), .german)
    try state.type("1.234,50", at: "price")
    try state.type("16.9.2012", at: "dueDate")
    try state.type("waiting", at: "status")
    try state.type("true", at: "isBillable")
    try state.enter(true, at: "isDone")
    try state.type("a\n\n b \n", at: "tags")
    try state.type("\(desk.garden.id)", at: "projectID")
    let todo = try #require(try state.submit().record)
    #expect(todo.price == Decimal(string: "1234.5"))
    #expect(todo.dueDate == (try Date(attribute: "2012-09-16")))
    #expect(todo.status == .waiting)
    #expect(todo.isBillable == true)
    #expect(todo.isDone)
    #expect(todo.tags == ["a", " b "])
    #expect(todo.projectID == desk.garden.id)
    #expect(state.description.field(at: "price")?.value == "1234,5")
  }

  @Test func `an optional text that was emptied is nil`() throws {
    let state = try edit()
    try state.type("some", at: "notes")
    _ = try state.submit()
    #expect(try desk.stored(desk.todo).notes == "some")
    try state.type("", at: "notes")
    _ = try state.submit()
    #expect(try desk.stored(desk.todo).notes == nil)
    try state.type("", at: "projectID")
    _ = try state.submit()
    #expect(try desk.stored(desk.todo).projectID == nil)
  }

  @Test func `a time keeps its day, and a day that nobody touched its time`() throws {
    let form = ModelForm<Todo> { Input(\.dueDate).control(.time) }
    let state = try edit(form)
    #expect(state.description.field(at: "dueDate")?.value == "10:20:30")
    try state.type("11:00", at: "dueDate")
    #expect(try state.submit().record?.dueDate == (try Date(attribute: "2012-09-15T11:00:00Z")))
    let days = try FormState(ModelForm<Todo>(), editing: try desk.stored(desk.todo), in: desk.store)
    try days.type("Walk the cat", at: "name")
    #expect(try days.submit().record?.dueDate == (try Date(attribute: "2012-09-15T11:00:00Z")))
  }

  @Test func `an input can have a text form of its own`() throws {
    let form = ModelForm<Todo> {
      Input(
        \.priority, shown: { String(repeating: "*", count: $0) },
        read: { text in
          if text.contains(where: { $0 != "*" }) { throw FormReadingError("has to be stars") }
          return text.count
        })
    }
    let state = try edit(form)
    #expect(state.description.field(at: "priority")?.value == "***")
    try state.type("4", at: "priority")
    try state.leave("priority")
    #expect(texts(state, "priority") == ["has to be stars"])
    try state.type("****", at: "priority")
    #expect(try state.submit().record?.priority == 4)
  }

  // MARK: - What cannot be set

  @Test func `a form refuses what it does not have`() throws {
    let state = try edit(
      ModelForm<Todo> {
        Input(\.name)
        Input(\.priority).readOnly()
      })
    #expect(throws: FormError.unknownField("notes")) { try state.type("x", at: "notes") }
    #expect(throws: FormError.unknownField("id")) { try state.type("7", at: "id") }
    #expect(throws: FormError.unknownField("name[0].x")) { try state.type("7", at: "name[0].x") }
    #expect(throws: FormError.readOnly("priority")) { try state.type("7", at: "priority") }
    #expect(throws: FormError.wrongKind("name", .text)) { try state.enter(.choices(["a"]), at: "name") }
    #expect(!state.isChanged)
  }

  @Test func `what the form lacks is never written, whatever others do to it`() throws {
    let state = try edit(ModelForm<Todo> { Input(\.name) })
    var other = desk.todo
    other.notes = "theirs"
    other.priority = 8
    try desk.store.table(Todo.self).save(&other)
    try state.type("Walk the cat", at: "name")
    let saved = try #require(try state.submit().record)
    #expect([saved.name, saved.notes, "\(saved.priority)"] == ["Walk the cat", "theirs", "8"])
    #expect(saved == (try desk.stored(saved)))
  }

  // MARK: - Submitting

  @Test func `a new record is made in one commit`() throws {
    let state = FormState(ModelForm<Todo>(), in: desk.store)
    #expect(try state.submit().errors.map(\.description) == ["name: blank", "name: tooShort(count: 5)"])
    try state.type("Paint the door", at: "name")
    let count = desk.store.commitCount
    let todo = try #require(try state.submit().record)
    #expect(desk.store.commitCount == count + 1)
    #expect(todo == (try desk.stored(todo)))
    #expect(!state.isNew)
    #expect(!state.isChanged)
    #expect(try state.submit().record == todo)
    #expect(desk.store.commitCount == count + 1, "nothing was changed")
  }

  @Test func `an error about no field is one of the whole form`() throws {
    let state = try edit(ModelForm<Todo> { Input(\.priority) })
    try state.type("9", at: "priority")
    var other = desk.todo
    other.dueDate = nil
    try desk.store.table(Todo.self).save(&other)
    #expect(try state.submit().errors.map(\.description) == ["Todo: urgent"])
    #expect(state.description.messages.map(\.sentence) == ["is invalid (urgent)"])
    #expect(try desk.stored(desk.todo).priority == 3)
  }

  @Test func `a value that is taken is an error of its field`() throws {
    let state = FormState(ModelForm<Project>(), in: desk.store)
    try state.type("House", at: "name")
    #expect(try state.submit().errors.map(\.description) == ["name: taken"])
    #expect(state.messages(at: "name").map(\.sentence) == ["Name has already been taken"])
    try state.type("Shed", at: "name")
    #expect(state.messages(at: "name") == [])
    #expect(try state.submit().record != nil)
  }

  @Test func `what others have left in breach refuses no change of another field, as in a save`() throws {
    try Store.with(desk.store) {
      var (first, second) = (Step("Wash", of: desk.todo), Step("Wash", of: desk.todo))
      try first.save(validate: false)
      try second.save(validate: false)
      let state = try FormState(ModelForm<Step>(), editing: second, in: desk.store)
      try state.type("7", at: "minutes")
      #expect(try state.submit().record?.minutes == 7)
      try state.type("Dry", at: "name")
      #expect(try state.submit().record?.name == "Dry")
      try state.type("Wash", at: "name")
      #expect(try state.submit().errors.map(\.description) == ["name: taken"])
    }
  }

  @Test func `a repeated password is checked and not stored`() throws {
    let form = ModelForm<Account> {
      Input(\.email)
      Input(\.password)
      Input(\.passwordAgain)
    }
    let state = FormState(form, in: desk.store)
    try state.type("a@b.example", at: "email")
    try state.type("secret-secret", at: "password")
    try state.type("secret-sacred", at: "passwordAgain")
    #expect(try state.submit().errors.map(\.description) == ["passwordAgain: confirmation(otherField: password)"])
    #expect(state.description.field(at: "password")?.value == "", "it is never shown")
    try state.type("secret-secret", at: "passwordAgain")
    let account = try #require(try state.submit().record)
    #expect(try desk.store.table(Account.self).require(account.id).password == "secret-secret")
    try state.type("c@d.example", at: "email")
    let changed = try #require(try state.submit().record)
    #expect([changed.email, changed.password] == ["c@d.example", "secret-secret"])
  }

  @Test func `a file is the content of its column`() throws {
    let form = ModelForm<Account> {
      Input(\.email)
      Input(\.password)
      Input(\.photo)
    }
    let state = FormState(form, in: desk.store)
    try state.type("a@b.example", at: "email")
    try state.type("secret-secret", at: "password")
    #expect(throws: FormError.wrongKind("photo", .file)) { try state.type("x", at: "photo") }
    try state.enter(.file(FormInput.File(name: "me.png", Data([1, 2, 3]))), at: "photo")
    #expect(try state.submit().record?.photo == Data([1, 2, 3]))
    #expect(state.description.field(at: "photo")?.value == .file(FormInput.File(name: "photo", size: 3)))
    try state.enter(.file(nil), at: "photo")
    #expect(try state.submit().record?.photo == nil)
  }

  // MARK: - Others

  @Test func `a value that both changed is refused once, with theirs beside mine`() throws {
    let state = try edit(ModelForm<Todo>())
    try state.type("Walk the cat", at: "name")
    var other = desk.todo
    other.name = "Walk the cow"
    other.priority = 8
    try desk.store.table(Todo.self).save(&other)
    #expect(try state.submit().errors.map(\.description) == ["name: conflict"])
    let field = try #require(state.description.field(at: "name"))
    #expect(field.value == "Walk the cat")
    #expect(field.theirs == "Walk the cow")
    #expect(state.description.field(at: "priority")?.value == "8", "nobody touched it here")
    let saved = try #require(try state.submit().record)
    #expect(saved.name == "Walk the cat")
    #expect(saved.priority == 8)
  }

  @Test func `theirs can be taken`() throws {
    let state = try edit(ModelForm<Todo>())
    try state.type("Walk the cat", at: "name")
    var other = desk.todo
    other.name = "Walk the cow"
    try desk.store.table(Todo.self).save(&other)
    _ = try state.submit()
    try state.takeTheirs("name")
    #expect(state.description.field(at: "name")?.theirs == nil)
    #expect(try state.submit().record?.name == "Walk the cow")
  }

  @Test func `the same change by both is no conflict`() throws {
    let state = try edit(ModelForm<Todo>())
    try state.type("Walk the cow", at: "name")
    var other = desk.todo
    other.name = "Walk the cow"
    try desk.store.table(Todo.self).save(&other)
    #expect(try state.submit().record?.name == "Walk the cow")
  }

  @Test func `of a record that counts its changes, any change by others is said once`() throws {
    let signs = desk.store.table(Sign.self)
    let sign = try signs.create {
      $0.text = "Stop"
      $0.color = "red"
    }
    let state = try FormState(ModelForm<Sign>(), editing: sign, in: desk.store)
    try state.type("Halt", at: "text")
    var other = sign
    try signs.update(&other) { $0.color = "blue" }
    #expect(try state.submit().errors.map(\.description) == ["Sign: stale"])
    #expect(state.description.messages.map(\.sentence) == ["Sign was changed by somebody else meanwhile"])
    #expect(state.description.field(at: "color")?.theirs == "blue")
    let saved = try #require(try state.submit().record)
    #expect([saved.text, saved.color, "\(saved.version)"] == ["Halt", "blue", "2"])
  }

  @Test func `a record that was deleted meanwhile is an error, and what was typed is kept`() throws {
    let state = try edit(ModelForm<Todo>())
    try state.type("Walk the cat", at: "name")
    try desk.store.table(Todo.self).destroy(desk.todo.id)
    #expect(try state.submit().errors.map(\.description) == ["Todo: deleted"])
    #expect(try state.submit().errors.map(\.description) == ["Todo: deleted"])
    #expect(state.description.field(at: "name")?.value == "Walk the cat")
    #expect(desk.store.table(Todo.self).count == 0)
  }

  @Test func `a form in a branch changes nothing outside of it`() throws {
    let branch = desk.store.branch()
    let state = try FormState(ModelForm<Todo>(), editing: desk.todo, in: branch.store)
    try state.type("Walk the cat", at: "name")
    _ = try state.submit()
    #expect(try desk.stored(desk.todo).name == "Walk the dog")
    try branch.merge()
    #expect(try desk.stored(desk.todo).name == "Walk the cat")
  }
}
