// A branch is edited apart from its store and merged as one commit. An undo history undoes commits.

// snippet.hide
import MotionModel
import MotionModelTransactions

struct Todo: Model {
  var id = 0
  var name = ""
  var priority = 0
}

let store = Store.default
var todo = try Todo.create { $0.name = "Walk the dog" }

// snippet.show
// snippet.merge
let draft = store.branch()
try Store.with(draft.store) { try todo.update { $0.name = "Feed the cat" } }

var theirs = try Todo.require(1)  // somebody else, meanwhile
try theirs.update { ($0.name, $0.priority) = ("Feed the dog", 3) }

do {
  try draft.merge()
} catch let error as ChangeConflicts {
  for conflict in error.conflicts { print(conflict) }  // => Todo 1: both updated "name"
  // snippet.hide
  precondition(error.conflicts.map(\.description) == ["Todo 1: both updated \"name\""])
  // snippet.show
  try draft.merge(.resolving { $0.theirs == .delete ? .theirs : .columns(ours: ["name"]) })
}
try todo.reload()  // its name is "Feed the cat", and its priority 3
// snippet.hide
precondition(todo.name == "Feed the cat" && todo.priority == 3)

// snippet.show
// snippet.undo
let history = UndoHistory(of: store, limit: .count(100))

try history.group("Clean up") {
  try todo.update { $0.name = "Sweep" }
  try Todo.create { $0.name = "Mop" }
}
let name = history.undoName  // => "Clean up"
try history.undo()
let undone = Todo.pluck(\.name)  // => ["Feed the cat"]
try history.redo()
let redone = Todo.pluck(\.name)  // => ["Sweep", "Mop"]
// snippet.hide
precondition(name == "Clean up" && undone == ["Feed the cat"] && redone == ["Sweep", "Mop"])
