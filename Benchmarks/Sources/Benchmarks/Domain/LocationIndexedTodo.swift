import Foundation
import MotionModel

/// A model with one index, of ten values.
struct LocationIndexedTodo: TodoRow {
  var id = 0
  var name = ""
  var location = ""
  var priority = 0
  var rank = 0
  var dueDate = Date.distantPast
  var projectID: Int?

  static let schema = Schema<LocationIndexedTodo> {
    Column(\.name)
    Column(\.location, .indexed)
    Column(\.priority)
    Column(\.rank)
    Column(\.dueDate)
    Column(\.projectID)
  }
}
