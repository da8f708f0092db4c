/// A database as an adapter uses it: connections and transactions.
package protocol SQLEngine: Sendable {
  associatedtype Connection: SQLConnection & Sendable

  static var dialect: SQLDialect { get }

  /// The connections with which threads read one state of the database.
  var snapshots: SQLSnapshots<Connection> { get }

  /// Calls `body` with a connection that reads what was committed last, while others read and write.
  func read<Result>(_ body: (Connection) throws(SQLError) -> Result) throws(SQLError) -> Result

  /// Calls `body`, during which all calls of ``read(_:)`` on this thread see one state of the database, by one
  /// connection.
  func readingOneState<Result>(_ body: () throws(SQLError) -> Result) throws(SQLError) -> Result

  /// Calls `body` in a transaction. If it throws, all that it wrote is undone.
  ///
  /// `body` may be called again when the database asks for that, so it has no effects but in the database.
  ///
  /// - Parameter isDefining: Whether tables are looked at and changed. Only one program does so at a time.
  func transaction<Result>(isDefining: Bool, _ body: (Connection) throws -> Result) throws -> Result
}

/// A connection to a database, for one thread at a time.
package protocol SQLConnection {
  /// Runs a statement, and returns its rows.
  ///
  /// Values are copied before anything else runs, so that code of the program's that reads them can use the database.
  @discardableResult
  func run(_ text: SQLText) throws(SQLError) -> SQLRows

  /// Runs a statement that was put together before, and returns its rows.
  @discardableResult
  func run(_ statement: SQLStatement) throws(SQLError) -> SQLRows

  /// Runs a statement that writes, once for each row of values, up to the first that is refused.
  func run(_ batch: SQLBatch) throws(SQLBatchFailure) -> SQLBatchResult

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

  /// Returns how the database would run a statement, in its words.
  func plan(of text: SQLText) throws(SQLError) -> String
}

/// The first run of a batch that was refused.
package struct SQLBatchFailure: Error {
  package let index: Int
  package let error: SQLError

  package init(index: Int, error: SQLError) { (self.index, self.error) = (index, error) }
}

extension SQLEngine {
  /// Calls `body` in a transaction that looks at tables and changes them.
  func defining<Result>(_ body: (Connection) throws(SQLError) -> Result) throws(SQLError) -> Result {
    do {
      return try transaction(isDefining: true, body)
    } catch let error as SQLError {
      throw error
    } catch {
      preconditionFailure("an error of another type: \(type(of: error))")
    }
  }
}
