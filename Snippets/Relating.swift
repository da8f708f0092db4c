// A relation is declared once. It is then a member of each record, and of predicates and orders.

import MotionModel

struct Project: Model {
  var id = 0
  var name = ""

  struct Relations: ModelRelations { let todos = HasMany<Todo>(\.projectID, dependent: .destroy) }
}

struct Todo: Model {
  var id = 0
  var name = ""
  var projectID = 0

  struct Relations: ModelRelations { let project = BelongsTo<Project>(\.projectID) }
}

let house = try Project.create { $0.name = "House" }
let paint = try house.todos.create { $0.name = "Paint the door" }  // its key is set
try house.todos.create { $0.name = "Sweep" }

let parent = paint.project?.name  // => "House"
let large = Project.where { $0.todos.count > 1 }.pluck(\.name)  // => ["House"]
let inHouse = Todo.where { $0.project.name == "House" }.count  // => 2

try house.destroy()  // and its todos
let left = Todo.count  // => 0

// snippet.hide
precondition(parent == "House" && large == ["House"] && inHouse == 2 && left == 0)
