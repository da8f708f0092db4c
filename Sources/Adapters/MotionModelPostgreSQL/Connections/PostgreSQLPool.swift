#if PostgreSQL
  import Dispatch
  import Foundation
  import MotionModel
  package import MotionModelSQL
  import MotionModelValues

  /// The connections to a server. Each is used by one thread at a time, and kept for the next one.
  package final class PostgreSQLPool: SQLEngine {
    private let server: PostgreSQLServer
    private let limits: PostgreSQLLimits
    /// How many connections may still be taken.
    private let free: DispatchSemaphore
    /// How many connections were taken and not given back.
    private let used = Locked(0)
    /// Idle connections.
    private let idle = Locked<[PostgreSQLConnection]>([])
    /// How often a statement was refused because its table had changed.
    private let tableChanges = Locked(0)

    package let observers = SQLObservers()
    package let sessions = SQLSessions<PostgreSQLPool>()
    package var readsInTransactions: Bool { true }
    package var isolation: SQLIsolation { limits.isolation }
    package var retries: Int { limits.retries }

    /// Creates a pool, and one connection, to see whether the server is there.
    package init(_ server: PostgreSQLServer, _ limits: PostgreSQLLimits) throws(SQLError) {
      (self.server, self.limits) = (server, limits)
      free = DispatchSemaphore(value: max(1, limits.connections))
      let first = try PostgreSQLConnection(server, limits, observers)
      idle.withLock { $0 = [first] }
    }

    /// The number of idle connections.
    package var idleCount: Int { idle.withLock { $0.count } }

    /// The number of connections that are in use.
    package var usedCount: Int { used.withLock { $0 } }

    // MARK: - Using connections

    /// Calls `body` in a transaction that only reads, and sees the database as it was when a snapshot was exported.
    package func reading<Result>(
      _ snapshot: String, _ body: (PostgreSQLConnection) throws -> Result
    ) throws -> Result {
      let connection = try take(for: .reading)
      defer { giveBack(connection) }
      return try connection.reading(snapshot) { try body(connection) }
    }

    /// Calls `body` in a transaction that looks at tables and changes them, and again when it has met another, as often
    /// as the limits allow; inside the transaction of the calling thread, if that has begun.
    ///
    /// - Throws: `SQLError.conflict` inside a transaction that is older than a table of another program.
    package func defining<Result>(_ body: (PostgreSQLConnection) throws -> Result) throws -> Result {
      let session = sessions.current
      if let session, session.purpose.isWriting, let connection = session.connection {
        session.hasDefined = true
        do {
          return try connection.locked(by: Self.definingLock, body)
        } catch SQLError.refused(let statement, "42P07", _) {
          throw SQLError.conflict(statement: statement, code: "42P07")
        }
      }
      // What is read next sees the table.
      session?.restart()
      return try repeating {
        let connection = try take(for: .writing(.readCommitted))
        defer { giveBack(connection) }
        return try connection.transaction { try connection.locked(by: Self.definingLock, body) }
      }
    }

    /// Calls `body` while no other program of the database has the lock of a name.
    package func withLock<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
      let connection = try take(for: .reading)
      defer { giveBack(connection) }
      let key: SQLText = "hashtextextended(\(bind: .text(name)), 0)"
      if !limits.keepsStatements {
        // A proxy gives the next transaction another connection, so the lock is that of one that stays open.
        return try connection.transaction { try connection.locked(by: key) { _ in try body() } }
      }
      try connection.run("SELECT pg_advisory_lock(\(sql: key))")
      defer { connection.unlock("SELECT pg_advisory_unlock(\(sql: key))") }
      return try body()
    }

    /// The number of the lock that programs hold while they look at tables and make them: "MotionMo" in ASCII.
    private static let definingLock: SQLText = "\(bind: .integer(0x4D6F_7469_6F6E_4D6F))"

    package func take(for purpose: SQLPurpose) throws(SQLError) -> PostgreSQLConnection {
      try awaitTurn()
      do throws(SQLError) {
        let connection = try aliveOrNew()
        used.withLock { $0 += 1 }
        return connection
      } catch {
        free.signal()
        throw error
      }
    }

    private func aliveOrNew() throws(SQLError) -> PostgreSQLConnection {
      let changes = tableChanges.withLock { $0 }
      while let connection = idle.withLock({ $0.popLast() }) {
        if !connection.isAlive { continue }
        if connection.tableChangeCount != changes { connection.forgetStatements() }
        connection.tableChangeCount = changes
        return connection
      }
      let connection = try PostgreSQLConnection(server, limits, observers)
      connection.tableChangeCount = changes
      return connection
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

    package func giveBack(_ connection: PostgreSQLConnection) {
      used.withLock { $0 -= 1 }
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
