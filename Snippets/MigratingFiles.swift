// Models change. Files of earlier versions are read nevertheless, and lose nothing.

// snippet.hide
import Foundation
import MotionModel

let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let file = folder.appending(path: "todos.json")
let old = StoreDocument(models: [
  StoreDocument.Table(
    "Task", columns: ["id", "name", "priority", "color"],
    rows: [
      ["id": 1, "name": "Sweep", "priority": "high", "color": "red"],
      ["id": 2, "name": "Mop for Ann", "priority": "low"],
    ], nextNumber: 3)
])
try old.write(to: file)

// snippet.show
// snippet.declaring
struct Todo: Model {
  var id = 0
  var title = ""
  var priority = 0
  var done = false
  var assignee: String?

  static let schema = Schema<Todo>(version: 3, was: "Task") {
    Column(\.title, was: "name")  // renamed
    Column(\.priority)  // other values: see the migrations
    Column(\.done, default: false)  // new; "color" is gone
  }
}

// snippet.hide
// snippet.show
// snippet.migrations
let migrations = [
  Migration(from: 1, to: 2, of: "Task") { tasks in
    try tasks.convert("priority", to: "Int") { value in value == "high" ? 3 : 1 }
  },
  Migration("split assignees", from: 2, to: 3, of: "Task") { tasks in
    try tasks.add("assignee", type: "String?") { _ in nil }
    try tasks.updateRows { task in
      let parts = try String(attribute: task["name"] ?? "").components(separatedBy: " for ")
      if parts.count == 2 { (task["name"], task["assignee"]) = (.string(parts[0]), .string(parts[1])) }
    }
  },
]
// snippet.hide

// snippet.show
// snippet.trying
let trial = Store()
try trial.load(from: file, models: [Todo.self], migrations: migrations)
let migrated = trial.table(Todo.self).count  // => 2
// snippet.hide
precondition(migrated == 2 && Todo.isEmpty)

// snippet.show
// snippet.loading
try Store.default.load(from: file, models: [Todo.self], migrations: migrations)
let todos = Todo.all.map { "\($0.title) \($0.priority) \($0.assignee ?? "nobody")" }
// => ["Sweep 3 nobody", "Mop 1 Ann"]
try Store.default.save()  // and the earlier file is kept as todos.before-migration.json
// snippet.hide
precondition(todos == ["Sweep 3 nobody", "Mop 1 Ann"])
let copy = try StoreDocument(contentsOf: folder.appending(path: "todos.before-migration.json"))
let saved = try StoreDocument(contentsOf: file)
precondition(copy == old && saved["Todo"]?.version == 3 && saved["Todo"]?.rows[0]["color"] == "red")

// snippet.show
// snippet.testing
var document = StoreDocument(models: [
  StoreDocument.Table("Task", version: 2, rows: [["id": 1, "name": "Mop for Ann"]])
])
try migrations[1].apply(to: &document)
let task = document["Task"]?.rows[0].attributes  // => ["id": 1, "name": "Mop", "assignee": "Ann"]
// snippet.hide
precondition(task == ["id": 1, "name": "Mop", "assignee": "Ann"])

// snippet.show
// snippet.documents
var content = try StoreDocument(contentsOf: file)
content["Todo"]?.rows[0]["title"] = "Sweep the yard"
content["Todo"]?.rows.append(["id": 9, "title": "Dust"])
try content.write(to: folder.appending(path: "todos.xml"))  // in another format
// snippet.hide
let converted = try StoreDocument(contentsOf: folder.appending(path: "todos.xml"))
precondition(converted == content)

// snippet.show
// snippet.members
var row: StoreDocument.Row = ["id": 1, "settings": ["layout": ["gap": 3]], "items": [["price": 5]]]
row["settings", "layout", "gap"] = 8
row["settings", "theme"] = "dark"
row["items"]?.updateElements { item in item[member: "unit"] = "piece" }
// snippet.hide
precondition(row["settings"] == ["layout": ["gap": 8], "theme": "dark"])
precondition(row["items"] == [["price": 5, "unit": "piece"]])
