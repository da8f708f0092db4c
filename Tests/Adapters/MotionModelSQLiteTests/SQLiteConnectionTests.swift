#if SQLite
  import Foundation
  import MotionModel
  import MotionModelSQL
  import MotionModelSQLite
  import MotionModelTestSupport
  import Testing

  private struct Undone: Error {}

  /// Connections: statements, values, transactions, functions.
  @Suite struct SQLiteConnectionTests {
    private let connection = Result { try SQLiteConnection(nil) }

    @Test func `values come back as they were bound`() throws {
      let connection = try connection.get()
      let values: [SQLValue] = [
        .null, .integer(.min), .integer(.max), .real(-0.0), .real(0.1), .real(.infinity), .text(""),
        .text("a\u{0}b 🦁"), .blob(Data()), .blob(Data([0, 1])),
      ]
      for value in values {
        let rows = try connection.run("SELECT \(bind: value), 1")
        #expect(Array(rows[row: 0]) == [value, .integer(1)])
      }
      let zero = try connection.run("SELECT \(bind: .real(-0.0))")
      guard case .real(let number) = zero[row: 0, column: 0] else { preconditionFailure("no number") }
      #expect(number.sign == .minus)
    }

    @Test func `what is not UTF-8 is bytes`() throws {
      let rows = try connection.get().run("SELECT CAST(x'61FF' AS TEXT)")
      #expect(rows[row: 0, column: 0] == .blob(Data([0x61, 0xFF])))
    }

    @Test func `a refused statement says what SQLite says, without values`() throws {
      #expect(
        throws: SQLError.refused(
          statement: #"SELECT ?1 FROM "nowhere""#, code: "1", reason: "no such table: nowhere")
      ) {
        try connection.get().run("SELECT \(bind: .text("secret")) FROM \(name: "nowhere")")
      }
    }

    @Test func `the latest 64 statements are kept`() throws {
      let connection = try connection.get()
      for number in 0..<200 { try connection.run("SELECT 1 AS \(name: "c\(number)")") }
      #expect(connection.keptStatementCount == 64)
      try connection.run("SELECT \(bind: (0..<1000).map { .integer($0) })")
      #expect(connection.keptStatementCount == 64)
      let rows = try connection.run("SELECT 1 AS \(name: "c0")")
      #expect(rows[row: 0, column: 0] == .integer(1))
    }

    @Test func `transactions are undone when they throw, and savepoints inside them`() throws {
      let connection = try connection.get()
      try connection.run("CREATE TABLE t (a)")
      func insert(_ number: Int64) throws { try connection.run("INSERT INTO t VALUES (\(bind: .integer(number)))") }
      func transaction(_ body: () throws -> Void) throws { try connection.transaction(body) }
      try transaction {
        try insert(1)
        #expect(throws: Undone.self) {
          try transaction {
            try insert(2)
            try transaction { try insert(3) }
            throw Undone()
          }
        }
        try transaction { try insert(4) }
      }
      #expect(throws: Undone.self) {
        try transaction {
          try insert(5)
          throw Undone()
        }
      }
      let rows = try connection.run("SELECT a FROM t ORDER BY a")
      #expect((0..<rows.count).map { rows[row: $0, column: 0] } == [.integer(1), .integer(4)])
    }

    @Test func `strings are ordered by their composed forms, at random`() throws {
      let connection = try connection.get()
      var random = TestSeed.generator(1)
      let parts = [
        "a", "e", "e\u{301}", "é", "K", "\u{212A}", "z", "\u{323}\u{307}", "\u{307}\u{323}", "🦁", "ﬁ", "\u{0}",
      ]
      for _ in 0..<500 {
        func text() -> String {
          (0..<Int.random(in: 0...3, using: &random)).map { _ in parts.randomElement(using: &random)! }.joined()
        }
        let (first, second) = (text(), text())
        let rows = try connection.run(
          "SELECT \(bind: .text(first)) = \(bind: .text(second)) COLLATE \(name: "MOTIONMODEL")")
        #expect(
          rows[row: 0, column: 0] == .integer(first == second ? 1 : 0),
          "\(first.debugDescription) \(second.debugDescription)")
      }
    }
  }

  /// Files.
  @Suite(.temporaryFolder) struct SQLiteFileTests {
    @Test func `a file that is none of SQLite's is refused`() throws {
      let file = TemporaryFolder.current.appending(path: "text.db")
      try Data(repeating: 65, count: 5000).write(to: file)
      let error = #expect(throws: SQLError.self) { try SQLiteConnection(file.path) }
      guard case .notConnected(file.path, _)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(throws: SQLError.self) {
        try SQLiteConnection(TemporaryFolder.current.appending(path: "no/such/folder.db").path)
      }
    }

    @Test func `readers see what was committed while another writes`() throws {
      let database = try SQLiteDatabase(TemporaryFolder.current.appending(path: "wal.db").path)
      func count() throws -> SQLValue {
        try database.read { connection throws(SQLError) in
          try connection.run("SELECT COUNT(*) FROM t")[row: 0, column: 0]
        }
      }
      try database.write { connection throws(SQLError) in _ = try connection.run("CREATE TABLE t (a)") }
      try database.write { connection in
        try connection.transaction {
          try connection.run("INSERT INTO t VALUES (1)")
          #expect(try count() == .integer(0))
        }
      }
      #expect(try count() == .integer(1))
    }

    private static let endless: SQLText = """
      WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers) SELECT COUNT(*) FROM numbers
      """
    private static let endlessText = endless.statement(in: .sqlite).text

    @Test func `a statement that runs for ever ends at its time-out`() throws {
      let database = try SQLiteDatabase(
        TemporaryFolder.current.appending(path: "endless.db").path, limit: .milliseconds(50))
      for _ in 0..<2 {
        #expect(throws: SQLError.timedOut(statement: Self.endlessText)) {
          try database.read { connection throws(SQLError) in _ = try connection.run(Self.endless) }
        }
      }
      #expect(throws: SQLError.timedOut(statement: Self.endlessText)) {
        try database.write { connection in
          try connection.run("CREATE TABLE t (a)")
          try connection.run(Self.endless)
        }
      }
      // Nothing was written, and the connections can be used.
      let tables = try database.read { connection throws(SQLError) in try connection.table("t") }
      #expect(tables == nil)
      try database.write { connection in _ = try connection.run("CREATE TABLE t (a)") }
    }

    @Test func `a cursor has the time of a statement for each part of its rows`() throws {
      let connection = try SQLiteConnection(nil, limit: .milliseconds(500))
      // A busy machine can stop the thread in one part for longer than the limit, but hardly in each of ten tries.
      let count = (1...10).lazy.compactMap { _ in try? Self.pausedCount(connection) }.first
      #expect(count == 20_000)
      var endless = try connection.cursor(Self.endless)
      #expect(throws: SQLError.timedOut(statement: Self.endlessText)) { try endless.next() }
    }

    /// Returns how many rows a cursor reads after a pause that is longer than a statement may take.
    private static func pausedCount(_ connection: SQLiteConnection) throws -> Int {
      let numbers: SQLText = """
        WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers LIMIT 20000) SELECT n FROM numbers
        """
      var cursor = try connection.cursor(numbers)
      var count = 0
      Thread.sleep(forTimeInterval: 0.6)
      while let rows = try cursor.next() { count += rows.count }
      return count
    }

    @Test func `a statement ends when its task is cancelled`() async throws {
      let database = try SQLiteDatabase(TemporaryFolder.current.appending(path: "cancelled.db").path)
      let task = Task {
        try await Store().waiting {
          try database.write { connection in
            try connection.run("CREATE TABLE t (a)")
            try connection.run(Self.endless)
          }
        }
      }
      try await Task.sleep(for: .milliseconds(50))
      task.cancel()
      let error = await #expect(throws: (any Error).self) { try await task.value }
      // The task may have been cancelled before it began.
      if !(error is CancellationError) { #expect(error as? SQLError == .cancelled(statement: Self.endlessText)) }
      let tables = try database.read { connection throws(SQLError) in try connection.table("t") }
      #expect(tables == nil)
    }

    @Test func `a task that is cancelled does not wait for a lock`() async throws {
      let path = TemporaryFolder.current.appending(path: "locked.db").path
      let first = try SQLiteConnection(path)
      let second = try SQLiteDatabase(path, timeout: 1_000_000)
      try first.run("BEGIN IMMEDIATE")
      let task = Task {
        try await Store().waiting { try second.write { _ in Issue.record("no lock") } }
      }
      try await Task.sleep(for: .milliseconds(50))
      task.cancel()
      let error = await #expect(throws: (any Error).self) { try await task.value }
      if !(error is CancellationError) { #expect(error as? SQLError == .cancelled(statement: "BEGIN IMMEDIATE")) }
      try first.run("COMMIT")
      try second.write { connection in _ = try connection.run("CREATE TABLE t (a)") }
    }

    @Test func `a lock of another program is an error after the time-out`() throws {
      let path = TemporaryFolder.current.appending(path: "busy.db").path
      let (first, second) = (try SQLiteConnection(path), try SQLiteConnection(path, timeout: 1))
      try first.run("BEGIN IMMEDIATE")
      #expect(throws: SQLError.busy(statement: "BEGIN IMMEDIATE")) {
        try second.transaction {}
      }
      try first.run("COMMIT")
      try second.transaction {}
    }
  }
#endif
