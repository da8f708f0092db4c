import Foundation
import MotionModel

/// A model that belongs to a project.
struct ChildTodo: TodoRow {
  var id = 0
  var name = ""
  var location = ""
  var priority = 0
  var rank = 0
  var dueDate = Date.distantPast
  var projectID: Int?

  static let schema = Schema<ChildTodo> {
    Column(\.name)
    Column(\.location)
    Column(\.priority)
    Column(\.rank)
    Column(\.dueDate)
    Column(\.projectID)
  }

  struct Relations {
    let project = BelongsTo<Project>(\.projectID)
  }
  static let relations = Relations()
}
