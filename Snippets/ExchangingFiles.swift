// Records are exchanged with other programs: as CSV and JSON, as bytes and text, and into stores that have records already.

// snippet.hide
import Foundation
import MotionModel

struct Project: Model {
  var id = 0
  var name = ""
}

struct Todo: Model {
  var id = 0
  var name = ""
  var priority = 0
  var projectID: Int?

  struct Relations: ModelRelations { let project = BelongsTo<Project>(\.projectID) }
}

let store = Store.default
let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

// snippet.show
// snippet.forms
let todo = try Todo(from: .string(#"{"name": "Sweep", "priority": 3}"#))  // one record, not stored
let todos = try [Todo](from: .string("name;priority\nSweep;3\nMop;1\n"), as: .csv)  // a list
let text = try todos.string(as: .csv)  // => id,name,priority,projectID\n0,Sweep,3,\n0,Mop,1,\n
try Todo.insert(contentsOf: todos)

let bytes = try store.data(as: .compact)  // everything, as the bytes of a file
let other = Store()
try other.load(from: .data(bytes), models: [Todo.self])
let copies = other.table(Todo.self).pluck(\.name)  // => ["Sweep", "Mop"]
// snippet.hide
precondition(todo.name == "Sweep" && todo.priority == 3 && todo.id == 0)
precondition(text == "id,name,priority,projectID\n0,Sweep,3,\n0,Mop,1,\n")
precondition(copies == ["Sweep", "Mop"])

// snippet.show
// snippet.large
let file = folder.appending(path: "todos.jsonl")
try todos.save(to: file)
var total = 0
try Todo.read(from: .file(file)) { todo in total += todo.priority }  // => 4, with one part of the file in memory
// snippet.hide
precondition(total == 4)

// snippet.show
// snippet.policies
let changed = FileSource.string("id,name,priority\n1,Sweep,5\n2,Mop,1\n9,Rake,2\n")
let merged = try Todo.load(from: changed, as: .csv, policy: .merge(onConflict: .ours))
print(merged)  // => Todo: 1 inserted, 1 updated; 1 unchanged; 1 conflict
let conflicts = merged.conflicts.map(\.description)  // => ["Todo 1: \"priority\""]

let theirs = Store()
let house = try theirs.table(Project.self).create { $0.name = "House" }
try theirs.table(Todo.self).create { ($0.name, $0.projectID) = ("Paint", house.id) }
let appended = try store.load(
  from: .data(theirs.data(as: .json)), models: [Project.self, Todo.self], policy: .append)
let id = appended.id(of: Todo.self, 1)  // => 10: the store has a todo 1
let project = try Todo.require(id).project?.name  // => "House"
// snippet.hide
precondition(merged.description == "Todo: 1 inserted, 1 updated; 1 unchanged; 1 conflict")
precondition(conflicts == ["Todo 1: \"priority\""])
precondition(id == 10 && project == "House")
