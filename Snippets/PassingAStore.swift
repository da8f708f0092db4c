// A service is given its store, and says with each call which store it means.

// snippet.hide
import MotionModel

struct Project: Model {
  var id = 0
  var name = ""

  struct Relations: ModelRelations { let todos = HasMany<Todo>(\.projectID) }
}

struct Todo: Model {
  var id = 0
  var name = ""
  var priority = 0
  var projectID: Int?

  static let schema = Schema<Todo> {
    Column(\.priority, .ordered)
    Column(\.projectID, .indexed)
  }
  struct Relations: ModelRelations { let project = BelongsTo<Project>(\.projectID) }
}

// snippet.show
struct Inbox: Sendable {
  let store: Store
  var todos: ModelTable<Todo> { store.table(Todo.self) }
  var projects: ModelTable<Project> { store.table(Project.self) }

  /// A finder keeps the store in which it was made, so it can be returned.
  var urgent: Finder<Todo> { todos.where(\.priority > 2).order(by: \.name) }

  func add(_ name: String, to project: String) throws -> Todo {
    let project = try projects.where(\.name == project).firstOrCreate()
    return try store.of(project).todos.create { $0.name = name }
  }

  func raise(_ todo: Todo) throws -> Todo {
    var todo = todo
    try todos.update(&todo) { $0.priority += 3 }
    return todo
  }
}

let inbox = Inbox(store: Store())
let todo = try inbox.raise(inbox.add("Paint the door", to: "House"))
let names = inbox.urgent.pluck(\.name)  // => ["Paint the door"]
let project = inbox.store.of(todo).project?.name  // => "House"
// snippet.hide
precondition(names == ["Paint the door"])
precondition(project == "House")
precondition(Todo.count == 0)
