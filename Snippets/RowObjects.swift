// An object for each row of a list, where a row has an identity and state of its own.

// snippet.hide
import MotionModel
import MotionModelLive
import Observation

struct Todo: Model {
  var id = 0
  var name = ""
  var priority = 0

  static let schema = Schema<Todo> { Column(\.priority, .ordered) }
}

// snippet.show
// snippet.row
@Observable
final class Row: Identifiable {
  let id: Int
  /// State of the screen, which is not stored.
  var isExpanded = false
  private let todo: LiveRecord<Todo>

  init(_ id: Int) { (self.id, todo) = (id, Todo.live(id)) }

  var name: String { todo.value?.name ?? "" }
  func rename(_ name: String) throws { try todo.update { $0.name = name } }
}

// snippet.hide
// snippet.show
// snippet.rows
final class Rows {
  private let todos = Todo.records.order(by: \.priority).live()
  private var objects: [Int: Row] = [:]

  /// The rows in order. A row that moved, or whose record changed, is the same object as before.
  var rows: [Row] {
    let elements = todos.elements
    objects = Dictionary(uniqueKeysWithValues: elements.map { ($0.id, objects[$0.id] ?? Row($0.id)) })
    return elements.compactMap { objects[$0.id] }
  }
}

// snippet.hide
var sweep = try Todo.create { ($0.name, $0.priority) = ("Sweep", 1) }
let cook = try Todo.create { ($0.name, $0.priority) = ("Cook", 2) }
let list = Rows()
let first = list.rows[0]
first.isExpanded = true
try first.rename("Sweep the floor")
try sweep.reload()
try sweep.update { $0.priority = 3 }
precondition(list.rows.map(\.name) == ["Cook", "Sweep the floor"] && list.rows[1] === first && first.isExpanded)
try cook.delete()
try sweep.delete()
precondition(list.rows.isEmpty && first.name == "")
