import MotionModel

/// The state that tests keep for a store: its clock, and the numbers that factories have used.
struct StoreCompanion: Sendable {
  /// Nil when the store is gone. Its address may then be that of another store.
  private weak var store: Store?
  /// The clock of a store that was made for a test with one.
  var clock: ManualClock?
  /// The numbers that factories used last, by model.
  private var numbers: [ObjectIdentifier: Int] = [:]

  fileprivate init(_ store: Store) { self.store = store }

  /// Returns the next number for a record of a model: 1, 2, 3, …
  mutating func nextNumber(of model: any Model.Type) -> Int {
    numbers[ObjectIdentifier(model), default: 0] += 1
    return numbers[ObjectIdentifier(model), default: 1]
  }

  fileprivate var isGone: Bool { store == nil }
  fileprivate func belongs(to other: Store) -> Bool { store === other }
}

/// The companions of all stores that tests have used.
private struct StoreCompanions: Sendable {
  static let shared = Locked(StoreCompanions())

  private var companions: [ObjectIdentifier: StoreCompanion] = [:]
  /// How many companions there may be before those of stores that are gone are removed.
  private var limit = 64

  subscript(store: Store) -> StoreCompanion {
    get {
      let companion = companions[ObjectIdentifier(store)]
      return companion.flatMap { $0.belongs(to: store) ? $0 : nil } ?? StoreCompanion(store)
    }
    set {
      companions[ObjectIdentifier(store)] = newValue
      if companions.count > limit { removeThoseOfStoresThatAreGone() }
    }
  }

  private mutating func removeThoseOfStoresThatAreGone() {
    companions = companions.filter { !$0.value.isGone }
    limit = max(64, companions.count * 2)
  }
}

extension Store {
  /// What tests keep beside this store.
  var companion: StoreCompanion { StoreCompanions.shared.withLock { $0[self] } }

  /// Changes what tests keep beside this store.
  func changeCompanion<Result>(_ body: (inout StoreCompanion) -> Result) -> Result {
    StoreCompanions.shared.withLock { body(&$0[self]) }
  }
}
