#if SQLite
  public import Foundation
  public import MotionModel
  public import MotionModelSQL

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
  /// A file is in WAL mode: one thread writes, and others read beside it what was committed last.
  ///
  /// ## Topics
  /// ### Opening
  /// - ``init(file:busyTimeout:statementTimeout:foreignKeys:)``
  /// - ``init(statementTimeout:foreignKeys:)``
  /// ### Looking
  /// - ``plan(of:)``
  /// - ``onStatement(slowerThan:_:)``
  /// ### Statements of your own
  /// - ``run(_:_:)``
  /// ### Tables
  /// - ``migration(of:)``
  /// - ``migrate(_:)``
  /// - ``migrate(_:to:isTrial:)``
  public final class SQLiteAdapter: TransactionalAdapter, RelatedAnswering, SummaryAnswering, StoredFormStating,
    IDGiving, PlanAnswering, SnapshotReading
  {
    /// The error that reading throws.
    public typealias Failure = SQLError

    private let keeper: SQLKeeper<SQLiteDatabase>

    /// Opens a database in a file, which is created if it does not exist.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - busyTimeout: How long a call waits for other programs that have locked the file.
    ///   - statementTimeout: How long a statement may take, other than those of migrations, before `SQLError.timedOut`.
    ///   - foreignKeys: Whether the tables that it makes have the foreign keys of relations whose parent must exist,
    ///     and SQLite keeps these and all others.
    /// - Throws: `SQLError.notConnected`.
    public init(
      file: URL, busyTimeout: Duration = .seconds(5), statementTimeout: Duration = .seconds(30),
      foreignKeys: Bool = true
    ) throws(SQLError) {
      let milliseconds = Int32(max(0, min(busyTimeout / .milliseconds(1), 1e9)))
      let database = try SQLiteDatabase(
        file.path, timeout: milliseconds, limit: statementTimeout, keepsForeignKeys: foreignKeys)
      keeper = SQLKeeper(database, refers: foreignKeys)
    }

    /// Creates a database in memory, which ends with the adapter.
    ///
    /// - Parameters:
    ///   - statementTimeout: How long a statement may take, before `SQLError.timedOut`.
    ///   - foreignKeys: Whether tables have the foreign keys of relations whose parent must exist.
    /// - Throws: `SQLError.notConnected`.
    public init(statementTimeout: Duration = .seconds(30), foreignKeys: Bool = true) throws(SQLError) {
      let database = try SQLiteDatabase(nil, limit: statementTimeout, keepsForeignKeys: foreignKeys)
      keeper = SQLKeeper(database, refers: foreignKeys)
    }

    /// Returns the records of a query, in its order and window.
    ///
    /// - Complexity: That of the statement. If the statement is not exact, also O(*n* log *n*) in the number of rows it
    ///   reads; see `FinderSQL` of MotionModelSQL.
    public func read<Record: Model>(_ query: RecordQuery<Record>) throws(SQLError) -> [Record] {
      try keeper.read(query)
    }

    /// Returns the number of records of a query.
    ///
    /// - Complexity: That of the statement, or that of ``read(_:)`` if it is not exact.
    public func count<Record: Model>(_ query: RecordQuery<Record>) throws(SQLError) -> Int {
      try keeper.count(query)
    }

    /// Returns the records of a model with the given ids, in any order.
    ///
    /// - Complexity: That of the statement, which is prepared once for single ids that are numbers.
    public func records<Record: Model>(
      of model: Record.Type, withIDs ids: [Record.ID]
    ) throws(SQLError) -> [Record] {
      if let found = try keeper.records(of: model, withIDs: ids) { return found }
      return try QueryReading(self).records(of: model, withIDs: ids)
    }

    /// Whether related records are in tables of this database, and all conditions have SQL.
    package func answersRelated<Record: Model>(_ query: RecordQuery<Record>, isCount: Bool) -> Bool {
      keeper.answersRelated(query, isCount: isCount, by: SQLiteAdapter.self)
    }

    /// Returns how SQLite would run the statement of a finder, in its words. The finder is not run.
    ///
    /// ```swift
    /// print(try adapter.plan(of: pages.records.where(\.title == "Home")))
    /// // => SEARCH Page USING INDEX sqlite_autoindex_Page_2 (title=?)
    /// ```
    ///
    /// The statement is that of `finder.sql`. If the database does not answer all of the finder, a last line says what
    /// runs over the rows of the statement: `IN MEMORY Page where …`.
    public func plan<Chain: FinderChain>(of finder: Chain) throws(SQLError) -> String { try keeper.plan(of: finder) }

    /// Returns facts about the records of a query, in groups; nil when SQL does not compute them as memory does.
    package func summaries<Record: Model>(
      _ query: RecordQuery<Record>, _ requests: [SummaryRequest], by keys: [TableForm.Column]
    ) throws(SQLError) -> [GroupSummary]? {
      try keeper.summaries(query, requests, by: keys)
    }

    /// Returns how the database keeps values, once the table is known.
    package func storedForm<Record: Model>(of model: Record.Type) -> StoredForm { keeper.storedForm(of: model) }

    /// Returns ids for new records; nil if the database does not count them.
    package func giveIDs<Record: Model>(_ count: Int, of model: Record.Type) throws(SQLError) -> GivenIDs? {
      try keeper.giveIDs(count, of: model)
    }

    /// Calls `body`, in which the queries of the calling thread are answered from one state of the database.
    package func readingOneState<Result>(_ body: () throws(SQLError) -> Result) throws(SQLError) -> Result {
      try keeper.readingOneState(body)
    }

    /// Calls `body`. The reads of the calling thread inside, and its commit at the end, are one transaction.
    public func withTransaction<Result>(_ body: () throws -> Result) throws -> Result {
      try keeper.withTransaction(body)
    }

    /// Runs a statement of your own, and returns its rows.
    ///
    /// ```swift
    /// let rows = try adapter.run("SELECT count(*) FROM \"Page\" WHERE title LIKE ?1", [.text("H%")])
    /// ```
    ///
    /// In a transaction of a store, it is part of the transaction, and does not see its writes yet: these go to the
    /// database at the end. Elsewhere it is a transaction of its own. Rules, hooks and observers do not know of it.
    ///
    /// - Parameters:
    ///   - text: The statement, in which values are `?1` and so on. Never put a value into it.
    ///   - values: The values.
    /// - Throws: `SQLError`.
    @discardableResult
    public func run(_ text: String, _ values: [SQLValue] = []) throws -> [[SQLValue]] {
      try keeper.run(text, values)
    }

    /// Calls a handler after each statement that the adapter has run, on the thread that ran it, until the observation
    /// is cancelled or released. The handler must not use the adapter.
    ///
    /// ```swift
    /// let observation = adapter.onStatement(slowerThan: .milliseconds(100)) { logger.warning("\($0) \($0.caller)") }
    /// ```
    ///
    /// - Parameters:
    ///   - limit: How long a statement has to take.
    ///   - handler: It is called on the thread that ran the statement.
    public func onStatement(
      slowerThan limit: Duration = .zero, _ handler: @escaping @Sendable (SQLRun) -> Void
    ) -> SQLObservation {
      keeper.engine.observers.add(slowerThan: limit, handler)
    }

    /// Returns whether others were in the way of a transaction.
    public func isTransient(_ error: any Error) -> Bool { keeper.isTransient(error) }

    /// How often a call that writes by itself is run again when others were in the way.
    public var retries: Int { keeper.engine.retries }

    /// Commits a changeset, as the end of the calling thread's transaction or as one of its own.
    ///
    /// - Throws: `StoreError.notUnique` or `idTaken` when another program has written the same values meanwhile,
    ///   `StoreError.stale` or `recordGone` when it has changed or deleted a record, or `SQLError`. Nothing is
    ///   written then.
    public func commit(_ changeset: Changeset) throws { try keeper.commit(changeset) }

    /// Returns the statements that make the table of a model as its schema wants it; none if it is. Nothing is changed.
    ///
    /// Columns that the schema does not know are kept, unless they need a value. A table without `_position`, which
    /// others have made, keeps its types and collations.
    ///
    /// - Throws: `SQLError.noTable` when the model cannot have a table.
    public func migration<Record: Model>(of model: Record.Type) throws(SQLError) -> [SQLStatement] {
      try keeper.migration(of: model)
    }

    /// Makes the tables of models as their schemas want them, all or none.
    public func migrate(_ models: [any Model.Type]) throws(SQLError) { try keeper.migrate(models) }

    /// Runs the migrations that the database has not recorded yet, in their order, in one transaction.
    ///
    /// Recorded names of other versions of the program stay.
    ///
    /// - Parameters:
    ///   - migrations: All migrations, the oldest first. New ones are added at the end.
    ///   - name: The last migration that is run. Those behind it are undone, the last one first. An empty name undoes
    ///     all; nil undoes none.
    ///   - isTrial: Whether everything is undone at the end, to see what would run.
    /// - Returns: The statements of the migrations that ran.
    /// - Throws: `SQLError.unfitMigration` when a name is given twice or `name` is none of them, or when one cannot be
    ///   undone; what a migration throws. Nothing is changed then.
    @discardableResult
    public func migrate(
      _ migrations: [RecordedMigration], to name: String? = nil, isTrial: Bool = false
    ) throws -> [SQLStatement] {
      try keeper.migrate(migrations, to: name, isTrial: isTrial)
    }
  }

  extension FinderChain where Record.Adapter == SQLiteAdapter {
    /// How SQLite would find the records, in its words; see ``SQLiteAdapter/plan(of:)``.
    ///
    /// ```swift
    /// print(try pages.where(\.title == "Home").plan)   // => SEARCH Page USING INDEX sqlite_autoindex_Page_2 (title=?)
    /// ```
    public var plan: String {
      get throws(SQLError) { try recordAdapter.plan(of: self) }
    }
  }
#endif
