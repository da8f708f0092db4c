// A change of a record is seen by nobody else until the record is saved.

import MotionModel

struct Todo: Model {
  var id = 0
  var name = ""
  var assignedTo: String?
  var priority = 0

  static let schema = Schema<Todo> {
    Column(\.assignedTo, .indexed)
    Column(\.priority, .ordered)
  }
}

var todo = try Todo.create { ($0.name, $0.assignedTo) = ("Walk the dog", "bob") }
todo.priority = 3
// snippet.hide
precondition(Todo.find(1)?.priority == 0, "nobody else sees a change before it is saved")
// snippet.show
try todo.save()
let found = Todo.where(\.assignedTo).eq("bob").and(\.priority).gt(2).all  // => [todo]

// snippet.hide
precondition(todo.id == 1 && found.map(\.id) == [1] && found[0].name == "Walk the dog" && found[0].priority == 3)
