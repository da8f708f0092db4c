import MotionModel
import MotionModelTestSupport

/// A depot in memory, which counts its crates, adds up their weights and destroys them.
struct Depot: Model, Equatable {
  var id = 0
  var name = ""
  var cratesCount = 0
  var load = 0
  var heaviest: Int?

  static let schema = Schema<Depot> {
    Column(\.name)
    Derived(\.cratesCount, count: \.crates)
    Derived(\.load, sum: \.crates, \.weight)
    Derived(\.heaviest, maximum: \.crates, \.weight)
  }
  struct Relations: Sendable {
    let crates = HasMany<Crate>(\.depotID, dependent: .destroy)
  }
  static let relations = Relations()
}

/// A crate, which an adapter keeps: it requires a depot in memory, may be in another crate, and has a unique label.
struct Crate: Model, Equatable {
  typealias Adapter = BytesAdapter

  var id = 0
  var label = ""
  var weight: Int?
  var depotID = 0
  var crateID: Int?
  var innerCount = 0
  var innerWeight = 0

  static let schema = Schema<Crate> {
    Column(\.label, .unique)
    Column(\.weight)
    Column(\.depotID)
    Column(\.crateID)
    Derived(\.innerCount, count: \.inner)
    Derived(\.innerWeight, sum: \.inner, \.weight)
  }
  struct Relations: Sendable {
    let depot = BelongsTo<Depot>(\.depotID)
    let outer = BelongsTo<Crate>(\.crateID)
    let inner = HasMany<Crate>(\.crateID, dependent: .nullify)
    let seals = HasMany<Seal>(\.crateID, dependent: .delete)
  }
  static let relations = Relations()
}

/// A seal in memory, whose crate an adapter keeps.
struct Seal: Model, Equatable {
  var id = 0
  var crateID: Int?

  static let schema = Schema<Seal> { Column(\.crateID) }
  struct Relations: Sendable {
    let crate = BelongsTo<Crate>(\.crateID)
  }
  static let relations = Relations()
}
