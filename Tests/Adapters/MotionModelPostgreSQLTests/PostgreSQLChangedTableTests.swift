#if PostgreSQL
  import Foundation
  import MotionModel
  import MotionModelPostgreSQL
  import MotionModelSQL
  import MotionModelTransactions
  import Testing

  private struct Room: Model, Equatable {
    typealias Adapter = PostgreSQLAdapter

    var id = 0
    var name = ""
    var seats = 0
    static let schema = Schema<Room> {
      Column(\.name, .indexed)
      Column(\.seats)
    }
    struct Relations { let beds = HasMany<Bed>(\.roomID) }
    static let relations = Relations()
  }

  private struct Bed: Model, Equatable {
    typealias Adapter = PostgreSQLAdapter

    var id = 0
    var roomID: Int?
    static let schema = Schema<Bed> { Column(\.roomID, .indexed) }
  }

  /// Tables that another program changes while an adapter has prepared statements for them.
  @Suite(.server) struct PostgreSQLChangedTableTests {
    private let server = Result { try TestServer.database() }

    private func run(_ text: SQLText) throws {
      try PostgreSQLConnection(server.get(), PostgreSQLLimits()).run(text)
    }

    /// A store whose pool has several connections with the same prepared statements.
    private func usedStore() throws -> Store {
      let store = Store(adapters: [try PostgreSQLAdapter(server.get())])
      let room = try store.table(Room.self).create { ($0.name, $0.seats) = ("a", 9) }
      try store.table(Bed.self).create { $0.roomID = room.id }
      DispatchQueue.concurrentPerform(iterations: 16) { _ in _ = try? use(store) }
      return store
    }

    private func use(_ store: Store) throws -> String {
      let rooms = store.table(Room.self)
      for _ in 0..<3 { _ = try rooms.find(1) }
      let facts = try (rooms.records.count, rooms.records.sum(\.seats), rooms.where(\.seats > 8).pluck(\.name))
      let beds = try rooms.records.including(\.beds).all.map { "\($0.name): \($1.count)" }
      return "\(facts) \(beds)"
    }

    @Test(
      arguments: [
        "ALTER TABLE \(name: "Room") ALTER COLUMN seats TYPE integer",
        "ALTER TABLE \(name: "Room") ALTER COLUMN seats TYPE numeric(9,2)",
        "ALTER TABLE \(name: "Room") ALTER COLUMN name TYPE varchar(20)",
        // The least string is not the least number.
        "ALTER TABLE \(name: "Room") ALTER COLUMN seats TYPE text",
        "ALTER TABLE \(name: "Bed") ALTER COLUMN \(name: "roomID") TYPE integer",
        "ALTER TABLE \(name: "Room") DROP COLUMN seats, ADD COLUMN seats smallint NOT NULL DEFAULT 9",
      ] as [SQLText])
    func `statements are prepared again for a table that has changed`(change: SQLText) throws {
      let store = try usedStore()
      let expected = try use(store)
      try run(change)
      #expect(try use(store) == expected)
      let rooms = store.table(Room.self)
      try rooms.create { ($0.name, $0.seats) = ("b", 10) }
      #expect(try rooms.where(\.seats > 9).pluck(\.name) == ["b"])
      var room = try #require(try rooms.find(1))
      room.seats = 11
      try rooms.save(&room)
      #expect(try rooms.records.order(by: \.seats).pluck(\.seats) == [10, 11])
    }

    @Test func `a commit into a table that has changed is tried again, as a whole`() throws {
      try run("CREATE TABLE \(name: "Room") (id bigint PRIMARY KEY, name varchar(30) NOT NULL, seats bigint NOT NULL)")
      let store = try usedStore()
      let rooms = store.table(Room.self)
      for _ in 0..<3 { try rooms.create { $0.name = "x" } }
      // What inserts and changes a row returns the name, because its type is another one than the adapter's.
      try run("ALTER TABLE \(name: "Room") ALTER COLUMN name TYPE text")
      try store.transaction {
        try rooms.create { $0.name = "new" }
        try rooms.where(\.name == "x").updateAll { $0.seats = 4 }
      }
      #expect(try rooms.where(\.seats == 4).count == 3 && rooms.where(\.name == "new").count == 1)
    }

    @Test func `statements that the server has forgotten are prepared again`() throws {
      let server = try server.get()
      let connection = try PostgreSQLConnection(server, PostgreSQLLimits())
      _ = try connection.run("SELECT 1 + 1")
      try connection.run("DISCARD ALL")
      let error = #expect(throws: SQLError.self) { try connection.run("SELECT 1 + 1") }
      #expect(error?.isOfOldStatement == true && connection.isUsable)
    }
  }
#endif
