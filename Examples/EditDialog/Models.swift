import MotionModel
import MotionModelValidation

/// The edited model: a todo with assignees.
struct Todo: Model, Validatable {
  var id = 0
  var name = ""
  var priority = 0
  var version = 0

  static let schema = Schema<Todo> { LockVersion(\.version) }
  struct Relations: ModelRelations {
    let assignees = HasMany<Assignee>(\.todoID, dependent: .destroy).acceptingAttributes(allowingRemoval: true)
  }

  static let validations = Validations<Todo> {
    Presence(\.name)
    Numericality(\.priority, .in(0...9))
  }
}

/// A person who is assigned to a todo.
struct Assignee: Model {
  var id = 0
  var name = ""
  var todoID = 0

  struct Relations: ModelRelations { let todo = BelongsTo<Todo>(\.todoID) }
}

extension Todo {
  /// The todo in one line: `Walk the dog (3): ann, bob`.
  var line: String { "\(name) (\(priority)): \(self.assignees.pluck(\.name).joined(separator: ", "))" }
}
