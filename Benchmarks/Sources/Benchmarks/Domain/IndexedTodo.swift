import Foundation
import MotionModel

/// A model with two secondary indexes: a hash index with few values, and an ordered index.
struct IndexedTodo: TodoRow {
  var id = 0
  var name = ""
  var location = ""
  var priority = 0
  var rank = 0
  var dueDate = Date.distantPast
  var projectID: Int?

  static let schema = Schema<IndexedTodo> {
    Column(\.name)
    Column(\.location, .indexed)
    Column(\.priority)
    Column(\.rank, .ordered)
    Column(\.dueDate)
    Column(\.projectID)
  }
}
