import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import MotionModelValidation
import Testing

private struct Lot: Model, Validatable, Equatable {
  var id = 0
  var price = 0

  static let schema = Schema<Lot> { Column(\.price) }
  static let validations = Validations<Lot> {
    ChangeRule(\.price, "onlyRises") { old, new in new >= old }
    ChangeRule("keepsDear") { change in change.kind != .delete || (change.old?.price ?? 0) < 100 }
  }

  init() {}
  init(id: Int = 0, _ price: Int) { (self.id, self.price) = (id, price) }
}

private struct Reading: Model, Validatable {
  var id = 0
  var value = 0.0
  var note = ""

  static let schema = Schema<Reading> {
    Column(\.value)
    Column(\.note)
  }
  static let validations = Validations<Reading> { ChangeRule(\.value, "onlyRises") { old, new in new >= old } }
}

private struct Stay: Model, Validatable {
  var id = 0
  var room = 0
  var arrival = 0
  var departure = 0

  static let schema = Schema<Stay> { Column(\.room, .indexed) }
  static let validations = Validations<Stay> {
    ChangeRule("noOverlap") { change in
      guard let stay = change.new else { return true }
      let others = Stay.where(\.room == stay.room && \.arrival < stay.departure && \.departure > stay.arrival)
      return !others.where(\.id != stay.id).exists
    }
  }

  init() {}
  init(_ room: Int, _ arrival: Int, _ departure: Int) {
    (self.room, self.arrival, self.departure) = (room, arrival, departure)
  }
}

/// What a rule about changes takes for one record.
@Suite(.ownStore) struct ChangeRuleTests {
  private var store: Store { Store.current }
  private var prices: [Int] { Lot.order(by: \.id).pluck(\.price) }

  /// Deletes a lot and creates one with its id, in one commit.
  private func replace(_ lot: Lot, by price: Int) throws {
    try store.transaction {
      try lot.delete()
      try Lot.create(Lot(id: lot.id, price))
    }
  }

  @Test func `a record that a commit deletes and creates again has changed`() throws {
    let (cheap, dear) = (try Lot.create(Lot(10)), try Lot.create(Lot(100)))
    #expect(throws: RecordInvalid.self) { try replace(cheap, by: 9) }
    #expect(prices == [10, 100])
    try replace(cheap, by: 11)
    try replace(dear, by: 100)
    #expect(prices == [11, 100])
  }

  @Test func `a value that is no number, and stays so, has not changed`() throws {
    var reading = try Reading.create { $0.value = .nan }
    try reading.update { $0.note = "broken" }
    #expect(throws: RecordInvalid.self) { try reading.update { $0.value = 1 } }
    #expect(Reading.find(reading.id)?.note == "broken")
  }

  @Test func `in two commits, it was deleted and is created`() throws {
    let (cheap, dear) = (try Lot.create(Lot(10)), try Lot.create(Lot(100)))
    try cheap.delete()
    try Lot.create(Lot(id: cheap.id, 5))
    #expect(throws: RecordInvalid.self) { try dear.delete() }
    #expect(prices == [5, 100])
  }

  @Test func `a file and a changeset are compared with the stored records of their ids`() throws {
    var lot = try Lot.create(Lot(10))
    let file = try store.data(as: .json)
    let change = try store.transaction { transaction in
      try lot.update { $0.price = 20 }
      return transaction.changeset
    }
    #expect(throws: RecordInvalid.self) { try store.load(from: .data(file), as: .json, models: [Lot.self]) }
    #expect(throws: RecordInvalid.self) { try store.apply(change.inverted) }
    #expect(prices == [20])
    let other = Store(notificationCenter: nil)
    try other.load(from: .data(file), as: .json, models: [Lot.self])
    try other.apply(change)
    #expect(other.table(Lot.self).pluck(\.price) == [20])
  }

  @Test func `undo is compared too, and brings a deleted record back`() throws {
    var lot = try Lot.create(Lot(10))
    let history = UndoHistory(of: store)
    try lot.update { $0.price = 20 }
    #expect(throws: RecordInvalid.self) { try history.undo() }
    try lot.delete()
    try history.undo()
    #expect(prices == [20])
  }

  @Test func `a record that gets a new id in a merge is created, and the branch is not asked`() throws {
    let branch = store.branch()
    try Lot.create(Lot(10))
    try Store.with(branch.store) { try Lot.create(Lot(50)) }
    try branch.merge()
    #expect(prices == [10, 50])
    // In the branch, the id of the lot for 50 is that of the lot for 10 now.
    #expect(Store.with(branch.store) { prices } == [10, 50])
  }

  @Test func `a copy that applies the commits of a branch may refuse what this took over`() throws {
    let branch = store.branch()
    try Lot.create(Lot(10))
    try Store.with(branch.store) { try Lot.create(Lot(50)) }
    let (copy, commits) = (branch.store.branch().store, Collector<Changeset>())
    let observation = branch.store.observeCommits { commits.add($0) }
    try branch.merge()
    observation.cancel()
    let taken = try #require(commits.values.last)
    #expect(throws: RecordInvalid.self) { try copy.apply(taken) }
  }

  @Test func `a branch is compared with its parent when it is merged and updated`() throws {
    var lot = try Lot.create(Lot(10))
    let branch = store.branch()
    try Store.with(branch.store) { try Lot.updateAll { $0.price = 15 } }
    try lot.update { $0.price = 20 }
    #expect(throws: RecordInvalid.self) { try branch.merge(.ours) }
    #expect(throws: RecordInvalid.self) { try branch.update(.ours) }
    #expect(prices == [20] && Store.with(branch.store) { prices } == [15])
    // 15 becomes 20 in the branch, and nothing changes in the parent.
    try branch.merge(.theirs)
    #expect(prices == [20] && Store.with(branch.store) { prices } == [20])
  }

  @Test func `a rule about a change sees the records as the commit leaves them, in its store`() throws {
    let stays = Store(notificationCenter: nil).table(Stay.self)
    var (first, second) = (try stays.create(Stay(1, 10, 20)), try stays.create(Stay(2, 15, 25)))
    #expect(throws: RecordInvalid.self) { try stays.create(Stay(1, 19, 21)) }
    #expect(throws: RecordInvalid.self) { try stays.update(&second) { $0.room = 1 } }
    #expect(throws: RecordInvalid.self) { try stays.records.updateAll { $0.room = 3 } }
    try stays.create(Stay(1, 20, 30))
    try stays.store.transaction {
      try stays.update(&first) { $0.room = 2 }
      try stays.update(&second) { $0.room = 1 }
      try stays.update(&second) { $0.departure = 20 }
    }
    #expect(stays.records.order(by: \.id).pluck(\.room) == [2, 1, 1])
    #expect(Stay.count == 0)
  }
}
