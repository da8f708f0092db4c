import Foundation
import MotionModel

/// A model without secondary indexes.
struct Todo: TodoRow {
  var id = 0
  var name = ""
  var location = ""
  var priority = 0
  var rank = 0
  var dueDate = Date.distantPast
  var projectID: Int?

  static let schema = Schema<Todo> {
    Column(\.name)
    Column(\.location)
    Column(\.priority)
    Column(\.rank)
    Column(\.dueDate)
    Column(\.projectID)
  }
}
