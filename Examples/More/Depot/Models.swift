import MotionModel
import MotionModelREST

/// A train, whose cars are embedded in it.
struct Train: RemoteModel {
  var id = 0
  var company = ""
  var maxSpeed: Int?
  var mileage = 0
  var conductorID: Int?
  var lockVersion = 0

  static let schema = Schema<Train> { LockVersion(\.lockVersion) }
  struct Relations: ModelRelations {
    let conductor = BelongsTo<Conductor>(\.conductorID)
    let cars = HasMany<Car>(\.trainID, dependent: .destroy)
  }

  static let remote: Remote<Train> = [
    .key(\.maxSpeed, "top_speed"),
    .readOnly(\.mileage),
    .embeds(\.cars, missing: .delete),
  ]
}

/// A car of a train. All names of the server are made of those of the model.
struct Car: RemoteModel {
  var id = 0
  var length = 0
  var trainID: Int?

  struct Relations: ModelRelations { let train = BelongsTo<Train>(\.trainID) }
}

/// Who conducts trains.
struct Conductor: RemoteModel {
  var id = 0
  var name = ""
}
