#if PostgreSQL
  public import MotionModel
  public import MotionModelSQL

  /// Keeps the records of models in a database of a PostgreSQL server.
  ///
  /// ```swift
  /// struct Page: Model { typealias Adapter = PostgreSQLAdapter; … }
  ///
  /// let server = try PostgreSQLServer("postgres://shop@db.example.com/shop?sslmode=verify-full")
  /// let store = Store(adapters: [try PostgreSQLAdapter(server)])
  /// try store.table(Page.self).create { $0.title = "Home" }
  /// try store.table(Page.self).records.where(\.title == "Home").all
  /// ```
  ///
  /// The table of a model is created when the model is first used. A table that exists must be as the schema wants it;
  /// otherwise reading and writing throw `SQLError.otherTable` until ``migrate(_:indexesConcurrently:)`` has changed
  /// it. Answers are those of memory, to the last string, nil and NaN; see <doc:MotionModelPostgreSQL>.
  ///
  /// Any thread may use it. Each call takes a connection of a pool, and waits for one if all are in use.
  ///
  /// ## Topics
  /// ### Connecting
  /// - ``init(_:limits:foreignKeys:)``
  /// - ``PostgreSQLServer``
  /// - ``PostgreSQLLimits``
  /// ### Looking
  /// - ``plan(of:)``
  /// - ``onStatement(slowerThan:_:)``
  /// ### Statements of your own
  /// - ``run(_:_:)``
  /// - ``withLock(_:_:)``
  /// ### Tables
  /// - ``migration(of:)``
  /// - ``migrate(_:indexesConcurrently:)``
  /// - ``migrate(_:to:isTrial:)``
  public final class PostgreSQLAdapter: TransactionalAdapter, RelatedAnswering, SummaryAnswering, StoredFormStating,
    IDGiving, PlanAnswering, SnapshotReading
  {
    /// The error that reading throws.
    public typealias Failure = SQLError

    private let keeper: SQLKeeper<PostgreSQLPool>

    /// Connects to a database.
    ///
    /// - Parameters:
    ///   - server: The server, the database and the user.
    ///   - limits: The number of connections, and the time-outs.
    ///   - foreignKeys: Whether the tables that it makes have the foreign keys of relations whose parent must exist.
    /// - Throws: `SQLError.notConnected` when the server cannot be reached or refuses the user, is older than
    ///   PostgreSQL 13, or does not keep strings as UTF-8.
    public init(
      _ server: PostgreSQLServer, limits: PostgreSQLLimits = PostgreSQLLimits(), foreignKeys: Bool = true
    ) throws(SQLError) {
      keeper = SQLKeeper(try PostgreSQLPool(server, limits), refers: foreignKeys)
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
      keeper.answersRelated(query, isCount: isCount, by: PostgreSQLAdapter.self)
    }

    /// Returns how PostgreSQL would run the statement of a finder, in its words. The finder is not run.
    ///
    /// ```swift
    /// print(try adapter.plan(of: pages.records.where(\.title == "Home")))
    /// // => Index Scan using "Page unique by title" on "Page" …
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
    /// let rows = try adapter.run("SELECT id FROM \"Job\" WHERE worker IS NULL LIMIT 1 FOR UPDATE SKIP LOCKED")
    /// ```
    ///
    /// In a transaction of a store, it is part of the transaction, and does not see its writes yet: these go to the
    /// database at the end. Elsewhere it is a transaction of its own. Rules, hooks and observers do not know of it.
    ///
    /// - Parameters:
    ///   - text: The statement, in which values are `$1` and so on. Never put a value into it.
    ///   - values: The values.
    /// - Throws: `SQLError`.
    @discardableResult
    public func run(_ text: String, _ values: [SQLValue] = []) throws -> [[SQLValue]] {
      try keeper.run(text, values)
    }

    /// Calls `body` while no other program that uses the database has the lock of a name: for work that one program
    /// does at a time. The lock has a connection of its own, and ends with it if the program ends.
    ///
    /// ```swift
    /// try adapter.withLock("nightly report") { try store.transaction { … } }
    /// ```
    ///
    /// - Throws: What `body` throws; `SQLError.busy` when another program has the lock for longer than
    ///   ``PostgreSQLLimits/lock``.
    public func withLock<Result>(_ name: String, _ body: () throws -> Result) throws -> Result {
      try keeper.engine.withLock(name, body)
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

    /// How many connections to the server are in use, and how many wait to be used.
    public var connections: (used: Int, idle: Int) { (keeper.engine.usedCount, keeper.engine.idleCount) }

    /// Returns whether others were in the way of a transaction.
    public func isTransient(_ error: any Error) -> Bool { keeper.isTransient(error) }

    /// How often a call that writes by itself is run again when others were in the way.
    public var retries: Int { keeper.engine.retries }

    /// Commits a changeset, as the end of the calling thread's transaction or as one of its own.
    ///
    /// After a deadlock or a serialisation failure, the transaction is tried again, as often as the limits allow.
    ///
    /// - Throws: `StoreError.notUnique` or `idTaken` when another program has written the same values meanwhile,
    ///   `StoreError.stale` or `recordGone` when it has changed or deleted a record, or `SQLError`. Nothing is
    ///   written then, unless the error is `SQLError.outcomeUnknown`.
    public func commit(_ changeset: Changeset) throws { try keeper.commit(changeset) }

    /// Returns the statements that make the table of a model as its schema wants it; none if it is. Nothing is changed.
    ///
    /// Columns that the schema does not know are kept, and may be `NULL` from then on. So are types that the adapter
    /// never declares, and in a table without `_position`, which others have made, all types.
    ///
    /// - Throws: `SQLError.noTable` when the model cannot have a table.
    public func migration<Record: Model>(of model: Record.Type) throws(SQLError) -> [SQLStatement] {
      try keeper.migration(of: model)
    }

    /// Makes the tables of models as their schemas want them, all or none.
    ///
    /// - Parameters:
    ///   - models: The models.
    ///   - indexesConcurrently: Whether new indexes of older tables are made by `CREATE INDEX CONCURRENTLY` when all
    ///     else is committed, so that others can write meanwhile. One that fails is made by the next call. Each has the
    ///     time of a statement, so raise ``PostgreSQLLimits/statement`` for large tables.
    public func migrate(_ models: [any Model.Type], indexesConcurrently: Bool = false) throws(SQLError) {
      try keeper.migrate(models, isConcurrent: indexesConcurrently)
    }

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

  extension FinderChain where Record.Adapter == PostgreSQLAdapter {
    /// How PostgreSQL would find the records, in its words; see ``PostgreSQLAdapter/plan(of:)``.
    ///
    /// ```swift
    /// print(try pages.where(\.title == "Home").plan)   // => Index Scan using "Page unique by title" on "Page" …
    /// ```
    public var plan: String {
      get throws(SQLError) { try recordAdapter.plan(of: self) }
    }
  }
#endif
