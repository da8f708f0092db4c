import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import MotionModelValidation
import Testing

/// Two sides that are each unique may not be so together. Then a merge is refused, whatever its policy is, and changes
/// neither side.
@Suite struct UniquenessMergeTests {
  private struct Undone: Error {}

  /// Makes edits of which each may be refused: one after the other, or in transactions with undone ones between them.
  private func make(_ edits: [SeatEdit], in store: Store, nested: Bool) throws {
    if !nested { return edits.forEach { try? $0.make(in: store) } }
    try store.transaction {
      for edit in edits {
        try? store.transaction {
          for other in SeatEdit.allCases { try? other.make(in: store) }
          throw Undone()
        }
        try? store.transaction { try edit.make(in: store) }
      }
    }
  }

  private func plain(_ edits: [SeatEdit], newIDs: Int) -> PlainSeats {
    var seats = PlainSeats.start
    for (number, edit) in edits.enumerated() { edit.make(in: &seats, newID: newIDs - number) }
    return seats
  }

  /// Merges a branch with its store, or the other way round, and returns what is not as it has to be.
  private func fault(
    _ ours: [SeatEdit], _ theirs: [SeatEdit], _ policy: PlainSeats.Policy, isUpdate: Bool, nested: Bool
  ) throws -> String? {
    let store = Store(notificationCenter: nil)
    try store.table(Seat.self).insert(contentsOf: PlainSeats.start.byID.sorted { $0.key < $1.key }.map(\.value))
    let branch = store.branch()
    try make(ours, in: branch.store, nested: nested)
    try make(theirs, in: store, nested: nested)
    let (own, other) = (plain(ours, newIDs: -10), plain(theirs, newIDs: -20))
    let expected = Result { () throws(PlainSeats.Refusal) in
      try other.merged(own, since: .start, policy)
    }
    let outcome = Result { isUpdate ? try branch.update(policy.policy) : try branch.merge(policy.policy) }
    func texts(_ store: Store) -> [String] { PlainSeats.texts(store.table(Seat.self).all) }
    let found = (texts(store), texts(branch.store))
    let name = "\(ours) in the branch, \(theirs) in the store, \(policy), update: \(isUpdate), nested: \(nested)"
    if let violation = store.violation() ?? branch.store.violation() { return "\(name): \(violation)" }
    switch (outcome, expected) {
    case (.success, .success(let merged)):
      let parent = isUpdate ? other.texts : merged.texts
      return found == (parent, merged.texts) ? nil : "\(name): \(found), expected \(merged.texts)"
    case (.failure(let error), .failure(let refusal)):
      if found != (other.texts, own.texts) { return "\(name): refused, and changed \(found)" }
      let isSame = error is ChangeConflicts ? refusal == .conflicts : refusal == .notUnique && error.isNotUnique
      return isSame ? nil : "\(name): \(error), expected \(refusal)"
    case (.failure(let error), .success): return "\(name): \(error), expected success"
    case (.success, .failure(let refusal)): return "\(name): not refused, expected \(refusal), has \(found.0)"
    }
  }

  @Test(arguments: SeatEdit.allCases) func `any two edits are merged, or refused for the right reason`(
    ours: SeatEdit
  ) throws {
    for theirs in SeatEdit.allCases {
      for policy in PlainSeats.Policy.allCases {
        for (isUpdate, nested) in [(false, false), (false, true), (true, false)] {
          let fault = try fault([ours], [theirs], policy, isUpdate: isUpdate, nested: nested)
          #expect(fault == nil)
        }
      }
    }
  }

  @Test(arguments: 0..<8) func `several edits on each side are merged, or refused for the right reason`(
    part: Int
  ) throws {
    var random = TestSeed.generator(53_000 + part)
    for _ in 0..<60 {
      let (ours, theirs) = (
        (0..<random.number(1...4)).map { _ in random.pick(SeatEdit.allCases) },
        (0..<random.number(1...4)).map { _ in random.pick(SeatEdit.allCases) }
      )
      let fault = try fault(
        ours, theirs, random.pick(PlainSeats.Policy.allCases), isUpdate: random.chance(30), nested: random.chance(30))
      #expect(fault == nil, "seed \(TestSeed.current), part \(part)")
    }
  }

  // MARK: - Writes during a merge

  /// A handler of the merge's commit writes a value to the branch that the store has meanwhile.
  @Test(arguments: [true, false]) func `what is written to a branch during a merge may not fit`(isRenumbered: Bool)
    throws
  {
    let store = Store(notificationCenter: nil)
    let branch = store.branch()
    let (seats, own) = (store.table(Seat.self), branch.table(Seat.self))
    var theirs = Seat("theirs", at: 1, 1, holder: nil, isActive: true)
    if !isRenumbered { theirs.id = 9 }
    try seats.insert(&theirs)
    var ours = Seat("ours", at: 1, 2, holder: nil, isActive: true)
    try own.insert(&ours)
    var observation: StoreObservation? = store.observeCommits { _ in
      var late = Seat("theirs", at: 1, 3, holder: nil, isActive: true)
      do { try own.insert(&late) } catch { Issue.record(error) }
    }
    let merge = try branch.merge()
    observation?.cancel()
    observation = nil
    #expect(merge.renumberedCount == (isRenumbered ? 1 : 0))
    #expect(Set(seats.all.map(\.code)) == ["ours", "theirs"])
    #expect(own.all.map(\.number) == [2, 3] && branch.changes.description == "Seat: 1 inserted")
    #expect(own.all.first?.id == seats.records.where(\.code).eq("ours").first?.id)

    for _ in 0..<2 {
      let error = #expect(throws: StoreError.self) { try branch.merge() }
      #expect(error?.isNotUnique == true && seats.count == 2)
      #expect(throws: StoreError.self) { try branch.update() }
    }
    try own.records.where(\.number).eq(3).updateAll { $0.code = "late" }
    try branch.merge()
    #expect(Set(seats.all.map(\.code)) == ["ours", "theirs", "late"] && own.all == seats.all && branch.changes.isEmpty)
  }

  // MARK: - Relations

  /// A badge of a guest, who has one at most.
  private struct Badge: Model, Equatable {
    var id = 0
    var guestID: Int?

    static let schema = Schema<Badge> { Column(\.guestID, .unique) }
    struct Relations: Sendable {
      let guest = BelongsTo<Guest>(\.guestID)
    }
    static let relations = Relations()
  }

  private struct Guest: Model, Equatable {
    var id = 0
    var name = ""

    static let schema = Schema<Guest> { Column(\.name) }
    struct Relations: Sendable {
      let badge = HasOne<Badge>(\.guestID, dependent: .nullify)
    }
    static let relations = Relations()
  }

  /// Creates a guest with a badge.
  private func create(_ name: String, in store: Store) throws {
    try Store.with(store) {
      let guest = try Guest.create { $0.name = name }
      _ = try Badge.create { $0.guestID = guest.id }
    }
  }

  @Test func `keys of new records stay unique when the records get new ids`() throws {
    let store = Store(notificationCenter: nil)
    let branch = store.branch()
    try create("ours", in: branch.store)
    try create("theirs", in: store)
    try branch.merge()
    for store in [store, branch.store] {
      Store.with(store) {
        #expect(Guest.all.map { $0.badge?.id } == [1, 2])
        #expect(Guest.pluck(\.name) == ["theirs", "ours"])
      }
    }
  }

  @Test(arguments: PlainSeats.Policy.allCases) func `both sides give a record to the same parent`(
    policy: PlainSeats.Policy
  ) throws {
    let store = Store(notificationCenter: nil)
    try create("guest", in: store)
    let branch = store.branch()
    for side in [branch.store, store] {
      try Store.with(side) {
        try Guest.require(1).destroy()
        var guest = Guest()
        (guest.id, guest.name) = (1, "again")
        try guest.insert()
        _ = try Badge.create { $0.guestID = 1 }
      }
    }
    let error = #expect(throws: StoreError.self) { try branch.merge(policy.policy) }
    #expect(error?.isNotUnique == true)
    #expect(store.table(Badge.self).records.pluck(\.guestID) == [nil, 1])
    #expect(branch.table(Badge.self).records.pluck(\.guestID) == [nil, 1])
  }

  @Test func `a parent is freed on one side and given on the other`() throws {
    let store = Store(notificationCenter: nil)
    try create("guest", in: store)
    let branch = store.branch()
    try Store.with(branch.store) { try Badge.where(\.guestID).eq(1).updateAll { $0.guestID = nil } }
    try Store.with(store) { _ = try Badge.create() }
    try Store.with(branch.store) { _ = try Badge.create { $0.guestID = 1 } }
    try branch.merge()
    #expect(store.table(Badge.self).records.order(by: \.id).pluck(\.guestID) == [nil, nil, 1])
  }

  // MARK: - Validation

  private struct Reservation: Model, Validatable, Equatable {
    var id = 0
    var machine = 0
    var slot = 0
    var note = ""

    static let schema = Schema<Reservation> {
      Column(\.machine)
      Column(\.slot)
      Column(\.note)
    }
    static let validations = Validations<Reservation> {
      Uniqueness(\.slot, scope: \.machine)
      AcrossRecords("fewEnough", by: \.machine) { $0.count <= 3 }
    }

    init() {}
    init(_ machine: Int, _ slot: Int) { (self.machine, self.slot) = (machine, slot) }
  }

  /// A store with a branch; both take the same slot.
  private func doublyReserved() throws -> (store: Store, branch: Branch) {
    let store = Store(notificationCenter: nil)
    let branch = store.branch()
    for side in [branch.store, store] {
      var reservation = Reservation(1, 1)
      try side.table(Reservation.self).save(&reservation)
    }
    return (store, branch)
  }

  @Test func `a rule of single records is not checked by a merge, and then for records that are saved`() throws {
    let (store, branch) = try doublyReserved()
    try branch.merge()
    let reservations = store.table(Reservation.self)
    #expect(reservations.records.pluck(\.slot) == [1, 1])
    var third = Reservation(1, 1)
    #expect(throws: RecordInvalid.self) { try reservations.save(&third) }
    var first = try #require(reservations.find(1))
    first.note = "kept"
    try reservations.save(&first)
    #expect(throws: RecordInvalid.self) { try reservations.records.updateAll { $0.note = "all" } }
    first.slot = 2
    try reservations.save(&first)
    try reservations.records.updateAll { $0.note = "all" }
    #expect(reservations.records.pluck(\.slot) == [2, 1])
  }

  @Test(arguments: PlainSeats.Policy.allCases) func `a rule across records refuses a merge`(
    policy: PlainSeats.Policy
  ) throws {
    let (store, branch) = try doublyReserved()
    for side in [branch.store, store] {
      var reservation = Reservation(1, 2)
      try side.table(Reservation.self).save(&reservation)
    }
    #expect(throws: RecordInvalid.self) { try branch.merge(policy.policy) }
    #expect(throws: RecordInvalid.self) { try branch.update(policy.policy) }
    #expect(store.table(Reservation.self).count == 2 && branch.table(Reservation.self).count == 2)
  }
}

extension Error {
  fileprivate var isNotUnique: Bool { if case StoreError.notUnique? = self as? StoreError { true } else { false } }
}
