// Rows from elsewhere are imported. Records are written to files, and read back.

// snippet.hide
import Foundation
import MotionModel

struct Todo: Model {
  var id = 0
  var name = ""
  var priority = 0
}

let store = Store.default
let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

// snippet.show
// snippet.rows
let rows = Data(#"[{"name": "Sweep", "priority": "3"}, {"name": "Mop", "priority": "high"}]"#.utf8)

let report = try Todo.importRows(json: rows)  // a JSON array of objects, with or without a byte order mark
let added = report.records.map(\.priority)  // => [3]
for failure in report.failures { print(failure) }  // => Row 2: Todo cannot take the value for its column …
// snippet.hide
precondition(added == [3])
precondition(report.failures.map(\.description)[0].hasPrefix("Row 2: Todo cannot take the value for its column"))

// snippet.show
// snippet.files
let todos = folder.appending(path: "todos.json")
try Todo.save(to: todos)
try Todo.save()  // to the same place again
try Todo.deleteAll()
try Todo.load(from: todos)
let names = Todo.pluck(\.name)  // => ["Sweep"]

let everything = folder.appending(path: "everything.plist")
try store.save(to: everything)
try Todo.create { $0.name = "Mop" }
let changeset = try store.load(from: everything, models: [Todo.self]).changes
print(changeset)  // => Todo: 1 deleted
// snippet.hide
precondition(names == ["Sweep"] && changeset.description == "Todo: 1 deleted" && Todo.pluck(\.name) == names)

// snippet.show
// snippet.text
try store.saveSorted(to: folder.appending(path: "fixtures.json"))
let text = try store.sortedString()  // the same
// snippet.hide
let fixtures = try String(contentsOf: folder.appending(path: "fixtures.json"), encoding: .utf8)
precondition(fixtures == text)
precondition(text.contains("{\"id\": 1, \"name\": \"Sweep\", \"priority\": 3}\n"))
