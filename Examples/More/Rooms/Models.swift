import MotionModel
import MotionModelValidation

/// A room of the hotel. The models are generic in their adapter: the processes that write have them in the database, and the one that
/// only reads has them in memory.
struct Room<Adapter: StorageAdapter>: Model {
  var id = 0
  var name = ""
  var staysCount = 0

  struct Relations: ModelRelations { let stays = HasMany<Stay<Adapter>>(\.roomID, dependent: .destroy) }
  static var schema: Schema<Self> {
    .once {
      Schema {
        Column(\.name, .unique)
        Derived(\.staysCount, count: \.stays)
      }
    }
  }
}

/// A guest in a room, from the evening of one day to the morning of another.
struct Stay<Adapter: StorageAdapter>: Model {
  var id = 0
  var roomID = 0
  var guest = ""
  var arrival = 0
  var departure = 0
  /// The worker that has sent the letter to the guest.
  var confirmedBy: String?

  struct Relations: ModelRelations { let room = BelongsTo<Room<Adapter>>(\.roomID) }
  // Workers that look for the next one by an index are in the way of few others.
  static var schema: Schema<Self> { .once { Schema { Column(\.confirmedBy, .indexed) } } }
}

extension Stay: Validatable {
  static var validations: Validations<Self> {
    Validations {
      Presence(\.guest)
      AcrossRecords("no two guests in one room", by: \.roomID) { stays in
        let stays = try stays.order(by: \.arrival).all
        return zip(stays, stays.dropFirst()).allSatisfy { $0.departure <= $1.arrival }
      }
    }
  }
}
