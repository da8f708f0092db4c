import Foundation
import MotionModel

/// A model with one unique column.
struct UniqueTodo: TodoRow {
  var id = 0
  var name = ""
  var location = ""
  var priority = 0
  var rank = 0
  var dueDate = Date.distantPast
  var projectID: Int?

  static let schema = Schema<UniqueTodo> {
    Column(\.name, .unique)
    Column(\.location)
    Column(\.priority)
    Column(\.rank)
    Column(\.dueDate)
    Column(\.projectID)
  }
}
