import Foundation
import MotionModel

/// A model with one index, of values that are all different.
struct NameIndexedTodo: TodoRow {
  var id = 0
  var name = ""
  var location = ""
  var priority = 0
  var rank = 0
  var dueDate = Date.distantPast
  var projectID: Int?

  static let schema = Schema<NameIndexedTodo> {
    Column(\.name, .indexed)
    Column(\.location)
    Column(\.priority)
    Column(\.rank)
    Column(\.dueDate)
    Column(\.projectID)
  }
}
