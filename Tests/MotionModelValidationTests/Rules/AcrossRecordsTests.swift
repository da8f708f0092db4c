import MotionModel
import MotionModelTestSupport
import MotionModelValidation
import Testing

private struct Booking: Model, Validatable, Equatable {
  var id = 0
  var room: Int?
  var from = 0
  var to = 0
  var isCancelled = false

  static let schema = Schema<Booking> {
    Column(\.room, .indexed)
    Column(\.from)
    Column(\.to)
    Column(\.isCancelled)
  }

  static let validations = Validations<Booking> {
    AcrossRecords("noOverlap", by: \.room) { bookings in
      let stays = bookings.where(\.isCancelled == false).order(by: \.from).all
      return zip(stays, stays.dropFirst()).allSatisfy { $0.to <= $1.from }
    }
    .allowNil()
    Comparison(\.from, .lessThan, column: \.to)
  }

  init() {}

  init(_ room: Int?, _ from: Int, _ to: Int) { (self.room, self.from, self.to) = (room, from, to) }
}

private struct User: Model, Validatable {
  var id = 0
  var isAdministrator = false

  static let schema = Schema<User> { Column(\.isAdministrator) }

  static let validations = Validations<User> {
    AcrossRecords("oneAdministrator") { users in users.where(\.isAdministrator == true).exists || users.isEmpty }
      .message("would be without an administrator")
    AcrossRecords("many") { users in users.count > 100 }.severity(.warning)
    AcrossRecords("rooms") { users in users.count < 4 }.on(.create)
    AcrossRecords("thrown") { _ in throw CancellationError() }.if { $0.id == 13 }
  }
}

@Suite(.ownStore) struct AcrossRecordsTests {
  @Test func `a commit that breaks a rule over several records is refused completely`() throws {
    let store = Store.current
    try Booking.insert(contentsOf: [Booking(1, 0, 5), Booking(1, 5, 9), Booking(2, 3, 6)])
    var late = Booking(1, 8, 10)
    #expect(late.isValid)
    let invalid = try #require(throws: RecordInvalid.self) { try late.save() }
    #expect("\(invalid.errors)" == "[room: noOverlap]")
    #expect(invalid.errors.fullMessages == ["Room is invalid (no overlap)"])
    #expect(late.id == 0 && Booking.count == 3 && store.commitCount == 1)
    try late.update { $0.room = 3 }
    #expect(throws: RecordInvalid.self) { try Booking.updateAll { $0.room = 1 } }
    #expect(throws: RecordInvalid.self) { try Booking.insert(contentsOf: [Booking(5, 0, 1), Booking(2, 4, 5)]) }
    try Booking.where(\.id).eq(3).deleteAll()
    try Booking.insert(contentsOf: [Booking(5, 0, 1), Booking(2, 4, 5)])
  }

  @Test func `a transaction is validated at its end`() throws {
    let store = Store.current
    try Booking.insert(contentsOf: [Booking(1, 0, 5), Booking(2, 0, 5)])
    try store.inTransaction {
      var (first, second) = try (Booking.require(1), Booking.require(2))
      try first.update { $0.room = 2 }
      try second.update { $0.room = 1 }
    }
    #expect(Booking.all.map(\.room) == [2, 1] && store.commitCount == 2)
  }

  @Test func `allowNil leaves records without a group alone`() throws {
    try Booking.insert(contentsOf: [Booking(nil, 0, 5), Booking(nil, 0, 5)])
    var booking = try Booking.require(1)
    try booking.update { $0.room = 1 }
    #expect(throws: RecordInvalid.self) { try Booking.updateAll { $0.room = 1 } }
  }

  @Test func `only groups with changes are validated`() throws {
    struct Seat: Model, Validatable {
      var id = 0
      var row = 0
      var number = 0
      static let schema = Schema<Seat> {
        Column(\.row)
        Column(\.number)
      }
      static let judged = Collector<String>()
      static let validations = Validations<Seat> {
        AcrossRecords("counted", by: \.row) { seats in
          judged.add("\(Set(seats.all.map(\.row)))")
          return true
        }
      }
    }
    try Seat.insert(contentsOf: [1, 1, 2, 3].map { row in Seat.new { $0.row = row } })
    #expect(Seat.judged.values == ["[1]", "[2]", "[3]"])
    try Seat.require(3).moved(to: 3)
    #expect(Seat.judged.values.suffix(2) == ["[]", "[3]"])
    try Seat.require(1).delete()
    #expect(Seat.judged.values.count == 6)
  }

  @Test func `a rule that names the columns it reads is checked only when one of them changes`() throws {
    struct Seat: Model, Validatable {
      var id = 0
      var row = 0
      var number = 0
      var price = 0.0
      var note = ""
      static let schema = Schema<Seat> {
        Column(\.row)
        Column(\.number)
        Column(\.price)
        Column(\.note)
      }
      static let judged = Collector<Int>()
      static let validations = Validations<Seat> {
        AcrossRecords("cheap", by: \.row, reading: \.number, \.price) { seats in
          judged.add(seats.count)
          return seats.sum(\.price) < 10
        }
      }
    }
    var seat = try Seat.create()
    #expect(Seat.judged.values == [1])
    try seat.update { $0.note = "by the window" }
    #expect(Seat.judged.values == [1])
    try seat.update { $0.number = 7 }
    #expect(Seat.judged.values == [1, 1])
    try seat.update { $0.price = -0.0 }
    #expect(Seat.judged.values == [1, 1, 1], "zero and negative zero differ")
    #expect(throws: RecordInvalid.self) { try seat.update { $0.price = 10 } }
    try seat.reload()
    try seat.update { $0.row = 2 }
    // The rule was asked about the seats before the change that it refused, too: others might have broken it.
    #expect(Seat.judged.values == [1, 1, 1, 1, 1, 0, 1], "both rows are checked")
    try seat.delete()
    #expect(Seat.judged.values == [1, 1, 1, 1, 1, 0, 1, 0])
  }

  @Test func `a group that others have broken can be mended, and gets no further members`() throws {
    struct Desk: Model, Validatable {
      var id = 0
      var room = 0
      var note = ""
      static let validations = Validations<Desk> { AcrossRecords("free", by: \.room) { $0.count <= 1 } }

      static func inRoom(_ room: Int) -> Desk {
        var desk = Desk()
        desk.room = room
        return desk
      }
    }
    try Store.current.replicating(isJudged: false) {
      try Desk.insert(contentsOf: [.inRoom(1), .inRoom(1), .inRoom(1), .inRoom(2)])
    }
    #expect(throws: RecordInvalid.self) { try Desk.create { $0.room = 1 } }
    var (first, last) = (try Desk.require(1), try Desk.require(4))
    #expect(throws: RecordInvalid.self) { try last.update { $0.room = 1 } }
    // What leaves the group as it is, or better.
    try first.update { $0.note = "by the window" }
    try Desk.require(3).delete()
    #expect(throws: RecordInvalid.self, "the other room is taken") { try first.update { $0.room = 2 } }
    try first.update { $0.room = 3 }
    // From now on it is a group like others.
    var second = try Desk.require(2)
    #expect(throws: RecordInvalid.self) { try Desk.create { $0.room = 1 } }
    #expect(throws: RecordInvalid.self) { try second.update { $0.room = 3 } }
    #expect(Desk.order(by: \.id).pluck(\.room) == [3, 1, 2])
  }

  @Test func `deletions are validated, and skipping validation does not skip rules over several records`() throws {
    var first = User.new { $0.isAdministrator = true }
    try first.save()
    try User.create()
    let invalid = try #require(throws: RecordInvalid.self) { try first.delete() }
    let text = "A change of User 1 cannot be committed, because of a rule over several records: "
    #expect("\(invalid)" == text + "would be without an administrator.")
    first.isAdministrator = false
    #expect(throws: RecordInvalid.self) { try first.save(validate: false) }
    try User.deleteAll()
  }

  @Test func `options apply to the changed record, and a warning is not checked`() throws {
    try User.create { $0.isAdministrator = true }
    for _ in 2...3 { try User.create() }
    #expect(throws: RecordInvalid.self) { try User.create() }
    var user = User.new { $0.id = 13 }
    let invalid = try #require(throws: RecordInvalid.self) { try user.save() }
    #expect(invalid.errors.map(\.rule) == ["rooms"])
    try User.delete(2)
    let thrown = try #require(throws: RecordInvalid.self) { try user.save() }
    #expect(thrown.errors.map(\.rule) == [.failed] && User.count == 2)
  }
}

extension Model where Self: Validatable {
  fileprivate func moved(to row: Int) throws {
    var attributes = self
    try attributes.set("row", to: row.attribute)
    try attributes.save()
  }
}
