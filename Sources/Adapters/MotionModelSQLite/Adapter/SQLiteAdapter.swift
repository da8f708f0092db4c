#if SQLite
  public import Foundation
  public import MotionModel
  @_exported public import MotionModelSQL

  /// Keeps the records of models in an SQLite database.
  ///
  /// ```swift
  /// struct Page: Model { typealias Adapter = SQLiteAdapter; … }
  ///
  /// let adapter = try SQLiteAdapter(file: url)
  /// let store = Store(adapters: [adapter])
  /// try store.table(Page.self).create { $0.title = "Home" }
  /// try store.table(Page.self).records.where(\.title == "Home").all
  /// ```
  ///
  /// The table of a model is created when the model is first used. A table that exists must be as the schema wants it;
  /// otherwise reading and writing throw `SQLError.otherTable` until ``migrate(_:)`` has changed it. Answers are those
  /// of memory, to the last string, nil and NaN; see <doc:MotionModelSQLite>.
  ///
  /// Statements of your own, plans and migrations are those of every `SQLAdapter`.
  ///
  /// A file is in WAL mode: one thread writes, and others read beside it what was committed last.
  ///
  /// ## Topics
  /// ### Opening
  /// - ``init(file:busyTimeout:statementTimeout:constraints:)``
  /// - ``init(statementTimeout:constraints:)``
  /// ### Tables
  /// - ``migrate(_:)``
  public final class SQLiteAdapter: SQLAdapter, RelatedAnswering, SummaryAnswering, StoredFormStating, IDGiving,
    SnapshotReading, RowFinding
  {
    /// What the adapter knows of its database.
    public let keeper: SQLKeeper

    /// Opens a database in a file, which is created if it does not exist.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - busyTimeout: How long a call waits for other programs that have locked the file.
    ///   - statementTimeout: How long a statement may take, other than those of migrations, before `SQLError.timedOut`.
    ///   - constraints: Whether the tables that it makes have the unique indexes of rules and the foreign keys of
    ///     relations whose parent must exist, and SQLite keeps these and all other foreign keys.
    /// - Throws: `SQLError.notConnected`.
    public init(
      file: URL, busyTimeout: Duration = .seconds(5), statementTimeout: Duration = .seconds(30),
      constraints: Bool = true
    ) throws(SQLError) {
      let milliseconds = Int32(max(0, min(busyTimeout / .milliseconds(1), 1e9)))
      let database = try SQLiteDatabase(
        file.path, timeout: milliseconds, limit: statementTimeout, keepsForeignKeys: constraints)
      keeper = SQLKeeper(database, constrains: constraints)
    }

    /// Creates a database in memory, which ends with the adapter.
    ///
    /// - Parameters:
    ///   - statementTimeout: How long a statement may take, before `SQLError.timedOut`.
    ///   - constraints: Whether tables have the unique indexes of rules and the foreign keys of relations whose parent
    ///     must exist.
    /// - Throws: `SQLError.notConnected`.
    public init(statementTimeout: Duration = .seconds(30), constraints: Bool = true) throws(SQLError) {
      let database = try SQLiteDatabase(nil, limit: statementTimeout, keepsForeignKeys: constraints)
      keeper = SQLKeeper(database, constrains: constraints)
    }

    /// Makes the tables of models as their schemas want them, all or none.
    public func migrate(_ models: [any Model.Type]) throws(SQLError) { try keeper.migrate(models) }
  }
#endif
