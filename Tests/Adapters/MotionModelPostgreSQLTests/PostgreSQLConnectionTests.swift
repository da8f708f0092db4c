#if PostgreSQL
  import Foundation
  import MotionModel
  import MotionModelPostgreSQL
  import MotionModelSQL
  import MotionModelTestSupport
  import MotionModelValues
  import Testing

  private struct Undone: Error {}

  /// Addresses: what they have, and that they do not show passwords.
  @Suite struct PostgreSQLServerTests {
    @Test func `an address has parameters, and a password that it does not show`() throws {
      let server = try PostgreSQLServer("postgres://shop:secret@db.example.com:5433/a%20b?sslmode=require")
      #expect(server.password == "secret")
      #expect(server.parameters["sslmode"] == "require" && server.parameters["dbname"] == "a b")
      #expect("\(server)" == "shop@db.example.com:5433/a b")
      var dumped = ""
      dump(server, to: &dumped)
      #expect(!dumped.contains("secret") && !"\(String(reflecting: server))".contains("secret"))
      let other = PostgreSQLServer(
        host: "db.example.com", port: 5433, database: "a b", user: "shop", password: "secret",
        parameters: ["sslmode": "require"])
      #expect(other == server)
    }

    @Test(arguments: ["postgres://a:secret@[b/", "secret", "dbname", "a=b=secret", "host=\u{0}secret"])
    func `what is not an address is refused, without showing it`(text: String) {
      let error = #expect(throws: SQLError.self) { try PostgreSQLServer(text) }
      #expect(error?.description.contains("secret") == false)
    }

    @Test func `a server that is not there is an error`() throws {
      var server = PostgreSQLServer(host: "/nowhere", database: "a", user: "b", password: "secret")
      let error = #expect(throws: SQLError.self) { try PostgreSQLAdapter(server) }
      guard case .notConnected("b@/nowhere:5432/a", let reason)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(!reason.contains("secret") && !reason.contains("\n"))
      server.parameters["application_name"] = "\u{0}"
      #expect(throws: SQLError.self) { try PostgreSQLAdapter(server) }
      server.parameters["application_name"] = nil
      server.parameters["no such parameter"] = "x"
      #expect(throws: SQLError.self) { try PostgreSQLAdapter(server) }
    }
  }

  /// Connections and pools: values, errors, time-outs, and servers that end.
  @Suite(.server) struct PostgreSQLConnectionTests {
    private func connection(_ limits: PostgreSQLLimits = PostgreSQLLimits()) throws -> PostgreSQLConnection {
      try PostgreSQLConnection(TestServer.server(), limits)
    }

    @Test func `values come back as they were bound`() throws {
      let connection = try connection()
      func value(_ text: SQLText) throws -> SQLValue { try connection.run("SELECT \(sql: text)")[row: 0, column: 0] }
      #expect(try value("CAST(\(bind: .null) AS text)") == .null)
      for number in [Int64.min, -1, 0, .max] {
        #expect(try value("CAST(\(bind: .integer(number)) AS bigint)") == .integer(number))
      }
      for number in [0.1, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e22] {
        #expect(try value("CAST(\(bind: .real(number)) AS double precision)") == .real(number))
      }
      guard case .real(let zero) = try value("CAST(\(bind: .real(-0.0)) AS double precision)") else {
        Issue.record("no number")
        return
      }
      #expect(zero.sign == .minus)
      for bytes in [Data(), Data([0, 255, 0x5C])] {
        #expect(try value("CAST(\(bind: .blob(bytes)) AS bytea)") == .blob(bytes))
      }
      for text in ["", "a 🦁\n", "'\"\\"] { #expect(try value("CAST(\(bind: .text(text)) AS text)") == .text(text)) }
      #expect(try value("TRUE") == .integer(1))
    }

    @Test func `a refused statement says what the server says, without values, and the connection goes on`() throws {
      let connection = try connection()
      #expect(
        throws: SQLError.refused(
          statement: #"SELECT CAST($1 AS text) FROM "nowhere""#, code: "42P01",
          reason: #"relation "nowhere" does not exist"#)
      ) {
        try connection.run("SELECT CAST(\(bind: .text("secret")) AS text) FROM \(name: "nowhere")")
      }
      let error = #expect(throws: SQLError.self) {
        try connection.run("SELECT CAST(\(bind: .text("secret")) AS integer)")
      }
      #expect(error?.description.contains("secret") == false)
      #expect(try connection.run("SELECT 1").count == 1 && !connection.isBroken)
    }

    @Test func `the first refused statement of a batch is named, and the connection goes on`() throws {
      let connection = try connection()
      try connection.run("CREATE TEMPORARY TABLE t (a integer UNIQUE)")
      func batch(_ numbers: [Int]) -> SQLBatch {
        var batch = SQLBatch("INSERT INTO t VALUES (\(bind: .null))", in: .postgresql)
        for number in numbers { batch.bindings.append(Int64(number)) }
        return batch
      }
      let failure = #expect(throws: SQLBatchFailure.self) {
        try connection.run(batch((0..<250).map { $0 == 230 ? 7 : $0 }))
      }
      guard case .notUnique? = failure?.error else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(failure?.index == 230)
      let result = try connection.run(batch(Array(1000..<1250)))
      #expect(result.unchanged == nil && result.rows.count == 0)
    }

    @Test func `statements that are sent together are answered as if they were sent one after the other`() throws {
      let connection = try connection()
      try connection.run("CREATE TEMPORARY TABLE t (a integer UNIQUE)")
      func batch(_ text: SQLText, _ numbers: [Int64]) -> SQLBatch {
        var batch = SQLBatch(text, in: .postgresql)
        for number in numbers { batch.bindings.append(number) }
        return batch
      }
      func insert(_ numbers: Int64...) -> SQLBatch { batch("INSERT INTO t VALUES (\(bind: .null))", numbers) }
      func touch(_ numbers: Int64...) -> SQLBatch { batch("UPDATE t SET a = a WHERE a = \(bind: .null)", numbers) }
      func unchanged(_ batches: [SQLBatch]) throws -> [Int?] {
        try connection.transaction {
          var unchanged: [Int?] = []
          try connection.expecting(batches) {
            for batch in batches { unchanged.append(try connection.run(batch).unchanged) }
          }
          return unchanged
        }
      }
      // They are sent together once they are prepared.
      for number: Int64 in 1...4 { #expect(try unchanged([insert(number), touch(number)]) == [nil, nil]) }
      #expect(try unchanged([touch(1, 77, 2), insert(5, 6)]) == [1, nil])
      let failure = #expect(throws: SQLBatchFailure.self) { try unchanged([insert(7), touch(7), insert(8, 1)]) }
      guard case .notUnique? = failure?.error else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(failure?.index == 1)
      // What comes behind is not looked at.
      #expect(throws: Undone.self) {
        try connection.transaction {
          try connection.expecting([touch(77), insert(1)]) {
            if try connection.run(touch(77)).unchanged != nil { throw Undone() }
          }
        }
      }
      #expect(try connection.run("SELECT a FROM t ORDER BY a").values == (1...6).map { .integer($0) })
      #expect(connection.isUsable)
    }

    @Test func `a transaction without a statement ends well`() throws {
      let connection = try connection()
      try connection.transaction {}
      #expect(throws: Undone.self) { try connection.transaction { throw Undone() } }
      #expect(
        throws: SQLError.refused(
          statement: #"SELECT 1 FROM "nowhere""#, code: "42P01", reason: #"relation "nowhere" does not exist"#)
      ) {
        try connection.transaction { try connection.run("SELECT 1 FROM \(name: "nowhere")") }
      }
      #expect(try connection.run("SELECT 1").count == 1 && connection.isUsable)
    }

    @Test func `the first run of a batch that changes no row is named, and what each has returned`() throws {
      let connection = try connection()
      try connection.run("CREATE TEMPORARY TABLE t (a integer, b text)")
      try connection.run("INSERT INTO t SELECT n, 'old' FROM generate_series(1, 120) AS n WHERE n <> 101 AND n <> 110")
      var batch = SQLBatch(
        "UPDATE t SET b = \(bind: .null) WHERE a = \(bind: .null) RETURNING a", in: .postgresql)
      for number in 1...120 {
        batch.bindings.append("new")
        batch.bindings.append(Int64(number))
      }
      let result = try connection.run(batch)
      #expect(result.unchanged == 100)
      #expect(result.rows.values == (1...120).filter { $0 != 101 && $0 != 110 }.map { .integer($0) })
    }

    @Test func `rows that are copied are those that were bound, and the row is named that is refused`() throws {
      let connection = try connection()
      try connection.run("CREATE TEMPORARY TABLE t (a integer UNIQUE, b text, c bytea, d double precision)")
      let texts = ["plain", "", "\\", "\\N", "tab\t", "line\nline\r\n", "\u{1}\u{2}", "\u{1F600} ähm", "\\."]
      func batch(_ numbers: [Int]) -> SQLBatch {
        var batch = SQLBatch(insertingInto: "t", ["a", "b", "c", "d"], in: .postgresql)
        for (row, number) in numbers.enumerated() {
          batch.bindings.append(Int64(number))
          batch.bindings.append(row % 10 == 9 ? .null : .text(texts[row % 10]))
          batch.bindings.append(
            row % 7 == 0 ? .null : .blob(Data((0..<row % 7 - 1).map { UInt8(truncatingIfNeeded: $0 * 51) })))
          batch.bindings.append(row % 5 == 0 ? .null : .real([-0.0, 1e300, .infinity, 0.1][row % 5 - 1]))
        }
        return batch
      }
      let rows = batch((0..<4500).map { 4499 - $0 })
      try connection.transaction {
        let result = try connection.run(rows)
        #expect(result.unchanged == nil && result.rows.count == 0)
      }
      #expect(try connection.run("SELECT a, b, c, d FROM t ORDER BY a DESC").values == rows.bindings.values)
      do {
        _ = try connection.transaction { try connection.run(batch((5000..<5100).map { $0 == 5077 ? 12 : $0 })) }
      } catch let failure as SQLBatchFailure {
        #expect(failure.index == 77)
        guard case .notUnique = failure.error else { throw failure }
      }
      #expect(try connection.run("SELECT COUNT(*) FROM t").values == [.integer(4500)] && !connection.isBroken)
    }

    @Test func `a copy of more bytes than are sent at a time is whole`() throws {
      let connection = try PostgreSQLConnection(TestServer.database(), PostgreSQLLimits())
      try connection.run("CREATE TEMPORARY TABLE t (a integer, b text, c bytea)")
      var batch = SQLBatch(insertingInto: "t", ["a", "b", "c"], in: .postgresql)
      for number in 0..<60 {
        batch.bindings.append(Int64(number))
        batch.bindings.append(String(repeating: "ä\\\t\n\(number)", count: 10_000))
        batch.bindings.append(.blob(Data(repeating: UInt8(number), count: 50_000)))
      }
      _ = try connection.transaction { try connection.run(batch) }
      let sums = try connection.run("SELECT COUNT(*), SUM(length(b)), SUM(length(c)), SUM(get_byte(c, 49999)) FROM t")
      let letters = (0..<60).reduce(0) { $0 + 10_000 * (4 + "\($1)".count) }
      #expect(sums.values == [60, letters, 60 * 50_000, 1770].map { .integer(Int64($0)) })
    }

    @Test func `a time to connect that is longer than any is a long one`() throws {
      var limits = PostgreSQLLimits()
      limits.connecting = .seconds(Int64.max)
      let connection = try PostgreSQLConnection(TestServer.database(), limits)
      #expect(try connection.run("SELECT 1").values == [.integer(1)])
    }

    @Test func `where a copy is refused, each row is inserted by a statement`() throws {
      let connection = try PostgreSQLConnection(TestServer.database(), PostgreSQLLimits())
      try connection.run("CREATE TEMPORARY TABLE t (a integer)")
      // Nothing is copied to a view, and not for a user for whom rows have policies.
      try connection.run("CREATE TEMPORARY VIEW v AS SELECT a FROM t")
      let role = "motionmodel \(ProcessInfo.processInfo.processIdentifier)"
      try connection.run("CREATE ROLE \(name: role)")
      defer {
        _ = try? connection.run("RESET ROLE")
        _ = try? connection.run("DROP OWNED BY \(name: role)")
        _ = try? connection.run("DROP ROLE \(name: role)")
      }
      try connection.run("CREATE TABLE guarded (a integer)")
      try connection.run("GRANT ALL ON guarded TO \(name: role)")
      try connection.run("ALTER TABLE guarded ENABLE ROW LEVEL SECURITY")
      try connection.run("CREATE POLICY all_rows ON guarded USING (a >= 0)")
      for table in ["v", "guarded"] {
        var batch = SQLBatch(insertingInto: table, ["a"], in: .postgresql)
        for number in 0..<60 { batch.bindings.append(Int64(number)) }
        if table == "guarded" { try connection.run("SET ROLE \(name: role)") }
        let result = try connection.transaction { try connection.run(batch) }
        #expect(result.unchanged == nil)
        try connection.run("RESET ROLE")
        #expect(
          try connection.run("SELECT COUNT(*) FROM \(name: table)").values == [.integer(60)] && !connection.isBroken)
      }
    }

    @Test func `hundreds of different statements are prepared`() throws {
      let connection = try connection()
      for number in 0..<200 { try connection.run("SELECT 1 AS \(name: "c\(number)")") }
      #expect(try connection.run("SELECT 1 AS \(name: "c0")").count == 1)
    }

    @Test func `a transaction that throws is undone`() throws {
      let connection = try connection()
      try connection.run("CREATE TEMPORARY TABLE t (a integer)")
      #expect(throws: Undone.self) {
        try connection.transaction {
          try connection.run("INSERT INTO t VALUES (1)")
          throw Undone()
        }
      }
      #expect(throws: SQLError.self) {
        try connection.transaction { try connection.run("INSERT INTO nowhere VALUES (1)") }
      }
      #expect(try connection.run("SELECT a FROM t").count == 0)
    }

    // MARK: - Time-outs

    @Test func `a statement that runs for ever is stopped`() throws {
      var limits = PostgreSQLLimits()
      limits.statement = .milliseconds(50)
      let connection = try connection(limits)
      let error = #expect(throws: SQLError.self) { try connection.run("SELECT pg_sleep(60)") }
      guard case .timedOut? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      // On a busy machine, this statement can take as long as the limit, too.
      var count: Int?
      wait {
        count = try? connection.run("SELECT 1").count
        return count != nil
      }
      #expect(count == 1)
    }

    @Test func `a lock of another program is an error after the time-out`() throws {
      var limits = PostgreSQLLimits()
      limits.lock = .milliseconds(20)
      let (first, second) = (try connection(), try connection(limits))
      try first.transaction {
        try first.run("SELECT pg_advisory_xact_lock(7)")
        let error = #expect(throws: SQLError.self) { try second.run("SELECT pg_advisory_lock(7)") }
        guard case .busy? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
      }
    }

    @Test func `a pool whose connections are all in use refuses after the time-out`() throws {
      var limits = PostgreSQLLimits()
      (limits.connections, limits.waiting) = (1, .milliseconds(20))
      let pool = try PostgreSQLPool(TestServer.server(), limits)
      try pool.read { _ throws(SQLError) in
        _ = #expect(throws: SQLError.noFreeConnection(limit: 1)) { try pool.read { _ throws(SQLError) in } }
      }
      try pool.read { _ throws(SQLError) in }
      #expect(pool.idleCount == 1)
    }

    // MARK: - Lost connections

    @Test func `a connection that a person has ended is an error of the call, and the next call has another one`()
      throws
    {
      let pool = try PostgreSQLPool(TestServer.server(), PostgreSQLLimits())
      let other = try connection()
      func number(_ connection: PostgreSQLConnection) throws(SQLError) -> SQLValue {
        try connection.run("SELECT pg_backend_pid()")[row: 0, column: 0]
      }
      // During a statement.
      let error = #expect(throws: SQLError.self) {
        try pool.read { connection throws(SQLError) in
          let own = try number(connection)
          try connection.run("SELECT pg_terminate_backend(CAST(\(bind: own) AS integer)), pg_sleep(25)")
        }
      }
      guard case .connectionLost? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(pool.idleCount == 0)
      // Between two calls.
      let first = try pool.read { connection throws(SQLError) in try number(connection) }
      try other.run("SELECT pg_terminate_backend(CAST(\(bind: first) AS integer), 25000)")
      let second = try pool.read { connection throws(SQLError) in try number(connection) }
      #expect(first != second)
    }

    @Test(arguments: [2, 19]) func `a serialisation failure is tried again, as often as the limits allow`(
      failures: Int
    ) throws {
      var limits = PostgreSQLLimits()
      limits.retries = 10
      let pool = try PostgreSQLPool(TestServer.server(), limits)
      let attempts = Locked(0)
      func write() throws {
        try pool.write { connection in
          let number = attempts.withLock { attempts in
            attempts += 1
            return attempts
          }
          if number > failures { return }
          try connection.run("DO 'BEGIN RAISE EXCEPTION USING ERRCODE = ''40001''; END'")
        }
      }
      if failures == 2 {
        try write()
        #expect(attempts.withLock { $0 } == 3)
      } else {
        let error = #expect(throws: SQLError.self) { try write() }
        guard case .conflict(_, "40001")? = error else {
          Issue.record("\(String(describing: error))")
          return
        }
        #expect(attempts.withLock { $0 } == 11)
      }
      #expect(pool.idleCount == 1)
    }

    @Test func `a statement ends when its task is cancelled, and its transaction is undone`() async throws {
      var limits = PostgreSQLLimits()
      (limits.connections, limits.statement, limits.waiting) = (1, .seconds(300), .seconds(300))
      let pool = try PostgreSQLPool(TestServer.database(), limits)
      let begun = Locked(false)
      let writing = Task {
        try await Store().waiting {
          try pool.write { connection in
            try connection.run("CREATE TABLE t (a integer)")
            begun.withLock { $0 = true }
            try connection.run("SELECT pg_sleep(300)")
          }
        }
      }
      while !begun.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
      // The only connection is in use.
      let other = Task {
        try await Store().waiting {
          try pool.read { connection throws(SQLError) in try connection.run("SELECT 1").count }
        }
      }
      try await Task.sleep(for: .milliseconds(50))
      other.cancel()
      let refusal = await #expect(throws: (any Error).self) { try await other.value }
      if !(refusal is CancellationError) {
        #expect(refusal as? SQLError == .cancelled(statement: "waiting for a connection"))
      }
      writing.cancel()
      await #expect(throws: SQLError.cancelled(statement: "SELECT pg_sleep(300)")) { try await writing.value }
      #expect(pool.idleCount == 0)
      let found = try pool.read { connection throws(SQLError) in try connection.table("t") }
      #expect(found == nil)
    }

    @Test func `a task that is cancelled still runs statements that end soon`() async throws {
      let connection = try connection()
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try connection.transaction { try connection.run("SELECT 7").values }
      }
      #expect(try await task.value == [.integer(7)] && connection.isUsable)
    }

    @Test func `a deadlock is tried again`() async throws {
      let server = try TestServer.database()
      let pool = try PostgreSQLPool(server, PostgreSQLLimits())
      try pool.read { connection throws(SQLError) in
        try connection.run("CREATE TABLE t (a integer PRIMARY KEY, b integer)")
        try connection.run("INSERT INTO t VALUES (1, 0), (2, 0)")
      }
      let attempts = Locked(0)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for order in [[1, 2], [2, 1]] as [[Int64]] {
          group.addTask {
            try pool.write { connection in
              attempts.withLock { $0 += 1 }
              for key in order {
                try connection.run("UPDATE t SET b = b + 1 WHERE a = \(bind: .integer(key))")
                Thread.sleep(forTimeInterval: 0.2)
              }
            }
          }
        }
        try await group.waitForAll()
      }
      let sums = try pool.read { connection throws(SQLError) in try connection.run("SELECT b FROM t ORDER BY a").values
      }
      #expect(sums == [.integer(2), .integer(2)])
      #expect(attempts.withLock { $0 } >= 2)
    }
  }
#endif
