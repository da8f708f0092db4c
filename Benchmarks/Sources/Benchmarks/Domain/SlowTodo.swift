import Foundation
import MotionModel

/// A model whose saves take 100 ms while the writer's lock is held.
struct SlowTodo: TodoRow {
  var id = 0
  var name = ""
  var location = ""
  var priority = 0
  var rank = 0
  var dueDate = Date.distantPast
  var projectID: Int?

  static let schema = Schema<SlowTodo> {
    Column(\.name)
    Column(\.location)
    Column(\.priority)
    Column(\.rank)
    Column(\.dueDate)
    Column(\.projectID)
  }

  static let hooks: Hooks<SlowTodo> = [
    .afterSave("wait") { _, _ in Thread.sleep(forTimeInterval: 0.1) }
  ]
}
