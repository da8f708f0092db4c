import MotionModel
import MotionModelValidation

struct Project: Model {
  var id = 0
  var name = ""

  struct Relations: ModelRelations {
    let todos = HasMany<Todo>(\.projectID, dependent: .destroy)
  }
}

struct Todo: Model {
  var id = 0
  var name = ""
  var location = ""
  var rank = 0
  var priority = 0
  var projectID: Int?

  struct Relations: ModelRelations {
    let project = BelongsTo<Project>(\.projectID)
  }

  static let schema = Schema<Todo> {
    Column(\.location, .indexed)
    Column(\.rank, .ordered)
  }
}

/// A record with two rules.
struct Ruled: Model, Validatable {
  var id = 0
  var name = ""

  static let validations = Validations<Ruled> {
    Presence(\.name)
    Length(\.name, 1...80)
  }
}

/// A record with one rule that is code.
struct Account: Model, Validatable {
  var id = 0
  var balance = 0

  static let validations = Validations<Account> { Validate(\.balance, "covered") { $0 > -1_000_000_000 } }
}
