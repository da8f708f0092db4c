public import MotionModel

/// An adapter of this package that keeps records in an SQL database: `SQLiteAdapter` and `PostgreSQLAdapter`.
///
/// ## Topics
/// ### Looking
/// - ``plan(of:)``
/// - ``onStatement(slowerThan:_:)``
/// ### Statements of your own
/// - ``run(_:_:)``
/// ### Tables
/// - ``migration(of:)``
/// - ``migrate(_:to:isTrial:)``
public protocol SQLAdapter: TransactionalAdapter where Failure == SQLError {
  /// What the adapter knows of its database.
  var keeper: SQLKeeper { get }
}

// MARK: - Reading

extension SQLAdapter {
  /// Returns the records of a query, in its order and window.
  ///
  /// - Complexity: That of the statement. If the statement is not exact, also O(*n* log *n*) in the number of rows it
  ///   reads; see `sql(_:)`.
  public func read<Record: Model>(_ query: RecordQuery<Record>) throws(SQLError) -> [Record] {
    let (form, engine) = (query.form, keeper.engine)
    if form.lock != nil && !engine.isWriting {
      throw .lockOutsideTransaction(model: Record.schema.modelName)
    }
    return try keeper.renewing { () throws(SQLError) in
      let select = try keeper.select(form, of: Record.self)
      let rows = try engine.read { connection throws(SQLError) in try connection.run(select.records) }
      let records: [Record] = try keeper.records().records(rows, of: select.layout)
      return select.isExact ? records : query.records(from: records)
    }
  }

  /// Returns the number of records of a query.
  ///
  /// - Complexity: That of the statement, or that of ``read(_:)`` if it is not exact.
  public func count<Record: Model>(_ query: RecordQuery<Record>) throws(SQLError) -> Int {
    let count = try keeper.renewing { () throws(SQLError) -> Int? in
      let select = try keeper.select(query.form, of: Record.self)
      guard select.isCountExact else { return nil }
      let rows = try keeper.engine.read { connection throws(SQLError) in try connection.run(select.count) }
      guard case .integer(let count) = rows[row: 0, column: 0] else { preconditionFailure("COUNT without a number") }
      return Int(clamping: count)
    }
    if let count { return count }
    return try read(query).count
  }

  /// Returns the records of a model with the given ids, in any order.
  ///
  /// - Complexity: That of the statement, which is prepared once for single ids that are numbers.
  public func records<Record: Model>(of model: Record.Type, withIDs ids: [Record.ID]) throws(SQLError) -> [Record] {
    if ids.count == 1 {
      var record = Record()
      record.id = ids[0]
      let isFound = try withRow(of: &record) { row throws(SQLError) in try find(row, of: model) }
      if let isFound { return isFound ? [record] : [] }
    }
    return try read(RecordQuery(ids: ids))
  }

  /// Replaces a new record, which has an id, by the stored record with the same id.
  ///
  /// - Returns: Whether there is one; nil if that takes a query.
  package func find(_ record: MutableRow, of model: any Model.Type) throws(SQLError) -> Bool? {
    try keeper.renewing { () throws(SQLError) in try keeper.find(record, of: model) }
  }

  /// Returns facts about the records of a query, in groups; nil when SQL does not compute them as memory does.
  package func summaries<Record: Model>(
    _ query: RecordQuery<Record>, _ requests: [SummaryRequest], by keys: [TableForm.Column]
  ) throws(SQLError) -> [GroupSummary]? {
    do throws(SQLError) {
      return try keeper.renewing { () throws(SQLError) in
        let select = try keeper.select(query.form, of: Record.self)
        guard let summary = SQLSummary(requests, by: keys, in: select, keeper.engine.dialect) else { return nil }
        let rows = try keeper.engine.read { connection throws(SQLError) in try connection.run(summary.text) }
        return summary.summaries(rows)
      }
    } catch {
      // A sum that is too large for SQLite, whose transaction can go on. Memory says what is wrong with it.
      if case .refused = error { return nil }
      throw error
    }
  }

  /// Whether related records are in tables of this database, and all conditions have SQL.
  package func answersRelated<Record: Model>(_ query: RecordQuery<Record>, isCount: Bool) -> Bool {
    let form = query.form
    guard form.relatedModels.allSatisfy({ keeper.isKept($0, by: Self.self) }) else { return false }
    // A table that cannot be used is an error of the finder that reads it.
    guard let select = try? keeper.select(form, of: Record.self) else { return false }
    return isCount ? select.isCountExact : select.isExact
  }

  /// Returns how the database keeps values, once the table is known.
  package func storedForm<Record: Model>(of model: Record.Type) -> StoredForm { keeper.storedForm(of: model) }

  /// Returns ids for new records; nil if the database does not count them.
  package func giveIDs<Record: Model>(_ count: Int, of model: Record.Type) throws(SQLError) -> GivenIDs? {
    try keeper.giveIDs(count, of: model)
  }

  /// Calls `body`, in which the queries of the calling thread are answered from one state of the database.
  package func readingOneState<Result>(_ body: () throws(SQLError) -> Result) throws(SQLError) -> Result {
    try keeper.renewing { () throws(SQLError) in try keeper.engine.readingOneState(body) }
  }

  // MARK: - Looking

  /// Returns how the database would run the statement of a finder, in its words. The finder is not run.
  ///
  /// ```swift
  /// print(try adapter.plan(of: pages.records.where(\.title == "Home")))
  /// // => SEARCH Page USING INDEX sqlite_autoindex_Page_2 (title=?)
  /// ```
  ///
  /// The statement is that of `finder.sql`. If the database does not answer all of the finder, a last line says what
  /// runs over the rows of the statement: `IN MEMORY Page where …`.
  public func plan<Chain: FinderChain>(of finder: Chain) throws(SQLError) -> String {
    let form = finder.form
    for model in form.relatedModels { _ = keeper.isKept(model, by: Chain.Record.Adapter.self) }
    let select = try keeper.select(form, of: Chain.Record.self)
    let plan = try keeper.engine.read { connection throws(SQLError) in try connection.plan(of: select.records) }
    return select.isExact ? plan : "\(plan)\nIN MEMORY \(finder.finder)"
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
    slowerThan limit: Duration = .zero, _ handler: @escaping @Sendable (SQLStatement.Run) -> Void
  ) -> StoreObservation {
    keeper.engine.observers.add(slowerThan: limit, handler)
  }

  // MARK: - Writing

  /// Calls `body`. The reads of the calling thread inside, and its commit at the end, are one transaction.
  public func withTransaction<Result>(_ body: () throws -> Result) throws -> Result {
    try keeper.engine.withTransaction(body, undone: keeper.forgetTables)
  }

  /// Returns whether others were in the way of a transaction: it has met another, or a table was changed since a
  /// statement was prepared.
  public func isTransient(_ error: any Error) -> Bool {
    guard let error = error as? SQLError else { return false }
    if case .conflict = error { return true }
    return error.isOfOldStatement
  }

  /// How often a call that writes by itself is run again when others were in the way.
  public var retries: Int { keeper.engine.retries }

  /// Commits a changeset, as the end of the calling thread's transaction or as one of its own.
  ///
  /// After a deadlock or a serialisation failure, the transaction is tried again, as often as the limits of PostgreSQL
  /// allow.
  ///
  /// - Throws: `StoreError.notUnique` or `idTaken` when another program has written the same values meanwhile,
  ///   `StoreError.stale` or `recordGone` when it has changed or deleted a record, or ``SQLError``. Nothing is
  ///   written then, unless the error is `SQLError.outcomeUnknown`.
  public func commit(_ changeset: Changeset) throws { try keeper.commit(changeset) }

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
  ///   - text: The statement, in which values are `?1` and so on with SQLite, and `$1` and so on with PostgreSQL. Never
  ///     put a value into it.
  ///   - values: The values.
  /// - Throws: ``SQLError``.
  @discardableResult
  public func run(_ text: String, _ values: [SQLValue] = []) throws -> [[SQLValue]] {
    try keeper.engine.run(SQLStatement(text: text, bindings: values)).rows
  }

  // MARK: - Tables

  /// Returns the statements that make the table of a model as its schema wants it; none if it is. Nothing is changed.
  ///
  /// Columns that the schema does not know are kept, unless they need a value, which with PostgreSQL may be `NULL` from
  /// then on. So are types that the adapter never declares, and in a table without `_position`, which others have made,
  /// all types and collations.
  ///
  /// - Throws: `SQLError.noTable` when the model cannot have a table.
  public func migration<Record: Model>(of model: Record.Type) throws(SQLError) -> [SQLStatement] {
    let (plan, engine) = (try keeper.plan(for: model), keeper.engine)
    let migration = try engine.definingTables { connection throws(SQLError) in try plan.migration(in: connection) }
    return migration.statements.map { $0.statement(in: engine.dialect) }
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
    defer { keeper.forgetTables() }
    return try MigrationRun(migrations, to: name).run(isTrial: isTrial, by: keeper.engine)
  }
}

extension FinderChain where Record.Adapter: SQLAdapter {
  /// How the database would find the records, in its words; see ``SQLAdapter/plan(of:)``.
  ///
  /// ```swift
  /// print(try pages.where(\.title == "Home").plan)   // => SEARCH Page USING INDEX sqlite_autoindex_Page_2 (title=?)
  /// ```
  public var plan: String {
    get throws(SQLError) { try recordAdapter.plan(of: self) }
  }
}
