import Foundation
import MotionModel
import MotionModelREST

struct Train: RemoteModel, Equatable {
  var id = 0
  var company = ""
  var maxSpeed: Double?
  var mileage = 0
  var builtAt: Date?
  var conductorID: Int?

  static let schema = Schema<Train> {
    Column(\.company)
    Column(\.maxSpeed)
    Column(\.mileage)
    Column(\.builtAt)
    Column(\.conductorID)
  }
  struct Relations {
    let conductor = BelongsTo<Conductor>(\.conductorID)
    let cars = HasMany<Car>(\.trainID, dependent: .destroy)
    let plate = HasOne<Plate>(\.trainID)
  }
  static let relations = Relations()
  static let remote: Remote<Train> = [.embeds(\.cars, missing: .delete), .readOnly(\.mileage)]
}

struct Car: RemoteModel, Equatable {
  var id = 0
  var length = 0
  var trainID: Int?

  static let schema = Schema<Car> {
    Column(\.length)
    Column(\.trainID)
  }
  struct Relations {
    let train = BelongsTo<Train>(\.trainID)
    let seats = HasMany<Seat>(\.carID, dependent: .destroy)
  }
  static let relations = Relations()
}

struct Seat: RemoteModel, Equatable {
  var id = ""
  var carID: Int?

  static let schema = Schema<Seat> { Column(\.carID) }
  struct Relations {
    let car = BelongsTo<Car>(\.carID)
  }
  static let relations = Relations()
  static let remote: Remote<Seat> = [.path("cars/:car_id/seats")]
}

struct Conductor: RemoteModel, Equatable {
  var id = 0
  var name = ""

  static let schema = Schema<Conductor> { Column(\.name) }
}

struct Plate: RemoteModel, Equatable {
  var id = 0
  var text = ""
  var trainID: Int?

  static let schema = Schema<Plate> {
    Column(\.text)
    Column(\.trainID)
  }
}
