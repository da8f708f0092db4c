// The code of the README, in its order; `Scripts/Support/snippets.sh` checks that each block of the README is here.

// snippet.hide
import Foundation
// snippet.show
import MotionModel
// snippet.hide
import MotionModelJournal
import MotionModelLive
import MotionModelTransactions
import MotionModelValidation
// snippet.show

struct Todo: Model {
  var id = 0
  var name = ""
  var assignedTo: String?
  var priority = 0
  // snippet.hide
  var projectID: Int?
  // snippet.show

  static let schema = Schema<Todo> {
    Column(\.assignedTo, .indexed)
    Column(\.priority, .ordered)
    // snippet.hide
    // snippet.show
  }
}

var todo = try Todo.create {
  $0.name = "Walk the dog"; $0.assignedTo = "bob"
}
todo.priority = 3
try todo.save()  // updates the stored record; a new one would be inserted

let found = Todo.where(\.assignedTo).eq("bob").and(\.name).contains("dog").all  // => [todo]
let first = Todo.where(\.priority > 2).order(by: \.name).first?.name  // => "Walk the dog"
// snippet.hide
precondition(found.map(\.id) == [todo.id] && first == "Walk the dog")
// snippet.show

// Find.
try Todo.create {
  $0.name = "Sweep"; $0.assignedTo = "bob"
}
let bobs = Todo.where(\.assignedTo == "bob")  // a finder is a value, and reads nothing yet
let urgent = bobs.where { $0.priority > 2 && $0.name.contains("dog") }.count  // => 1
let names = bobs.order(by: \.priority, .descending).limit(20).pluck(\.name)  // => ["Walk the dog", "Sweep"]
let counts = Todo.group(by: \.assignedTo).count()  // => ["bob": 2]
// snippet.hide
precondition(urgent == 1 && names == ["Walk the dog", "Sweep"] && counts == ["bob": 2])
// snippet.show

// Relate.
struct Project: Model {
  var id = 0
  var name = ""

  struct Relations: ModelRelations { let todos = HasMany<Todo>(\.projectID, dependent: .destroy) }
}

var house = try Project.create { $0.name = "House" }
var paint = try house.todos.create { $0.name = "Paint the door" }  // its key is set
let houses = Project.where { $0.todos.any { $0.priority == 0 } }.pluck(\.name)  // => ["House"]
// snippet.hide
precondition(paint.projectID == house.id && houses == ["House"])
// snippet.show

// Validate.
extension Todo: Validatable {
  static let validations = Validations<Todo> {
    Presence(\.name)
    Length(\.name, 5...80)
  }
}

todo.name = "Dog"
let messages = todo.errors.fullMessages  // => ["Name is too short (at least 5 characters)"]
// snippet.hide
precondition(messages == ["Name is too short (at least 5 characters)"])
let store = Store.current
// snippet.show

// Together or not at all, and undone.
let history = UndoHistory(of: store)
try store.transaction {  // one commit, and none of it if the body throws
  try house.update { $0.name = "Old house" }
  try paint.update { $0.priority = 9 }
}
let preview = store.preview { try house.destroy() }.summary  // => "1 project destroyed, 1 todo destroyed"
try history.undo()
let restored = Project.find(house.id)?.name  // => "House"
// snippet.hide
precondition(preview == "1 project destroyed, 1 todo destroyed" && restored == "House")
let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).motionmodel")
// snippet.show

// Kept on disk.
let shop = try Store(file: file, models: [Todo.self, Project.self])
let milk = try shop.table(Todo.self).create { $0.name = "Buy milk" }  // on the disk when it returns
try shop.journal?.close()
let again = try Store(file: file, models: [Todo.self, Project.self]).table(Todo.self).count  // => 1
// snippet.hide
precondition(milk.id == 1 && again == 1)
// snippet.show

// Live.
let list = Todo.where(\.priority > 2).order(by: \.name).live()  // kept true by each commit
let observation = list.onChange { change in print(change) }
try Todo.create {
  $0.name = "Feed the cat"; $0.priority = 5
}  // prints "insert 0"
let shown = list.map(\.name)  // => ["Feed the cat", "Walk the dog"]
// snippet.hide
precondition(shown == ["Feed the cat", "Walk the dog"])
observation.cancel()
for name in try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path())
where name.hasPrefix(file.deletingPathExtension().lastPathComponent) {
  try FileManager.default.removeItem(at: file.deletingLastPathComponent().appending(path: name))
}
