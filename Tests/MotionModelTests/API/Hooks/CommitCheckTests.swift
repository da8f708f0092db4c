import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

/// A model with a limit on the number of its records in a room.
private struct Guest: Model, Equatable {
  var id = 0
  var room = 0

  static let schema = Schema<Guest> { Column(\.room, .indexed) }

  @TaskLocal static var limit = 2

  static let commitCheck: CommitCheck<Guest>? = CommitCheck { changes, store in
    for room in Set(changes.flatMap { [$0.old?.room, $0.new?.room] }.compactMap(\.self)) {
      let guests = store.table(Guest.self).records.where(\.room).eq(room)
      if guests.count > limit { throw Crowded(room: room) }
    }
  }

  init() {}

  init(_ room: Int) { self.room = room }
}

private struct Crowded: Error, Equatable { let room: Int }

@Suite(.store, .temporaryFolder) struct CommitCheckTests {
  @Test func `every way of writing is checked, and a refused one changes nothing`() throws {
    let store = Store.current
    var guests = try Guest.insert(contentsOf: [Guest(1), Guest(1), Guest(2), Guest(2)])
    let before = guests
    #expect(throws: Crowded(room: 1)) { try Guest.create { $0.room = 1 } }
    #expect(throws: Crowded(room: 1)) { try Guest.insert(contentsOf: [Guest(3), Guest(1)]) }
    #expect(throws: Crowded(room: 2)) { try guests[0].increment(\.room) }
    #expect(throws: Crowded(room: 2)) { try guests[0].update { $0.room = 2 } }
    #expect(throws: Crowded(room: 1)) { try Guest.updateAll { $0.room = 1 } }
    #expect(throws: Crowded(room: 1)) { try Guest.importRows([["room": 1]]) }
    #expect(Guest.all == before && guests == before && store.commitCount == 1)
    try guests[0].delete()
    try Guest.create { $0.room = 1 }
    #expect(store.commitCount == 3)
  }

  @Test func `a transaction is checked only at its end`() throws {
    let store = Store.current
    try store.inTransaction {
      for _ in 1...3 { try Guest.create { $0.room = 1 } }
      try Guest.where(\.id).eq(1).deleteAll()
    }
    #expect(Guest.count == 2 && store.commitCount == 1)
    #expect(throws: Crowded(room: 1)) {
      try store.inTransaction {
        try Guest.create { $0.room = 1 }
        try Guest.create { $0.room = 5 }
      }
    }
    #expect(Guest.count == 2 && store.commitCount == 1)
  }

  @Test func `deleting is checked too`() throws {
    let guests = try Guest.insert(contentsOf: [Guest(1), Guest(1)])
    Guest.$limit.withValue(0) {
      #expect(throws: Crowded(room: 1)) { try guests[0].delete() }
      #expect(throws: Never.self) { try Guest.deleteAll() }
    }
    #expect(Guest.isEmpty)
  }

  @Test func `a file that violates the rule is not loaded`() throws {
    let file = TemporaryFolder.current.appending(path: "guests.json")
    try Guest.$limit.withValue(3) { try Guest.insert(contentsOf: [Guest(1), Guest(1), Guest(1)]) }
    try Store.current.save(to: file)
    let store = Store()
    #expect(throws: Crowded(room: 1)) { () throws in try store.load(from: file, models: [Guest.self]) }
    #expect(store.commitCount == 0 && store.table(Guest.self).count == 0)
    let changeset = try Guest.$limit.withValue(3) { try store.load(from: file, models: [Guest.self]).changes }
    #expect(changeset.id == 1 && changeset.count == 3)
  }
}
