// A handler is called with the changeset of each commit, or once for all commits of a block.

// snippet.hide
import MotionModel
import Synchronization

struct Todo: Model {
  var id = 0
  var name = ""
  var done = false
}

let store = Store.default
let printed = Mutex<[String]>([])
func print(_ text: String) { printed.withLock { $0.append(text) } }

// snippet.show
// snippet.commits
let observation = store.observeCommits { changeset in
  for change in changeset.changes(of: Todo.self) { print("\(change.kind) \(change.id)") }
}

var todo = try Todo.create { $0.name = "Walk the dog" }  // prints "insert 1"
try todo.save()  // prints nothing, because no column changed
try todo.delete()  // prints "delete 1"
// snippet.hide
precondition(printed.withLock { $0 } == ["insert 1", "delete 1"])

let counting = store.observeCommits { _ in printed.withLock { $0.append("called") } }
printed.withLock { $0 = [] }

// snippet.show
// snippet.silence
try store.silenced {  // nobody is told
  try Todo.create { $0.name = "Sweep" }
  try Todo.create { $0.name = "Mop" }
}
try store.coalesced {  // all are told once, at the end
  for var todo in Todo.records { try todo.update { $0.done = true } }
}
// snippet.hide
precondition(printed.withLock { $0 } == ["update 2", "update 3", "called"])
