import Foundation
import MotionModel

/// A model with hooks before and after each save.
struct HookedTodo: TodoRow {
  var id = 0
  var name = ""
  var location = ""
  var priority = 0
  var rank = 0
  var dueDate = Date.distantPast
  var projectID: Int?

  static let schema = Schema<HookedTodo> {
    Column(\.name)
    Column(\.location)
    Column(\.priority)
    Column(\.rank)
    Column(\.dueDate)
    Column(\.projectID)
  }

  static let hooks: Hooks<HookedTodo> = [
    .beforeSave("count") { todo, _ in todo.rank &+= 1 },
    .afterSave("look") { todo, _ in blackHole(todo.rank) },
  ]
}
