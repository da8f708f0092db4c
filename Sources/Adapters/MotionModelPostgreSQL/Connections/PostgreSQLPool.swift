#if PostgreSQL
  import Dispatch
  import Foundation
  package import MotionModelSQL
  import MotionModelValues

  /// The connections to a server. Each is used by one thread at a time, and kept for the next one.
  package final class PostgreSQLPool: SQLEngine {
    package static let dialect = SQLDialect.postgresql

    private let server: PostgreSQLServer
    private let limits: PostgreSQLLimits
    /// How many connections may still be taken.
    private let free: DispatchSemaphore
    /// Idle connections.
    private let idle = Locked<[PostgreSQLConnection]>([])
    /// How often a statement was refused because its table had changed.
    private let tableChanges = Locked(0)

    package let snapshots = SQLSnapshots<PostgreSQLConnection>()

    /// Creates a pool, and one connection, to see whether the server is there.
    package init(_ server: PostgreSQLServer, _ limits: PostgreSQLLimits) throws(SQLError) {
      (self.server, self.limits) = (server, limits)
      free = DispatchSemaphore(value: max(1, limits.connections))
      let first = try PostgreSQLConnection(server, limits)
      idle.withLock { $0 = [first] }
    }

    /// The number of idle connections.
    package var idleCount: Int { idle.withLock { $0.count } }

    // MARK: - Using connections

    /// Calls `body` with a connection, which sees what was committed last.
    package func read<Result>(
      _ body: (PostgreSQLConnection) throws(SQLError) -> Result
    ) throws(SQLError) -> Result {
      if let connection = snapshots.current { return try body(connection) }
      let connection = try take()
      defer { giveBack(connection) }
      return try body(connection)
    }

    /// Calls `body`, during which all calls of ``read(_:)`` on this thread see one state of the database, by one
    /// connection.
    package func readingOneState<Result>(_ body: () throws(SQLError) -> Result) throws(SQLError) -> Result {
      if snapshots.current != nil { return try body() }
      let connection = try take()
      defer { giveBack(connection) }
      return try connection.reading { () throws(SQLError) in try snapshots.with(connection, body) }
    }

    /// Calls `body` in a transaction that only reads, and sees the database as it was when a snapshot was exported.
    package func reading<Result>(
      _ snapshot: String, _ body: (PostgreSQLConnection) throws -> Result
    ) throws -> Result {
      let connection = try take()
      defer { giveBack(connection) }
      return try connection.reading(snapshot) { try body(connection) }
    }

    /// Calls `body` in a transaction, and again after a deadlock or a serialisation failure, as often as the limits
    /// allow.
    package func transaction<Result>(
      isDefining: Bool, _ body: (PostgreSQLConnection) throws -> Result
    ) throws -> Result {
      var attempt = 0
      while true {
        do {
          return try runTransaction(isDefining, body)
        } catch SQLError.conflict where attempt < limits.retries {
          attempt += 1
          // Transactions that have met once wait for different times.
          Thread.sleep(forTimeInterval: .random(in: 0...0.02) * Double(attempt))
        }
      }
    }

    private func runTransaction<Result>(
      _ isDefining: Bool, _ body: (PostgreSQLConnection) throws -> Result
    ) throws -> Result {
      let connection = try take()
      defer { giveBack(connection) }
      return try connection.transaction {
        if isDefining { try connection.run("SELECT pg_advisory_xact_lock(\(bind: .integer(Self.definingLock)))") }
        return try body(connection)
      }
    }

    /// The number of the lock that programs hold while they look at tables and make them: "MotionMo" in ASCII.
    private static let definingLock: Int64 = 0x4D6F_7469_6F6E_4D6F

    private func take() throws(SQLError) -> PostgreSQLConnection {
      try awaitTurn()
      let changes = tableChanges.withLock { $0 }
      while let connection = idle.withLock({ $0.popLast() }) {
        if !connection.isAlive { continue }
        if connection.tableChangeCount != changes { connection.forgetStatements() }
        connection.tableChangeCount = changes
        return connection
      }
      do throws(SQLError) {
        let connection = try PostgreSQLConnection(server, limits)
        connection.tableChangeCount = changes
        return connection
      } catch {
        free.signal()
        throw error
      }
    }

    /// Waits until one more connection may be taken.
    private func awaitTurn() throws(SQLError) {
      if free.wait(timeout: .now()) == .success { return }
      let end = DispatchTime.now() + .milliseconds(Int(max(0, min(limits.waiting / .milliseconds(1), 1e9))))
      // Between two waits it is seen whether the task was cancelled.
      while free.wait(timeout: min(end, .now() + .milliseconds(20))) != .success {
        if Task.isCancelled { throw .cancelled(statement: "waiting for a connection") }
        if .now() >= end { throw .noFreeConnection(limit: limits.connections) }
      }
    }

    private func giveBack(_ connection: PostgreSQLConnection) {
      // Other connections have statements for the same table.
      if connection.hasOldStatements { tableChanges.withLock { $0 += 1 } }
      if connection.isUsable {
        connection.noteUse()
        idle.withLock { $0.append(connection) }
      }
      free.signal()
    }
  }
#endif
