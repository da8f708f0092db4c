import Foundation
import MotionModel
import MotionModelForms
import MotionModelFormsHTML
import MotionModelValidation
import Testing

/// What a server does with an answer, from the bytes to the store: body, submission, state, submit.
struct AnswerTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private let form = ModelForm<Todo> {
    Input(\.name)
    Input(\.notes).control(.longText)
    Input(\.isDone)
    Input(\.status)
    Input(\.number).readOnly()
    Children(\.steps, orderedBy: \.position) { Input(\.name) }
  }

  /// Answers the form of the desk's todo, and expects that nothing is saved if it is refused.
  private func answer(
    _ body: [UInt8], _ type: String = BodyWriter.urlEncoded, names: FormFieldNames = .plain
  ) throws -> (state: FormState<Todo>, errors: [String]) {
    let state = try FormState(form, editing: desk.todo, in: desk.store)
    let before = (try? desk.stored(desk.todo), desk.storedSteps)
    state.receive(FormSubmission(try read(body, type).get(), names: names))
    let errors = try state.submit().errors.map(\.description)
    if !errors.isEmpty { #expect((try? desk.stored(desk.todo), desk.storedSteps) == before, "nothing half saved") }
    return (state, errors)
  }

  private func answer(_ pairs: [(String, String)]) throws -> (state: FormState<Todo>, errors: [String]) {
    try answer(BodyWriter.urlEncoded(pairs))
  }

  /// The controls of the form as it is drawn, as a browser sends them.
  private func controls(of todo: Todo) throws -> [(String, String)] {
    let description = try form.description(of: todo, in: desk.store)
    let names = FormFieldNames.plain
    var pairs = [(FormFieldNames.plain.name(of: .version), description.version)]
    pairs.append(
      (FormFieldNames.plain.name(of: .shown), FormFieldNames.shownText(description.fields.map { ($0.path, $0.stamp) })))
    for field in description.fields where !field.isReadOnly && field.value != .flag(false) {
      pairs.append((names.name(of: field.path), field.value.text))
    }
    for item in description.group(at: "steps")?.items ?? [] {
      if let record = item.record { pairs.append((names.name(of: .record(item.path)), record)) }
    }
    return pairs
  }

  private func changing(_ pairs: [(String, String)], _ name: String, _ value: String) -> [(String, String)] {
    pairs.map { $0.0 == name ? (name, value) : $0 }
  }

  // MARK: - What fits

  @Test func `an answer in each format changes what it says and nothing else`() throws {
    let bodies: [([UInt8], String)] = [
      (
        BodyWriter.urlEncoded([
          ("name", "Walk it 0"), ("isDone", "true"), ("steps[0][name]", "Leash 0"),
          ("steps[0][_id]", "\(desk.steps[0].id)"), ("steps[1][name]", "Wash 0"),
        ]), BodyWriter.urlEncoded
      ),
      (
        BodyWriter.multipart([
          .init("name", "Walk it 1"), .init("isDone", "true"), .init("steps[0][name]", "Leash 1"),
          .init("steps[0][_id]", "\(desk.steps[0].id)"), .init("steps[1][name]", "Wash 1"),
        ]), BodyWriter.multipart
      ),
    ]
    for (index, (body, type)) in bodies.enumerated() {
      let todo = try desk.stored(desk.todo)
      let state = try FormState(form, editing: todo, in: desk.store)
      state.receive(FormSubmission(try read(body, type).get()))
      let saved = try #require(try state.submit().record, "\(type)")
      #expect(saved.name == "Walk it \(index)" && saved.isDone && saved.status == todo.status)
      #expect(desk.storedSteps.prefix(2).map(\.name) == ["Leash \(index)", "Walk"])
      #expect(desk.storedSteps.last?.name == "Wash \(index)")
    }
  }

  @Test func `names of Rails, and what belongs to the program`() throws {
    let body = BodyWriter.urlEncoded([
      ("authenticity_token", "x"), ("utf8", "✓"), ("todo[name]", "Walk it"), ("commit", "Save"),
      ("todo[steps_attributes][0][id]", "\(desk.steps[0].id)"), ("todo[steps_attributes][0][_destroy]", "1"),
      ("todo[steps_attributes][1][id]", "\(desk.steps[1].id)"), ("todo[steps_attributes][1][_destroy]", "0"),
      ("todo[steps_attributes][5][name]", "Wash"),
    ])
    #expect(try answer(body, names: .rails("todo")).errors == [])
    #expect(try desk.stored(desk.todo).name == "Walk it")
    #expect(desk.storedSteps.map(\.name) == ["Walk", "Wash"])
  }

  @Test(
    arguments: [
      ("1", true), ("true", true), ("on", true), ("0", false), ("", false), ("maybe", nil),
    ] as [(String, Bool?)])
  func `a child is removed by a word that says so, and by no other`(_ word: String, _ isRemoved: Bool?) throws {
    let body = BodyWriter.urlEncoded([("steps[0][name]", "Leash"), ("steps[0][_remove]", word)])
    let submission = FormSubmission(try read(body, BodyWriter.urlEncoded).get())
    #expect(submission.removed == (isRemoved == true ? ["steps[0]"] : []))
    #expect(submission.unreadable == (isRemoved == nil ? ["steps[0]"] : []))
  }

  @Test func `a form that comes back as it was drawn changes nothing`() throws {
    let (state, errors) = try answer(try controls(of: desk.todo))
    #expect(errors == [] && !state.isChanged)
    #expect(try desk.stored(desk.todo) == desk.todo)
  }

  @Test func `a box that was shown and did not come back is off, and one that was not shown is unchanged`() throws {
    var todo = desk.todo
    try desk.store.table(Todo.self).update(&todo) { $0.isDone = true }
    let pairs = try controls(of: todo)
    let state = try FormState(form, editing: todo, in: desk.store)
    state.receive(FormSubmission(try read("name=Walk+it", BodyWriter.urlEncoded).get()))
    #expect(try state.submit().record?.isDone == true)
    state.receive(
      FormSubmission(try read(BodyWriter.urlEncoded(pairs.filter { $0.0 != "isDone" }), BodyWriter.urlEncoded).get()))
    #expect(try state.submit().record?.isDone == false)
  }

  @Test func `removing, ordering and the button that was pressed`() throws {
    let pairs =
      try controls(of: desk.todo) + [
        ("steps[_order]", "1 0"), ("steps[0][_remove]", "on"), ("steps[7][name]", "Wash"), ("_action", "up steps[7]"),
      ]
    let submission = FormSubmission(try read(BodyWriter.urlEncoded(pairs), BodyWriter.urlEncoded).get())
    #expect(submission.order == ["steps": [1, 0]] && submission.removed == ["steps[0]"])
    #expect(submission.action == FormAction(.moveUp, "steps[7]"))
    #expect(submission.shown?.contains("isDone") == true && submission.version != nil)
    #expect(submission.stamps["name"] != nil && submission.records?.count == 2)
  }

  @Test func `choices, a file that is cleared, and texts that are searched`() throws {
    let pairs = [
      ("tags[]", "a"), ("name", "x"), ("tags[]", "b"), ("photo[_clear]", "1"), ("project[_search]", "gar"),
    ]
    let submission = FormSubmission(try read(BodyWriter.urlEncoded(pairs), BodyWriter.urlEncoded).get())
    #expect(
      submission.entries == [
        .init("tags", .choices(["a", "b"])), .init("name", "x"), .init("photo", .file(nil)),
      ])
    #expect(submission.searches == ["project": "gar"])
  }

  @Test func `an uploaded file is saved, kept when none is chosen, and dropped when it is cleared`() throws {
    let form = ModelForm<Account> {
      Input(\.email)
      Input(\.photo)
    }
    var account = Account()
    (account.email, account.password) = ("a@b.example", "secret-secret")
    account = try desk.store.table(Account.self).saved(account)
    func submit(_ parts: [BodyWriter.Part]) throws -> Data? {
      let state = try FormState(form, editing: account, in: desk.store)
      state.receive(FormSubmission(try read(BodyWriter.multipart(parts), BodyWriter.multipart).get()))
      account = try #require(try state.submit().record)
      return account.photo
    }
    #expect(try submit([.init("photo", file: "a.png", [1, 2, 3])]) == Data([1, 2, 3]))
    #expect(
      try submit([.init("email", "b@b.example"), .init("photo", file: "", []), .init("_shown", "email photo")])
        == Data([1, 2, 3]))
    #expect(try submit([.init("photo[_clear]", "1")]) == nil)
  }

  // MARK: - What does not fit: an error at its place, nothing half saved, and what was typed is kept

  /// Expects that a refused answer kept the name that was typed.
  private func expectKept(_ answer: (state: FormState<Todo>, errors: [String]), _ errors: [String]) throws {
    #expect(answer.errors == errors)
    #expect(answer.state.description.field(at: "name")?.value == "Walk the cat", "what was typed is kept")
  }

  @Test(arguments: [
    ("createdAt", "2020-01-01", "Todo: unknownField(name: createdAt)"),
    ("id", "7", "Todo: unknownField(name: id)"), ("number", "7", "number: readOnly"),
    ("steps[0][todoID]", "7", "Todo: unknownField(name: steps[0].todoID)"),
    ("a[b", "x", "Todo: unknownField(name: a[b)"),
    ("__proto__[x]", "1", "Todo: unknownField(name: __proto__[x])"),
  ])
  func `a field that is not in the form`(name: String, value: String, error: String) throws {
    try expectKept(try answer([(name, value), ("name", "Walk the cat")]), [error])
  }

  @Test func `a field that comes twice`() throws {
    try expectKept(try answer([("name", "Walk the cat"), ("name", "Walk the cow")]), ["name: answeredTwice"])
    try expectKept(try answer([("name", "Walk the cat"), ("name[]", "Walk the cow")]), ["name: answeredTwice"])
    try expectKept(
      try answer([("name", "Walk the cat"), ("steps[0][_id]", "1"), ("steps[0][_id]", "2")]),
      ["steps[0]: unreadable"])
  }

  @Test func `a field with two types`() throws {
    try expectKept(
      try answer([("name", "Walk the cat"), ("name[0][x]", "1")]),
      ["Todo: unknownField(name: name)", "Todo: unknownField(name: name[0].x)"])
  }

  @Test func `an item that is said to be a record of somebody else`() throws {
    let other = try desk.store.table(Todo.self).saved(Todo("Feed the cat"))
    let stranger = try desk.store.table(Step.self).saved(Step("Buy fish", position: 1, of: other))
    let (state, errors) = try answer([
      ("name", "Walk the cat"), ("steps[0][_id]", "\(stranger.id)"), ("steps[0][name]", "Mine"),
    ])
    #expect(errors.contains { $0.contains("is not a child of the form's record") })
    #expect(state.description.field(at: "name")?.value == "Walk the cat")
    #expect(try desk.store.table(Step.self).require(stranger.id).name == "Buy fish")
  }

  @Test func `a field that is nested a thousand deep`() throws {
    let name = "steps" + String(repeating: "[0][steps]", count: 500)
    let (state, errors) = try answer([(name, "x"), ("name", "Walk the cat")])
    #expect(errors.count == 1 && errors[0].hasPrefix("Todo: unknownField(name: steps[0][steps]"))
    #expect(state.description.field(at: "name")?.value == "Walk the cat")
  }

  @Test func `a choice that was not offered`() throws {
    try expectKept(try answer([("name", "Walk the cat"), ("status", "gone")]), ["status: inclusion"])
  }

  @Test func `a text that is not UTF-8`() throws {
    let answer = try answer(Array("name=Walk+the+cat&notes=a%ffb".utf8))
    try expectKept(answer, ["notes: unreadable"])
    #expect(answer.state.description.field(at: "notes")?.value == "a\u{FFFD}b", "as much of it as can be shown")
    #expect(answer.state.messages(at: "notes").count == 1)
  }

  @Test func `a form of an old version of the schema`() throws {
    let pairs = changing(try controls(of: desk.todo), FormFieldNames.plain.name(of: .version), "old")
    try expectKept(try answer(changing(pairs, "name", "Walk the cat")), ["Todo: outdated"])
  }

  @Test func `a record that was deleted while it was edited`() throws {
    let pairs = changing(try controls(of: desk.todo), "name", "Walk the cat")
    try desk.store.table(Todo.self).destroy(desk.todo.id)
    let answer = try answer(pairs)
    #expect(answer.errors.contains("Todo: deleted"))
    #expect(answer.state.description.field(at: "name")?.value == "Walk the cat")
    #expect(desk.store.table(Todo.self).count == 0)
  }

  @Test func `a record that somebody else has changed meanwhile`() throws {
    let pairs = changing(try controls(of: desk.todo), "name", "Walk the cat")
    var todo = desk.todo
    try desk.store.table(Todo.self).update(&todo) { $0.name = "Walk the cow" }
    let state = try FormState(form, editing: todo, in: desk.store)
    state.receive(FormSubmission(try read(BodyWriter.urlEncoded(pairs), BodyWriter.urlEncoded).get()))
    #expect(try state.submit().errors.map(\.description) == ["name: conflict"])
    #expect(state.description.field(at: "name")?.theirs == "Walk the cow")
    #expect(state.description.field(at: "name")?.value == "Walk the cat")
  }

  @Test func `a file for a text, and a text for a file`() throws {
    let file = BodyWriter.multipart([.init("name", "Walk the cat"), .init("notes", file: "a", [1])])
    try expectKept(try answer(file, BodyWriter.multipart), ["notes: unreadable"])
    let state = FormState(ModelForm<Account> { Input(\.photo) }, in: desk.store)
    state.receive(FormSubmission(try read("photo=x", BodyWriter.urlEncoded).get()))
    #expect(try state.submit().errors.map(\.description).contains("photo: unreadable"))
  }

  @Test(arguments: ["_shown=[", "_action=fly+home", "_action=up", "steps[_order]=1+1", "steps[_order]=x"])
  func `a control that has no such value`(control: String) throws {
    let answer = try answer(Array("name=Walk+the+cat&\(control)".utf8))
    #expect(answer.errors.count == 1 && answer.errors[0].hasSuffix("unreadable"))
    #expect(answer.state.description.field(at: "name")?.value == "Walk the cat")
  }

  @Test func `an answer that is wrong from end to end has a hundred errors and not thousands`() throws {
    let pairs = (0..<4000).map { ("x\($0)", "1") } + [("name", "Walk the cat")]
    let (state, errors) = try answer(pairs)
    #expect(errors.count == 100)
    #expect(state.description.field(at: "name")?.value == "Walk the cat")
  }

  @Test func `what cannot be read refuses the form once`() throws {
    let (state, errors) = try answer(Array("name=Walk+the+cat&notes=%ff&x=1".utf8))
    #expect(errors == ["Todo: unknownField(name: x)", "notes: unreadable"])
    #expect(try state.submit().record?.notes == "\u{FFFD}")
  }
}
