import Foundation
import MotionModel

/// A model whose updates are undone after they were written and looked at.
struct RefusedTodo: TodoRow {
  var id = 0
  var name = ""
  var location = ""
  var priority = 0
  var rank = 0
  var dueDate = Date.distantPast
  var projectID: Int?

  static let schema = Schema<RefusedTodo> {
    Column(\.name)
    Column(\.location)
    Column(\.priority)
    Column(\.rank)
    Column(\.dueDate)
    Column(\.projectID)
  }

  static let hooks: Hooks<RefusedTodo> = [
    .afterUpdate("refuse") { todo, context in
      blackHole(context.store.table(RefusedTodo.self).find(todo.id))
      throw context.halt("This is how it is undone.")
    }
  ]
}
