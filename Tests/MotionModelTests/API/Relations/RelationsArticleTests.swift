import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// The examples of the article about relations.
@Suite(.store)
struct RelationsArticleTests {
  struct Project: Model, Equatable {
    var id = 0
    var name = ""
    var todosCount = 0
    var updatedAt: Date?

    static let schema = Schema<Project> {
      Column(\.name)
      Derived(\.todosCount, count: \.todos)
      Timestamps(updated: \.updatedAt)
    }
    struct Relations {
      let todos = HasMany<Todo>(\.projectID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
      let openTodos = HasMany<Todo>(\.projectID) { $0.where(\.isDone == false).order(by: \.priority, .descending) }
      let brief = HasOne<Brief>(\.projectID, dependent: .delete)
      let people = HasMany<Person>(through: \.todos, \.people)
      let notes = HasMany<Note>(as: \.subject, dependent: .destroy)
    }
    static let relations = Relations()
  }

  struct Todo: Model, Equatable {
    var id = 0
    var name = ""
    var priority = 0
    var isDone = false
    var projectID = 0
    var parentID: Int?

    static let schema = Schema<Todo> {
      Column(\.name)
      Column(\.priority)
      Column(\.isDone)
      Column(\.projectID)
      Column(\.parentID)
    }
    struct Relations {
      let project = BelongsTo<Project>(\.projectID, touch: true)
      let parent = BelongsTo<Todo>(\.parentID)
      let steps = HasMany<Todo>(\.parentID, dependent: .nullify)
      let assignments = HasMany<Assignment>(\.todoID, dependent: .delete)
      let people = HasMany<Person>(through: \.assignments, \.person)
      let notes = HasMany<Note>(as: \.subject, dependent: .destroy)
    }
    static let relations = Relations()
  }

  struct Person: Model, Equatable {
    var id = ""
    var name = ""

    static let schema = Schema<Person> { Column(\.name) }
    struct Relations {
      let assignments = HasMany<Assignment>(\.personID, dependent: .restrict)
      let todos = HasMany<Todo>(through: \.assignments, \.todo)
    }
    static let relations = Relations()
  }

  struct Assignment: Model, Equatable {
    var id = 0
    var todoID = 0
    var personID = ""

    static let schema = Schema<Assignment> {
      Column(\.todoID)
      Column(\.personID)
    }
    struct Relations {
      let todo = BelongsTo<Todo>(\.todoID)
      let person = BelongsTo<Person>(\.personID)
    }
    static let relations = Relations()
  }

  struct Brief: Model, Equatable {
    var id = 0
    var text = ""
    var projectID: Int?

    static let schema = Schema<Brief> {
      Column(\.text)
      Column(\.projectID, .unique)
    }
    struct Relations { let project = BelongsTo<Project>(\.projectID) }
    static let relations = Relations()
  }

  struct Note: Model, Equatable {
    var id = 0
    var text = ""
    var subjectType: String?
    var subjectID: Int?

    static let schema = Schema<Note> {
      Column(\.text)
      Column(\.subjectType)
      Column(\.subjectID)
    }
    struct Relations {
      let subject = BelongsToAny<Int>(type: \.subjectType, id: \.subjectID, Project.self, Todo.self)
    }
    static let relations = Relations()
  }

  let (house, garden): (Project, Project)
  let (paint, sand, mow): (Todo, Todo, Todo)
  let (ann, bob): (Person, Person)

  init() throws {
    ann = try Person.create { ($0.id, $0.name) = ("ann", "Ann") }
    bob = try Person.create { ($0.id, $0.name) = ("bob", "Bob") }
    house = try Project.create { $0.name = "House" }
    garden = try Project.create { $0.name = "Garden" }
    let paint = try house.todos.create { ($0.name, $0.priority) = ("Paint the door", 3) }
    sand = try house.todos.create { ($0.name, $0.parentID) = ("Sand the door", paint.id) }
    self.paint = paint
    mow = try garden.todos.create { ($0.name, $0.isDone) = ("Mow the lawn", true) }
    try paint.people.append(contentsOf: [ann, bob])
  }

  private func refusal(_ body: () throws -> Void) -> String {
    do { try body() } catch { return "\(error)" }
    return "It was not refused."
  }

  // MARK: - Declaring

  @Test func `declarations`() {
    #expect(
      Todo.schema.relations.map(\.description) == [
        "project: BelongsTo<Project>", "parent: BelongsTo<Todo>", "steps: HasMany<Todo>",
        "assignments: HasMany<Assignment>", "people: HasMany<Person>", "notes: HasMany<Note>",
      ])
  }

  // MARK: - Reading

  @Test func `reading`() {
    #expect(paint.project?.name == "House")
    #expect(house.todos.count == 2)
    #expect(house.todos.where(\.priority > 2).order(by: \.name).all == [paint])
    #expect(house.openTodos.pluck(\.name) == ["Paint the door", "Sand the door"])
    #expect(house.brief?.text == nil)
    #expect(house.people.pluck(\.name) == ["Ann", "Bob"])
    #expect(bob.todos.ids == [paint.id])
    #expect(sand.parent?.people.count == 2)
    #expect(paint.steps.map(\.name) == ["Sand the door"])
  }

  // MARK: - Queries

  @Test func `queries across relations`() {
    #expect(Project.where { $0.todos.any { $0.priority > 2 } }.pluck(\.name) == ["House"])
    #expect(Project.where { $0.todos.all { $0.isDone == true } }.pluck(\.name) == ["Garden"])
    #expect(Project.where { $0.todos.none { $0.people.exists } }.pluck(\.name) == ["Garden"])
    #expect(Project.where { $0.todos.where { $0.isDone == false }.count >= 2 }.pluck(\.name) == ["House"])
    #expect(Project.where { $0.brief.isMissing && $0.todos.sum(\.priority) > 0 }.pluck(\.name) == ["House"])
    #expect(Todo.where { $0.project.name == "House" }.count == 2)
    #expect(Todo.where { $0.parent.project.name.startsWith("Ho") }.ids == [sand.id])
    #expect(Todo.where { $0.project.matches { $0.name == "House" && $0.todosCount > 1 } }.count == 2)
    #expect(Project.order(by: { $0.todos.count }, .descending).pluck(\.name) == ["House", "Garden"])
    #expect(Project.order(by: { $0.todos.maximum(\.priority) }, nils: .first).pluck(\.name) == ["Garden", "House"])
  }

  @Test func `a condition on a parent does not match records without a parent`() {
    #expect(Todo.where { $0.parent.name != "Paint the door" }.isEmpty)
    #expect(Todo.where { !($0.parent.name == "Paint the door") }.count == 2)
    #expect(Todo.where { $0.parent.isMissing || $0.parent.name != "Paint the door" }.count == 2)
  }

  @Test func `records with their related records`() {
    let pairs = Project.order(by: \.name).including(\.todos).all
    #expect(pairs.map(\.0) == [garden, house].map(stored) && pairs.map(\.1) == [[mow], [paint, sand]])
    let top = Project.including(\.todos) { $0.order(by: \.priority, .descending).limit(1) }.all
    #expect(top.map(\.1) == [[paint], [mow]])
    let several = Project.where(\.name == "House").including(\.todos).including(\.brief).including(\.people).all
    #expect(several.map(\.1.count) == [2] && several.map(\.2) == [nil] && several.map(\.3) == [[ann, bob]])
    #expect(Project.join(\.todos).map { "\($0.name): \($1.name)" }.last == "Garden: Mow the lawn")
    #expect(Todo.join(\.parent).map(\.1) == [paint])
    let projects = Project.order(by: \.name)
      .including(\.todos) { $0.where(\.isDone == false).order(by: \.priority).including(\.steps).including(\.people) }
      .including(\.brief)
    for (project, todos, brief) in projects.all {
      #expect(
        brief == project.brief && todos.map(\.0) == project.todos.where(\.isDone == false).order(by: \.priority).all)
      for (todo, steps, people) in todos { #expect(steps == todo.steps.all && people == todo.people.all) }
    }
    let briefs = Todo.including(\.project) { $0.including(\.brief) }.all
    #expect(briefs.map { $0.1?.1 } == Todo.all.map { $0.project?.brief })
  }

  private func stored(_ project: Project) -> Project? { Project.find(project.id) }

  // MARK: - Writing

  @Test func `writing many`() throws {
    let todo = try house.todos.create { $0.name = "Oil the hinges" }
    #expect(todo.projectID == house.id)
    #expect(house.todos.new().projectID == house.id)
    var moving = todo
    try garden.todos.append(&moving)
    #expect(garden.todos.pluck(\.name) == ["Mow the lawn", "Oil the hinges"])
    #expect(try garden.todos.remove(moving))
    #expect(Todo.find(moving.id) == nil)
    #expect(try paint.steps.replace(with: [mow]).map(\.name) == ["Mow the lawn"])
    #expect(Todo.find(sand.id)?.parentID == nil)
    #expect(try paint.steps.removeAll { $0.where(\.isDone == true) } == 1)
  }

  @Test func `writing many to many`() throws {
    let (ann, bob) = (ann, bob)
    try paint.people.replace(with: [bob])
    #expect(paint.assignments.map(\.personID) == ["bob"])
    var person = ann
    try mow.people.append(&person)
    try mow.people.remove(ann)
    #expect(Assignment.count == 1)
    #expect(Person.count == 2)
    #expect(bob.todos.ids == [paint.id])
  }

  @Test func `writing the has-one record and the parent`() throws {
    try house.create(\.brief) { $0.text = "All of it" }
    var brief = Brief.new { $0.text = "Only the door" }
    try house.set(\.brief, to: &brief)
    #expect(Brief.records.all == [brief])
    #expect(try house.remove(\.brief))
    #expect(house.brief == nil)
    var todo = sand
    todo.project = garden
    todo.parent = nil
    try todo.save()
    #expect(garden.todos.count == 2)
  }

  @Test func `saving together`() throws {
    let commits = Store.current.commitCount
    var project = Project.new { $0.name = "Boat" }
    var todos = [Todo.new { $0.name = "Caulk" }, Todo.new { $0.name = "Launch" }]
    try project.save(with: \.todos, &todos)
    var todo = Todo.new { $0.name = "Bake" }
    var party = Project.new { $0.name = "Party" }
    try todo.save(with: \.project, &party)
    #expect(project.todos.all == todos)
    #expect(todo.project?.name == "Party")
    #expect(Store.current.commitCount == commits + 2)
  }

  @Test func `attributes of related records`() throws {
    let commits = Store.current.commitCount
    var project = try Project.create(attributes: [
      "name": "Boat",
      "todos": [["name": "Caulk"], ["name": "Launch"]],
    ])
    let ids = project.todos.ids
    #expect(ids == [4, 5])
    try project.update(attributes: [
      "todos": [
        ["id": ids[0].attribute, "priority": "2"], ["id": ids[1].attribute, "_destroy": true], ["name": "Varnish"],
      ]
    ])
    #expect(project.todos.pluck(\.name) == ["Caulk", "Varnish"])
    #expect(project.todos.first?.priority == 2)
    #expect(Store.current.commitCount == commits + 2)
    let stranger = refusal { try project.update(attributes: ["todos": [["id": paint.id.attribute]]]) }
    #expect(stranger == "Project cannot take its attributes \"todos[0]\": There is no Todo with the id 1.")
  }

  @Test func `a relation returns a value, and a key path queries for each record`() {
    var todo = paint
    todo.project?.name = "changed"
    #expect(todo == paint)
    #expect(Project.find(house.id)?.name == "House")
    #expect(Project.where(\.todos.count > 1).ids == Project.where { $0.todos.count > 1 }.ids)
  }

  // MARK: - Deleting

  @Test func `deleting and destroying`() throws {
    #expect(
      refusal { try house.delete() }
        == "Project 1 cannot be deleted, because Todo records require it as their \"project\": delete them first, or "
        + "destroy it with a relation that says what becomes of them.")
    #expect(
      refusal { try bob.destroy() }
        == "Person bob cannot be destroyed, because the relation \"assignments\", which is restricted, still has 1 "
        + "record: destroy or move it first.")
    let log = CommitLog()
    Store.current.use(log)
    #expect(try house.destroy())
    #expect(log.latest == "Assignment: 2 deleted; Todo: 2 deleted; Project: 1 deleted")
    #expect(Todo.records.all == [mow])
    #expect(try bob.destroy())
  }

  @Test func `required parents are checked when a transaction ends`() throws {
    #expect(
      refusal { try Todo.create { $0.name = "Stray" } }
        == "Todo 4 cannot be saved, because its relation \"project\" leads to no Project in the "
        + "store: set it to one that is.")
    #expect(
      refusal { try garden.todos.create { $0.parentID = 99 } } == "It was not refused.", "An optional key may dangle.")
    #expect(Todo.last?.parent == nil)
    #expect(Todo.where { $0.parent.exists }.ids == [sand.id])
  }

  // MARK: - Counters

  @Test func `counters and touch`() throws {
    #expect(Project.find(house.id)?.todosCount == 2)
    try paint.destroy()
    #expect(Project.find(house.id)?.todosCount == 1)
    try Project.create { ($0.name, $0.todosCount) = ("Attic", 7) }
    #expect(Project.records.pluck(\.todosCount) == [1, 1, 0])
  }

  @Test func `a stale copy of a parent can be saved`() throws {
    var stale = house
    #expect(stale.todosCount == 0)
    stale.name = "Home"
    try stale.save()
    #expect(Project.find(house.id)?.todosCount == 2)
    #expect(try Project.rebuildDerived() == 0)
  }

  @Test func `refined relations create records of their owner`() throws {
    let todo = try house.todos.where(\.name).eq("Paint the door").create()
    #expect(house.todos.ids.contains(todo.id))
    let carl = try paint.people.where(\.name).eq("Carl").create { $0.id = "carl" }
    #expect(paint.people.ids.contains(carl.id))
    #expect(throws: StoreError.notSaved(model: "Project")) { try Project().todos.where(\.name).eq("x").create() }
  }

  // MARK: - Polymorphic

  @Test func `parents of several models`() throws {
    let note = try paint.notes.create { $0.text = "Use the blue one" }
    #expect(note.subjectType == "Todo")
    #expect(note.subject as? Todo == paint)
    let notes = Note.including(\.subject, as: Project.self) { $0.including(\.todos) }.including(
      \.subject, as: Todo.self)
    #expect(notes.all.map { $0.1 == nil } == [true] && notes.all.map(\.2) == [paint])
    var other = note
    other.subject = house
    try other.save()
    #expect(paint.notes.isEmpty)
  }

  // MARK: - Diagram

  @Test func `the diagram`() {
    let lines = Store.current.diagram(of: Brief.self).split(separator: "\n").map(String.init)
    #expect(
      lines.prefix(6) == [
        "erDiagram", "  Brief {", "    Int id PK", "    String text", "    Int projectID FK, UK", "  }",
      ])
    #expect(lines.contains("  Project |o--o| Brief : \"brief / project\""))
    #expect(lines.contains("  Project ||--o{ Todo : \"todos, openTodos / project\""))
    #expect(lines.contains("  Todo }o..o{ Person : \"people\""))
  }

  // MARK: - Awkward cases

  @Test func `an owner that was never saved`() throws {
    let project = Project.new { $0.name = "Boat" }
    #expect(project.todos.isEmpty)
    #expect(project.brief == nil)
    #expect(
      refusal { try project.todos.create() } == "The Project has no id yet, because it was never saved: save it first.")
  }

  @Test func `an owner that was deleted meanwhile, or is from another store`() throws {
    let gone = "Project 2 cannot be changed, because it is no longer in the store: insert puts it back."
    try garden.destroy()
    #expect(garden.todos.isEmpty)
    #expect(refusal { try garden.todos.create() } == gone)
    Store.with(Store()) {
      #expect(house.todos.isEmpty)
      #expect(refusal { try house.todos.create() }.hasPrefix("Project 1 cannot be changed"))
    }
  }

  @Test func `circles`() throws {
    var first = paint
    first.parentID = sand.id
    try first.save()
    #expect(first.parent?.parent?.id == first.id)
    #expect(Todo.where { $0.parent.parent.exists }.ids == [paint.id, sand.id])
    #expect(try first.destroy())
    #expect(Todo.find(sand.id)?.parentID == nil)
  }

  @Test func `a relation through others that cannot be written`() {
    #expect(
      refusal { try house.people.create() }
        == "Person records cannot be given to Project records or taken from them, because none that join one of each "
        + "stand between them: write to the relations in between.")
  }
}

/// Records a description of each commit.
private final class CommitLog: Middleware {
  private let changesets = Collector<String>()
  var latest: String? { changesets.values.last }
  func afterCommit(_ changeset: Changeset, in store: Store) { changesets.add("\(changeset)") }
}
