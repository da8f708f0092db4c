import Foundation
import MotionModel
import MotionModelValidation

/// A model with five simple rules.
struct CheckedTodo: TodoRow, Validatable {
  var id = 0
  var name = ""
  var location = ""
  var priority = 0
  var rank = 0
  var dueDate = Date.distantPast
  var projectID: Int?

  static let schema = Schema<CheckedTodo> {
    Column(\.name)
    Column(\.location)
    Column(\.priority)
    Column(\.rank)
    Column(\.dueDate)
    Column(\.projectID)
  }

  static let validations = Validations<CheckedTodo> {
    Presence(\.name)
    Length(\.name, 5...80)
    Numericality(\.priority, .in(0...999))
    Inclusion(\.location, in: World.locations)
    Presence(\.projectID)
  }
}
