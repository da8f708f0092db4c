#if SQLite
  import Foundation
  package import MotionModelSQL
  import MotionModelValues

  /// A database: one connection for writing, under a lock, and several for reading beside it.
  ///
  /// A database in memory has one connection for both, because no other can see it.
  package final class SQLiteDatabase: SQLEngine {
    package static let dialect = SQLDialect.sqlite

    private let path: String?
    private let timeout: Int32
    private let limit: Duration?
    private let writer: Locked<SQLiteConnection>
    /// Idle connections for reading. One that is taken out is used by one thread.
    private let readers = Locked<[SQLiteConnection]>([])

    package let snapshots = SQLSnapshots<SQLiteConnection>()

    /// The greatest number of unused connections that are kept open.
    private static let keptReaders = 8

    /// Opens a file, or a database in memory if `path` is nil.
    package init(_ path: String?, timeout: Int32 = 5000, limit: Duration? = nil) throws(SQLError) {
      (self.path, self.timeout, self.limit) = (path, timeout, limit)
      let connection = try SQLiteConnection(path, timeout: timeout, limit: limit)
      writer = Locked(connection)
    }

    /// Calls `body` with the connection that writes. Others wait.
    package func write<Result, Failure: Error>(
      _ body: (SQLiteConnection) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try writer.withLock { connection throws(Failure) in try body(connection) }
    }

    /// Calls `body` in a transaction of the connection that writes. Others wait.
    package func transaction<Result>(
      isDefining: Bool, _ body: (SQLiteConnection) throws -> Result
    ) throws -> Result {
      try write { connection in
        func run() throws -> Result {
          let result = try body(connection)
          try connection.checkPlace()
          return result
        }
        // A table may take long to be changed.
        if isDefining {
          defer { snapshots.current?.renewState() }
          return try connection.unlimited { try connection.transaction(run, mapping: { $0 }) }
        }
        return try connection.transaction(run, mapping: { $0 })
      }
    }

    /// Calls `body` with a connection that reads what was committed last, while others read and write.
    package func read<Result>(_ body: (SQLiteConnection) throws(SQLError) -> Result) throws(SQLError) -> Result {
      guard let path else { return try write(body) }
      if let connection = snapshots.current { return try body(connection) }
      let kept = readers.withLock { $0.popLast() }
      let connection: SQLiteConnection
      if let kept {
        connection = kept
      } else {
        connection = try SQLiteConnection(path, isReadOnly: true, timeout: timeout, limit: limit)
      }
      defer { readers.withLock { if $0.count < Self.keptReaders { $0.append(connection) } } }
      // Looking costs a call of the system, a part of a short statement.
      try connection.checkPlace(every: .milliseconds(20))
      return try body(connection)
    }

    /// Calls `body`, during which all calls of ``read(_:)`` on this thread see one state of the file, by one
    /// connection. In a database in memory, whose only connection also writes, the state may change in between.
    package func readingOneState<Result>(_ body: () throws(SQLError) -> Result) throws(SQLError) -> Result {
      if path == nil || snapshots.current != nil { return try body() }
      return try read { connection throws(SQLError) in
        try connection.run("BEGIN")
        defer { connection.endState() }
        return try snapshots.with(connection, body)
      }
    }
  }

  extension SQLiteConnection {
    /// Ends a transaction that only reads.
    fileprivate func endState() {
      unlimited { do { try run("COMMIT") } catch { _ = try? run("ROLLBACK") } }
    }

    /// Sees the latest state from now on, with a table that was made meanwhile.
    fileprivate func renewState() {
      unlimited {
        _ = try? run("COMMIT")
        _ = try? run("BEGIN")
      }
    }
  }
#endif
