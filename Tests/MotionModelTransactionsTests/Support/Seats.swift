import MotionModel
import MotionModelTransactions

/// A seat, which is unique in three ways: by a column, by two columns together, and, while it is active, by its holder.
struct Seat: Model, Equatable {
  var id = 0
  var code: String?
  var room = 0
  var number = 0
  var holder: String?
  var isActive = false

  static let schema = Schema<Seat> {
    Column(\.code, .unique)
    Column(\.room)
    Column(\.number)
    Column(\.holder)
    Column(\.isActive)
    Index(\.room, \.number, unique: true)
    Index(\.holder, unique: true, where: \.isActive == true)
  }

  init() {}
  init(_ code: String?, at room: Int, _ number: Int, holder: String?, isActive: Bool) {
    (self.code, self.room, self.number, self.holder, self.isActive) = (code, room, number, holder, isActive)
  }
}

/// One thing that happens to the seats of a store, or to seats in a dictionary.
enum SeatEdit: Sendable, CaseIterable {
  case insertC, insertD, insertAtFree, insertInactive, renameToC, renameToD, renameToNil, move, activate, deactivate,
    take,
    delete, deleteTaken, restore, replace, swap, shift

  func make(in store: Store) throws {
    let seats = store.table(Seat.self)
    func update(_ id: Int, _ change: (inout Seat) -> Void) throws {
      guard var seat = seats.find(id) else { return }
      change(&seat)
      try seats.save(&seat)
    }
    switch self {
    case .insertC, .insertD, .insertAtFree, .insertInactive:
      var seat = Self.inserted(self)
      try seats.insert(&seat)
    case .renameToC: try update(1) { $0.code = "c" }
    case .renameToD: try update(2) { $0.code = "d" }
    case .renameToNil: try update(1) { $0.code = nil }
    case .move: try update(2) { ($0.room, $0.number) = (3, 3) }
    case .activate: try update(2) { $0.isActive = true }
    case .deactivate: try update(1) { $0.isActive = false }
    case .take: try update(3) { $0.holder = "ann" }
    case .delete: try seats.delete(1)
    case .deleteTaken: try seats.where(\.room == 2).deleteAll()
    case .restore, .replace:
      guard var seat = seats.find(1) else { return }
      try store.transaction {
        try seats.delete(1)
        if self == .replace { (seat.code, seat.number) = ("d", 9) }
        try seats.insert(&seat)
      }
    case .swap:
      let codes = (seats.find(1)?.code, seats.find(2)?.code)
      try seats.where(\.id < 3).updateAll { $0.code = $0.id == 1 ? codes.1 : codes.0 }
    case .shift: try seats.where(\.room == 1).updateAll { $0.number += 1 }
    }
  }

  private static func inserted(_ edit: SeatEdit) -> Seat {
    switch edit {
    case .insertC: Seat("c", at: 7, 7, holder: nil, isActive: true)
    case .insertD: Seat("d", at: 8, 8, holder: "bob", isActive: true)
    case .insertAtFree: Seat(nil, at: 3, 3, holder: "bob", isActive: false)
    default: Seat("e", at: 1, 3, holder: "ann", isActive: false)
    }
  }

  /// Makes the same edit, unless it leaves two seats alike.
  ///
  /// - Parameter newID: The id of a new seat.
  func make(in plain: inout PlainSeats, newID: Int) {
    var seats = plain
    func update(_ id: Int, _ change: (inout Seat) -> Void) {
      guard var seat = seats.byID[id] else { return }
      change(&seat)
      seats.byID[id] = seat
    }
    switch self {
    case .insertC, .insertD, .insertAtFree, .insertInactive: seats.byID[newID] = Self.inserted(self)
    case .renameToC: update(1) { $0.code = "c" }
    case .renameToD: update(2) { $0.code = "d" }
    case .renameToNil: update(1) { $0.code = nil }
    case .move: update(2) { ($0.room, $0.number) = (3, 3) }
    case .activate: update(2) { $0.isActive = true }
    case .deactivate: update(1) { $0.isActive = false }
    case .take: update(3) { $0.holder = "ann" }
    case .delete: seats.byID[1] = nil
    case .deleteTaken: seats.byID = seats.byID.filter { $1.room != 2 }
    case .restore: break
    case .replace: update(1) { ($0.code, $0.number) = ("d", 9) }
    case .swap:
      let codes = (seats.byID[1]?.code, seats.byID[2]?.code)
      update(1) { $0.code = codes.1 }
      update(2) { $0.code = codes.0 }
    case .shift: for (id, seat) in seats.byID where seat.room == 1 { seats.byID[id]?.number += 1 }
    }
    if seats.areUnique { plain = seats }
  }
}

/// Seats in a dictionary, by ids; new ones have negative ids, which are others on each side of a merge.
struct PlainSeats {
  var byID: [Int: Seat]

  static let start = PlainSeats(byID: [
    1: Seat("a", at: 1, 1, holder: "ann", isActive: true), 2: Seat("b", at: 1, 2, holder: "ann", isActive: false),
    3: Seat(nil, at: 2, 1, holder: nil, isActive: true), 4: Seat(nil, at: 2, 2, holder: nil, isActive: true),
  ])

  /// The seats without ids, in a certain order.
  var texts: [String] { Self.texts(Array(byID.values)) }

  static func texts(_ seats: [Seat]) -> [String] {
    seats.map { "\($0.code ?? "-") \($0.room).\($0.number) \($0.holder ?? "-") \($0.isActive)" }.sorted()
  }

  var areUnique: Bool {
    func differ<Value: Hashable>(_ values: [Value]) -> Bool { Set(values).count == values.count }
    let seats = byID.values
    return differ(seats.compactMap(\.code)) && differ(seats.map { [$0.room, $0.number] })
      && differ(seats.filter(\.isActive).compactMap(\.holder))
  }

  /// How a merge decides conflicts; see `MergePolicy`.
  enum Policy: CaseIterable {
    case fail, ours, theirs

    var policy: MergePolicy {
      switch self {
      case .fail: .fail
      case .ours: .ours
      case .theirs: .theirs
      }
    }
  }

  enum Refusal: Error, Equatable { case conflicts, notUnique }

  /// Returns these seats with the changes of others since a common beginning.
  func merged(_ ours: PlainSeats, since base: PlainSeats, _ policy: Policy) throws(Refusal) -> PlainSeats {
    var (result, hasConflict) = (self, false)
    func resolve(_ takeOurs: () -> Void) {
      hasConflict = true
      if policy == .ours { takeOurs() }
    }
    for id in Set(base.byID.keys).union(ours.byID.keys) {
      let (old, own, other) = (base.byID[id], ours.byID[id], byID[id])
      if own == old { continue }
      switch (own, other) {
      case (let own?, let other?): result.byID[id] = Self.merge(own, other, since: old ?? own, resolve)
      case (let own?, nil): if old == nil { result.byID[id] = own } else { resolve { result.byID[id] = own } }
      case (nil, let other?): if other == old { result.byID[id] = nil } else { resolve { result.byID[id] = nil } }
      case (nil, nil): break
      }
    }
    if hasConflict && policy == .fail { throw .conflicts }
    if !result.areUnique { throw .notUnique }
    return result
  }

  private static func merge(_ own: Seat, _ other: Seat, since old: Seat, _ resolve: (() -> Void) -> Void) -> Seat {
    var result = other
    func merge<Value: Equatable>(_ column: WritableKeyPath<Seat, Value>) {
      if own[keyPath: column] == old[keyPath: column] || own[keyPath: column] == other[keyPath: column] { return }
      let take = { result[keyPath: column] = own[keyPath: column] }
      if other[keyPath: column] == old[keyPath: column] { take() } else { resolve(take) }
    }
    merge(\.code)
    merge(\.room)
    merge(\.number)
    merge(\.holder)
    merge(\.isActive)
    return result
  }
}
