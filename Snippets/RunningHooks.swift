// Hooks change records before they are written, refuse an operation, and are notified of its commit.

// snippet.hide
import Foundation
import MotionModel
import Synchronization

let printed = Mutex<[String]>([])
func print(_ text: String) { printed.withLock { $0.append(text) } }

// snippet.show
struct Todo: Model {
  var id = 0
  var name = ""
  var done = false

  static let hooks: Hooks<Todo> = [
    .beforeSave("trim") { todo, _ in todo.name = todo.name.trimmingCharacters(in: .whitespaces) },
    .beforeDelete("finished") { todo, context in
      if !todo.done { throw context.halt("The todo is not done.") }
    },
    .afterCommit { change, _ in print("\(change.kind) \(change.id)") },
  ]
}

let todo = try Todo.create { $0.name = "  Walk the dog " }  // prints "insert 1"
let name = todo.name  // => "Walk the dog"

do {
  try todo.delete()
} catch StoreError.halted(_, _, _, _, let reason) {
  print(reason)  // => The todo is not done.
}

// snippet.hide
precondition(name == "Walk the dog" && Todo.count == 1)
precondition(printed.withLock { $0 } == ["insert 1", "The todo is not done."])
