import Foundation
import MotionModel
import MotionModelForms
import MotionModelJournal
import MotionModelLive
import MotionModelREST
import MotionModelTestSupport
import MotionModelTransactions
import MotionModelValidation
import Testing

/// Forms with other features, in pairs.
struct FormPairsTests {
  private let desk: Desk

  init() throws { desk = try Desk() }

  private func open() throws -> FormState<Todo> {
    try FormState(Desk.stepsForm, editing: desk.todo, in: desk.store)
  }

  private struct Abandoned: Error {}

  // MARK: - Transactions

  @Test func `a form that was saved in a transaction that is undone is as it was before`() throws {
    let state = try open()
    try state.type("Walk the cat", at: "name")
    try state.type("31", at: "steps[1].minutes")
    try state.type("Wash", at: "\(try state.add(to: "steps")).name")
    let drawn = state.description
    #expect(throws: Abandoned.self) {
      try desk.store.transaction {
        #expect(try state.submit().record?.name == "Walk the cat")
        #expect(!state.isChanged, "saved, as far as the transaction goes")
        throw Abandoned()
      }
    }
    #expect(try desk.stored(desk.todo) == desk.todo)
    #expect(state.isChanged)
    #expect(state.changedFields == ["name", "steps[1].minutes", "steps[2].name"])
    #expect(state.description.fields.map(\.value) == drawn.fields.map(\.value))
    #expect(try state.submit().record?.name == "Walk the cat")
    #expect(desk.storedSteps.map(\.name) == ["Leash", "Walk", "Wash"])
  }

  @Test func `a new record that was not saved in the end is new, and is saved once`() throws {
    let state = FormState(Desk.stepsForm, in: desk.store)
    try state.type("Feed the cat", at: "name")
    try desk.store.transaction { transaction in
      _ = try state.submit()
      #expect(!state.isNew)
      transaction.rollback()
    }
    #expect(state.isNew)
    _ = try desk.store.table(Todo.self).saved(Todo("Has the same id"))
    #expect(state.isNew, "whoever has got its id")
    #expect(try state.submit().record?.name == "Feed the cat")
    #expect(desk.store.table(Todo.self).all.map(\.name) == ["Walk the dog", "Has the same id", "Feed the cat"])
    #expect(!state.isNew)
  }

  @Test func `a part of a transaction is undone alone`() throws {
    let state = try open()
    let other = FormState(Desk.stepsForm, in: desk.store)
    try state.type("Walk the cat", at: "name")
    try other.type("Feed the cat", at: "name")
    try desk.store.transaction {
      _ = try other.submit()
      try? desk.store.transaction {
        _ = try state.submit()
        throw Abandoned()
      }
    }
    #expect(state.isChanged)
    #expect(!other.isChanged)
    #expect(!other.isNew)
    #expect(try state.submit().record?.name == "Walk the cat")
  }

  @Test func `a form that is saved in a transaction is saved with it`() throws {
    let state = try open()
    try state.type("Walk the cat", at: "name")
    let count = desk.store.commitCount
    try desk.store.transaction {
      let todo = try #require(try state.submit().record)
      _ = try desk.store.table(Step.self).saved(Step("Added", position: 9, of: todo))
    }
    #expect(desk.store.commitCount == count + 1)
    #expect(!state.isChanged)
    try state.type("Walk the cow", at: "name")
    #expect(try state.submit().record?.name == "Walk the cow")
  }

  // MARK: - Hooks

  private struct Letter: Model, Equatable {
    var id = 0
    var text = ""
    var slug = ""

    static let schema = Schema<Letter> {
      Column(\.text)
      Column(\.slug)
    }
    static let hooks: Hooks<Letter> = [
      .beforeSave { letter, context in
        letter.slug = letter.text.lowercased()
        if letter.text == "Halt" { throw context.halt("It is enough.") }
        if letter.text == "Copy" {
          let state = FormState(ModelForm<Letter>(), in: context.store)
          try state.type("Copied", at: "text")
          if try state.submit().record == nil { throw context.halt("There is no copy.") }
        }
      }
    ]
  }

  @Test func `a hook that changes a value is seen in the form`() throws {
    let state = FormState(ModelForm<Letter>(), in: desk.store)
    try state.type("Hello", at: "text")
    try state.type("typed", at: "slug")
    #expect(try state.submit().record?.slug == "hello")
    #expect(state.description.field(at: "slug")?.value == "hello")
    #expect(!state.isChanged)
  }

  @Test func `a hook that halts is an error of the form, and a hook may submit a form`() throws {
    let state = FormState(ModelForm<Letter>(), in: desk.store)
    try state.type("Halt", at: "text")
    #expect(try state.submit().errors.map(\.description) == ["Letter: refused(reason: It is enough.)"])
    try state.type("Copy", at: "text")
    let count = desk.store.commitCount
    #expect(try state.submit().record?.text == "Copy")
    #expect(desk.store.commitCount == count + 1)
    #expect(Set(desk.store.table(Letter.self).all.map(\.text)) == ["Copy", "Copied"])
  }

  // MARK: - Undo

  @Test func `undoing a submission restores everything, and the form follows`() throws {
    let history = UndoHistory(of: desk.store, limit: .count(10))
    let state = try open()
    try state.type("Walk the cat", at: "name")
    try state.remove("steps[0]")
    _ = try state.submit()
    try history.undo()
    #expect(try desk.stored(desk.todo) == desk.todo)
    #expect(desk.storedSteps == desk.steps)
    try state.type("31", at: "steps[1].minutes")
    #expect(try state.submit().record?.name == "Walk the dog", "nobody typed a name since")
    #expect(desk.storedSteps.map(\.minutes) == [1, 31])
    try state.type("Walk the cow", at: "name")
    try history.undo()
    #expect(try state.submit().record?.name == "Walk the cow")
    #expect(desk.storedSteps.map(\.minutes) == [1, 30])
  }

  @Test func `undoing what the form was changed beside is a conflict`() throws {
    let history = UndoHistory(of: desk.store, limit: .count(10))
    var todo = desk.todo
    try desk.store.table(Todo.self).update(&todo) { $0.name = "Walk the cow" }
    let state = try FormState(Desk.stepsForm, editing: todo, in: desk.store)
    try state.type("Walk the cat", at: "name")
    try history.undo()
    #expect(try state.submit().errors.map(\.description) == ["name: conflict"])
    #expect(state.description.field(at: "name")?.theirs == "Walk the dog")
  }

  // MARK: - Branches, live results and counters

  @Test func `a form in a branch is saved there, and merged`() throws {
    let branch = desk.store.branch()
    _ = try branch.table(Todo.self).saved(Todo("Only there"))
    let state = try FormState(Desk.stepsForm, editing: desk.todo, in: branch.store)
    try state.type("Walk the cat", at: "name")
    _ = try state.submit()
    try branch.merge()
    #expect(desk.store.table(Todo.self).all.map(\.name) == ["Walk the cat", "Only there"])
  }

  @Test func `live results change once for each submission`() throws {
    let todos = desk.store.table(Todo.self).order(by: \.name).live()
    let steps = desk.store.table(Step.self).order(by: \.position).live()
    let changes = Counter()
    let observation = steps.onChange { _ in changes.add(1) }
    let state = try open()
    try state.type("Brush the dog", at: "name")
    for name in ["Brush", "Dry"] { try state.type(name, at: "\(try state.add(to: "steps")).name") }
    try state.remove("steps[0]")
    _ = try state.submit()
    #expect(todos.elements.map(\.name) == ["Brush the dog"])
    #expect(steps.elements.map(\.name) == ["Walk", "Brush", "Dry"])
    #expect(changes.value == 1)
    withExtendedLifetime(observation) {}
  }

  @Test func `parents count what forms move, add and refuse`() throws {
    let form = ModelForm<Todo> {
      Input(\.name)
      Input(\.project, showing: \.name)
    }
    let state = try FormState(form, editing: desk.todo, in: desk.store)
    try state.type("\(desk.garden.id)", at: "projectID")
    _ = try state.submit()
    #expect(desk.store.table(Project.self).all.map(\.todosCount) == [0, 1])
    try state.type("", at: "projectID")
    try state.type("", at: "name")
    #expect(try state.submit().record == nil)
    #expect(desk.store.table(Project.self).all.map(\.todosCount) == [0, 1])
    try state.type("Walk the cat", at: "name")
    #expect(try state.submit().record != nil)
    #expect(desk.store.table(Project.self).all.map(\.todosCount) == [0, 0])
  }

  // MARK: - Files and servers

  @Test func `a submission is in the journal, whole`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "forms-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "desk.motionmodel")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let models: [any Model.Type] = [Project.self, Todo.self, Step.self, Remark.self, Label.self, Labelling.self]
    do {
      let store = try Store(file: file, models: models, notificationCenter: nil)
      let state = FormState(Desk.stepsForm, in: store)
      try state.type("Feed the cat", at: "name")
      try state.type("Open the tin", at: "\(try state.add(to: "steps")).name")
      #expect(try state.submit().record != nil)
      try state.type("", at: "name")
      #expect(try state.submit().record == nil)
    }
    let store = try Store(file: file, models: models, notificationCenter: nil)
    #expect(store.table(Todo.self).all.map(\.name) == ["Feed the cat"])
    #expect(store.table(Step.self).all.map(\.name) == ["Open the tin"])
  }

  @Test func `what a form saves is an edit for the server, and what is typed in it is none`() throws {
    let client = RESTClient(try #require(URL(string: "https://api.example")), store: desk.store)
    client.trackEdits(of: Todo.self)
    let state = try open()
    try state.type("Walk the cat", at: "name")
    try state.type("31", at: "steps[1].minutes")
    #expect(desk.store.table(RemoteEdit.self).count == 0)
    _ = try state.submit()
    let edits = desk.store.table(RemoteEdit.self).all
    #expect(edits.map(\.id) == ["Todo/\(desk.todo.id)"])
  }
}

extension Todo: RemoteModel {}
