import MotionModel

/// A database as an adapter uses it: connections and transactions.
package protocol SQLEngine: AnyObject, Sendable {
  associatedtype Connection: SQLConnection & Sendable

  /// The transactions of threads.
  var sessions: SQLSessions<Self> { get }

  /// Those who observe the statements of its connections.
  var observers: SQLObservers { get }

  /// Whether a transaction begins with what it reads. A database in memory has one connection, and a transaction that
  /// is open would keep others from reading.
  var readsInTransactions: Bool { get }

  /// The isolation of transactions that write.
  var isolation: SQLIsolation { get }

  /// How often a commit is tried again when others were in the way.
  var retries: Int { get }

  /// Takes a connection, which no other thread uses until it is given back.
  func take(for purpose: SQLPurpose) throws(SQLError) -> Connection

  func giveBack(_ connection: Connection)

  /// Calls `body` in a transaction that looks at tables and changes them: that of the calling thread, if it has begun.
  /// Only one program does so at a time.
  ///
  /// `body` may be called again when the database asks for that, so it has no effects but in the database.
  func defining<Result>(_ body: (Connection) throws -> Result) throws -> Result
}

/// A connection to a database, for one thread at a time.
package protocol SQLConnection: AnyObject {
  static var dialect: SQLDialect { get }

  /// Those who observe the statements.
  var observers: SQLObservers { get }

  /// Begins a transaction, at the latest with the first statement in it.
  func begin(_ purpose: SQLPurpose) throws(SQLError)

  /// Looks at all foreign keys when the open transaction commits, where the database can.
  func deferForeignKeys()

  /// Ends the transaction by a commit. If it throws, the transaction is undone, unless the error says that this is not
  /// known.
  func commit() throws(SQLError)

  /// Undoes the transaction.
  func rollBack()

  /// Runs a statement with a row of values, and replaces rows by its rows, in their memory if it can.
  ///
  /// Values are copied before anything else runs, so that code of the program's that reads them can use the database.
  func run(_ text: String, _ bindings: SQLRows, into rows: inout SQLRows) throws(SQLError)

  /// Runs a statement that writes, once for each row of values, up to the first that is refused.
  func write(_ batch: SQLBatch) throws(SQLBatchFailure) -> SQLBatchResult

  /// Calls `body`, which runs these statements in this order, and nothing else: they may be sent before. The
  /// transaction has to be undone if one of them has not done what it should.
  func expecting(_ batches: [SQLBatch], _ body: () throws -> Void) throws

  /// Returns the rows of a statement that reads, some at a time. A transaction is open until the last one is read.
  func cursor(_ text: SQLText) throws(SQLError) -> SQLCursor

  /// Returns the names of all tables, in their order.
  func tableNames() throws(SQLError) -> [String]

  /// Returns a table as it is; nil if there is none.
  func table(_ name: String) throws(SQLError) -> SQLTable?

  /// Returns the columns of a table that a constraint keeps unique together, in any order; nil if they are not known.
  ///
  /// - Parameter constraint: The name in ``SQLError/notUnique(statement:constraint:)``.
  func uniqueColumns(of constraint: String, in table: String) throws(SQLError) -> Set<String>?

  /// Returns the columns of a constraint that the database has named; empty if they are not known.
  func columns(of constraint: SQLError.Constraint) throws(SQLError) -> [String]

  /// Returns how the database would run a statement, in its words.
  func plan(of text: SQLText) throws(SQLError) -> String
}

extension SQLConnection {
  package func expecting(_ batches: [SQLBatch], _ body: () throws -> Void) throws { try body() }

  /// Runs a statement, and returns its rows.
  @discardableResult
  package func run(_ statement: SQLStatement) throws(SQLError) -> SQLRows {
    var rows = SQLRows(columnCount: 0)
    try run(statement.text, SQLRows(row: statement.bindings), into: &rows)
    return rows
  }

  /// Runs a statement, and returns its rows.
  @discardableResult
  package func run(_ text: SQLText) throws(SQLError) -> SQLRows { try run(text.statement(in: Self.dialect)) }

  /// Runs a statement that writes, once for each row of values, up to the first that is refused, and lets others see
  /// it.
  package func run(_ batch: SQLBatch) throws(SQLBatchFailure) -> SQLBatchResult {
    try observers.observing(batch.text, rowCount: { _ in batch.count }, error: \.error) { () throws(SQLBatchFailure) in
      try write(batch)
    }
  }
}

/// The first run of a batch that was refused.
package struct SQLBatchFailure: Error {
  package let index: Int
  package let error: SQLError

  package init(index: Int, error: SQLError) { (self.index, self.error) = (index, error) }
}

extension SQLEngine {
  var dialect: SQLDialect { Connection.dialect }

  /// Whether the calling thread is in a transaction that writes.
  var isWriting: Bool { sessions.current?.purpose.isWriting == true }

  /// Whether the transaction of the calling thread has begun.
  var hasBegun: Bool { sessions.current?.connection != nil }

  /// Whether the transaction of the calling thread has made tables, which others do not see until it commits.
  var hasDefined: Bool { sessions.current?.hasDefined == true }

  /// Calls `body` with a connection that reads what was committed last, while others read and write.
  func readAlone<Result>(_ body: (Connection) throws(SQLError) -> Result) throws(SQLError) -> Result {
    let connection = try take(for: .reading)
    defer { giveBack(connection) }
    return try body(connection)
  }

  /// Calls `body` with the connection of the calling thread's transaction, or with another that reads the latest
  /// commits.
  package func read<Result>(_ body: (Connection) throws(SQLError) -> Result) throws(SQLError) -> Result {
    guard let session = sessions.current, readsInTransactions || session.connection != nil else {
      return try readAlone(body)
    }
    return try session.read(body)
  }

  /// Calls `body` as ``read(_:)`` does, but does not begin the transaction of the calling thread.
  package func look<Result>(_ body: (Connection) throws(SQLError) -> Result) throws(SQLError) -> Result {
    hasBegun ? try read(body) : try readAlone(body)
  }

  /// Calls `body`, during which all calls of ``read(_:)`` on this thread see one state of the database.
  package func readingOneState<Result>(_ body: () throws(SQLError) -> Result) throws(SQLError) -> Result {
    if !readsInTransactions || sessions.current != nil { return try body() }
    let session = SQLSession(self, .reading)
    defer { session.rollBack() }
    return try sessions.with(session, body)
  }

  /// Calls `body`. The reads of the calling thread inside, and its writes at the end, are one transaction.
  ///
  /// - Parameter undone: Called when the transaction is undone after it has made tables.
  package func withTransaction<Result>(_ body: () throws -> Result, undone: () -> Void) throws -> Result {
    let session = SQLSession(self, .writing(isolation))
    do {
      let result = try sessions.with(session, body)
      try session.commit()
      return result
    } catch {
      session.rollBack()
      if session.hasDefined { undone() }
      throw error
    }
  }

  /// Calls `body`, which writes, as the end of the calling thread's transaction, or as one of its own, which is tried
  /// again when others were in the way.
  package func write(_ body: (Connection) throws -> Void) throws {
    if let session = sessions.current, session.purpose.isWriting { return try session.write(body) }
    try repeating { try SQLSession(self, .writing(isolation)).write(body) }
  }

  /// Runs a statement of the program's own, in the transaction of the calling thread or as one of its own.
  func run(_ statement: SQLStatement) throws -> SQLRows {
    if let session = sessions.current, session.purpose.isWriting {
      return try session.read { connection throws(SQLError) in try connection.run(statement) }
    }
    var rows = SQLRows(columnCount: 0)
    try write { connection in rows = try connection.run(statement) }
    return rows
  }

  /// Runs `body`, and again when it has met another transaction, as often as the limits allow.
  package func repeating<Result>(_ body: () throws -> Result) throws -> Result {
    try Store.repeating(body) { error in if case SQLError.conflict = error { retries } else { 0 } }
  }

  /// Does the same as ``defining(_:)`` with errors of one type.
  func definingTables<Result>(_ body: (Connection) throws(SQLError) -> Result) throws(SQLError) -> Result {
    do {
      return try defining(body)
    } catch let error as SQLError {
      throw error
    } catch {
      preconditionFailure("an error of another type: \(type(of: error))")
    }
  }
}
