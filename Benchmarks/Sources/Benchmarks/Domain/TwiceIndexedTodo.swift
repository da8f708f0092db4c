import Foundation
import MotionModel

/// A model with two hash indexes, one of few values and one of many.
struct TwiceIndexedTodo: TodoRow {
  var id = 0
  var name = ""
  var location = ""
  var priority = 0
  var rank = 0
  var dueDate = Date.distantPast
  var projectID: Int?

  static let schema = Schema<TwiceIndexedTodo> {
    Column(\.name)
    Column(\.location, .indexed)
    Column(\.priority)
    Column(\.rank)
    Column(\.dueDate)
    Column(\.projectID, .indexed)
  }
}
