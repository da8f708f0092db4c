// A finder is a value: it can be named, refined, and read page by page.

// snippet.hide
import MotionModel

struct Todo: Model {
  var id = 0
  var name = ""
  var assignedTo: String?
  var priority = 0
  var done = false

  static let schema = Schema<Todo> {
    Column(\.assignedTo, .indexed)
    Column(\.priority, .ordered)
  }
}

for (name, assignedTo, priority, done) in [
  ("Walk the dog", "bob", 3, false), ("Feed the cat", "ann", 4, false), ("Sweep", "bob", 5, true),
  ("Paint the door", "bob", 1, false),
] {
  try Todo.create { ($0.name, $0.assignedTo, $0.priority, $0.done) = (name, assignedTo, priority, done) }
}

// snippet.show
// snippet.scopes
extension Todo {
  static var open: Finder<Todo> { Todo.where(\.done == false) }  // a scope
  static func urgent(_ priority: Int) -> Finder<Todo> { open.where(\.priority >= priority) }
}

let urgent = Todo.urgent(3).order(by: \.name).pluck(\.name)  // => ["Feed the cat", "Walk the dog"]
let forBob = Todo.urgent(3).and(Todo.where(\.assignedTo == "bob")).count  // => 1
let openFor = Todo.open.group(by: \.assignedTo).count()  // => ["bob": 2, "ann": 1]
// snippet.hide
precondition(urgent == ["Feed the cat", "Walk the dog"])
precondition(forBob == 1)
precondition(openFor == ["bob": 2, "ann": 1])

// snippet.show
// snippet.example
var sample = Todo()
sample.assignedTo = "bob"

let bobs = Todo.where(.like(sample)).pluck(\.name)  // => ["Walk the dog", "Sweep", "Paint the door"]
let bobsOpen = Todo.where(.like(sample, including: \.done)).count  // => 2, those that are not done
let either = Todo.where(.like(sample) || \.priority == 4).count  // => 4
// snippet.hide
precondition(bobs == ["Walk the dog", "Sweep", "Paint the door"] && bobsOpen == 2 && either == 4)

// snippet.show
// snippet.pages
let page = Todo.order(by: \.name).page(size: 3)
let names = page.records.map(\.name)  // => ["Feed the cat", "Paint the door", "Sweep"]

try Todo.create { $0.name = "Air the rooms" }  // neither skips nor repeats another

let next = Todo.order(by: \.name).page(after: page.next, size: 3)
let nextNames = next.records.map(\.name)  // => ["Walk the dog"]
// snippet.hide
precondition(names == ["Feed the cat", "Paint the door", "Sweep"])
precondition(nextNames == ["Walk the dog"] && next.next == nil)
