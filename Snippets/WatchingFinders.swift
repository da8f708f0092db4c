// A live result has the records of its finder after each commit, and says what changed.

// snippet.hide
import MotionModel
import MotionModelLive
import Synchronization

struct Todo: Model {
  var id = 0
  var name = ""
  var priority = 0

  static let schema = Schema<Todo> { Column(\.priority, .ordered) }
}

let printed = Mutex<[String]>([])
func print(_ text: String) { printed.withLock { $0.append(text) } }
func print(_ change: LiveChange<Todo>) { printed.withLock { $0.append("\(change)") } }

// snippet.show
// snippet.reading
let urgent = Todo.where(\.priority > 2).order(by: \.priority, .descending).limit(20).live()

var dog = try Todo.create { ($0.name, $0.priority) = ("Walk the dog", 3) }
var rent = try Todo.create { ($0.name, $0.priority) = ("Pay the rent", 5) }
let names = urgent.map(\.name)  // => ["Pay the rent", "Walk the dog"]
let moment = urgent.elements  // these two, whatever is written afterwards
// snippet.hide
precondition(names == ["Pay the rent", "Walk the dog"])

// snippet.show
// snippet.changes
let observation = urgent.onChange { change in print(change) }

try dog.update { $0.priority = 9 }  // prints "move 1 → 0, update 0 (priority)"
try rent.delete()  // prints "delete 1"
// snippet.hide
precondition(printed.withLock { $0 } == ["move 1 → 0, update 0 (priority)", "delete 1"])
precondition(moment.map(\.name) == ["Pay the rent", "Walk the dog"] && urgent.count == 1)
observation.cancel()

// snippet.show
// snippet.writing
try urgent.append(Todo(name: "Sweep", priority: 4))  // a record that is urgent, too
try urgent.update(at: 0) { $0.priority = 1 }  // the dog is not urgent any more, so it is not shown
try urgent.remove(at: 0)
// snippet.hide
precondition(urgent.isEmpty && Todo.pluck(\.name) == ["Walk the dog"])
do {
  try urgent.append(Todo(name: "Read", priority: 1))
  fatalError("appended")
} catch LiveError.notSelected {}

// snippet.show
// snippet.delegate
final class Rows: LiveListDelegate, Sendable {
  func liveWillChange(_ change: LiveChange<Todo>) { print("begin with \(change.before.count)") }
  func liveDidDelete(at place: LivePlace) { print("delete \(place.index)") }
  func liveDidInsert(at place: LivePlace) { print("insert \(place.index)") }
  func liveDidMove(from old: LivePlace, to new: LivePlace) { print("move \(old.index) to \(new.index)") }
  func liveDidUpdate(from old: LivePlace, to new: LivePlace, columns: [String]) { print("update \(new.index)") }
  func liveDidChange(_ change: LiveChange<Todo>) { print("end with \(change.after.count)") }
}

let rows = Rows()
let calls = urgent.onChange(notify: rows)
try urgent.append(Todo(name: "Iron", priority: 6))  // prints begin with 0, insert 0, end with 1
// snippet.hide
precondition(printed.withLock { $0.suffix(3) } == ["begin with 0", "insert 0", "end with 1"])
calls.cancel()
try urgent.remove(at: 0)

// snippet.show
// snippet.plan
let plan = urgent.plan  // => follows the changes of each commit

let dogs = Todo.find { $0.name.hasSuffix("dog") }.live()
let other = dogs.plan  // => runs the finder again after each commit, because of code
// snippet.hide
precondition(plan == .followsChanges && other == .runsAgain(because: "code"))
precondition("\(other)" == "runs the finder again after each commit, because of code" && dogs.count == 1)
