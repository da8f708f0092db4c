#if SQLite
  import Dispatch
  import Foundation
  package import MotionModelSQL
  import MotionModelValues

  /// A database: a connection for writing, which threads use in turn, and several for reading.
  ///
  /// A database in memory has one connection for both, because no other can see it.
  package final class SQLiteDatabase: SQLEngine {
    private let path: String?
    private let timeout: Int32
    private let limit: Duration?
    private let writer: SQLiteConnection
    /// The number of the file that was opened; nil where it is not known.
    private let fileNumber: Int?
    private let turn = WriterTurn()
    /// Idle connections for reading. One that is taken out is used by one thread.
    private let readers = Locked<[SQLiteConnection]>([])

    package let observers = SQLObservers()
    package let sessions = SQLSessions<SQLiteDatabase>()
    package var readsInTransactions: Bool { path != nil }
    /// One transaction writes at a time.
    package var isolation: SQLIsolation { .serializable }
    package var retries: Int { 0 }

    /// The greatest number of unused connections that are kept open.
    private static let keptReaders = 8

    /// Opens a file, or a database in memory if `path` is nil.
    ///
    /// - Parameter keepsForeignKeys: Whether transactions keep the foreign keys of tables.
    package init(
      _ path: String?, timeout: Int32 = 5000, limit: Duration? = nil, keepsForeignKeys: Bool = false
    ) throws(SQLError) {
      (self.path, self.timeout, self.limit) = (path, timeout, limit)
      writer = try SQLiteConnection(path, timeout: timeout, limit: limit, observers: observers)
      writer.keepsForeignKeys = keepsForeignKeys
      fileNumber = path.flatMap(Self.number)
    }

    private static func number(ofFile path: String) -> Int? {
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      return (attributes?[.systemFileNumber] as? NSNumber)?.intValue
    }

    /// Calls `body` in a transaction that looks at tables and changes them: inside that of the calling thread, if it
    /// has begun.
    package func defining<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
      let session = sessions.current
      if let session, session.purpose.isWriting, let connection = session.connection {
        session.hasDefined = true
        return try define(by: connection, body)
      }
      // What is read next sees the table.
      defer { session?.restart() }
      let connection = try take(for: .writing(isolation))
      defer { giveBack(connection) }
      // To replace a table is to delete its rows, and with foreign keys the rows of others that refer to these.
      let keepsForeignKeys = connection.keepsForeignKeys
      connection.keepsForeignKeys = false
      defer { connection.keepsForeignKeys = keepsForeignKeys }
      return try define(by: connection, body)
    }

    private func define<Result>(
      by connection: SQLiteConnection, _ body: (SQLiteConnection) throws -> Result
    ) throws -> Result {
      // A table may take long to be changed.
      try connection.unlimited { try connection.transaction { try body(connection) } }
    }

    package func take(for purpose: SQLPurpose) throws(SQLError) -> SQLiteConnection {
      guard let path, purpose == .reading else {
        try turn.take(within: timeout)
        return writer
      }
      let kept = readers.withLock { $0.popLast() }
      if let kept {
        // Looking costs a call of the system, a part of a short statement.
        do throws(SQLError) {
          try kept.checkPlace(every: .milliseconds(20))
        } catch {
          giveBack(kept)
          throw error
        }
        return kept
      }
      let connection = try SQLiteConnection(
        path, isReadOnly: true, timeout: timeout, limit: limit, observers: observers)
      if Self.number(ofFile: path) != fileNumber { throw .replacedFile(path) }
      return connection
    }

    package func giveBack(_ connection: SQLiteConnection) {
      if connection === writer { return turn.giveBack() }
      readers.withLock { if $0.count < Self.keptReaders { $0.append(connection) } }
    }
  }

  /// The turn of the thread that has the connection that writes.
  private final class WriterTurn: Sendable {
    private let free = DispatchSemaphore(value: 1)
    private let holder = Locked<ThreadNumber?>(nil)

    /// Waits for the turn.
    ///
    /// - Parameter timeout: How many milliseconds it may take, as between programs.
    func take(within timeout: Int32) throws(SQLError) {
      if free.wait(timeout: .now()) != .success {
        let isOwn = holder.withLock { $0 == ThreadNumber.current }
        if isOwn || free.wait(timeout: .now() + .milliseconds(Int(timeout))) != .success {
          throw .busy(statement: "BEGIN IMMEDIATE")
        }
      }
      holder.withLock { $0 = .current }
    }

    func giveBack() {
      holder.withLock { $0 = nil }
      free.signal()
    }
  }
#endif
