#if SQLite
  public import Foundation
  public import MotionModel
  public import MotionModelSQL
  import MotionModelValues

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
  /// otherwise reading and writing throw ``SQLiteError/otherTable(model:differences:)`` until ``migrate(_:)`` has changed
  /// it. Answers are those of memory, to the last string, nil and NaN; see <doc:MotionModelSQLite>.
  ///
  /// A file is in WAL mode: one thread writes, and others read beside it what was committed last.
  ///
  /// ## Topics
  /// ### Opening
  /// - ``init(file:busyTimeout:)``
  /// - ``init()``
  /// ### Tables
  /// - ``migration(of:)``
  /// - ``migrate(_:)``
  public final class SQLiteAdapter: StorageAdapter, RelatedAnswering {
    /// The error that reading throws.
    public typealias Failure = SQLiteError

    private let database: SQLiteDatabase
    /// The models whose tables are known to be right, by their types.
    private let tables = Locked<[ObjectIdentifier: TableForm]>([:])

    /// Opens a database in a file, which is created if it does not exist.
    ///
    /// - Parameters:
    ///   - file: The file.
    ///   - busyTimeout: How long a call waits for other programs that have locked the file.
    /// - Throws: ``SQLiteError/notOpened(file:reason:)``.
    public init(file: URL, busyTimeout: Duration = .seconds(5)) throws(SQLiteError) {
      let milliseconds = busyTimeout / .milliseconds(1)
      database = try SQLiteDatabase(file.path, timeout: Int32(max(0, min(milliseconds, 1e9))))
    }

    /// Creates a database in memory, which ends with the adapter.
    ///
    /// - Throws: ``SQLiteError/notOpened(file:reason:)``.
    public init() throws(SQLiteError) { database = try SQLiteDatabase(nil) }

    // MARK: - Reading

    /// Returns the records of a query, in its order and window.
    ///
    /// - Complexity: That of the statement, and O(*n* log *n*) in the number of rows that it reads if it is not exact; see
    ///   `FinderSQL` of MotionModelSQL.
    public func read<Record: Model>(_ query: RecordQuery<Record>) throws(SQLiteError) -> [Record] {
      let select = SQLSelect(query.form, of: try table(of: Record.self), in: .sqlite)
      let rows = try database.read { connection throws(SQLiteError) in try connection.run(select.records) }
      let records = try SQLiteRecords<Record>().records(rows)
      return select.isExact ? records : query.records(from: records)
    }

    /// Returns the number of records of a query.
    ///
    /// - Complexity: That of the statement, or that of ``read(_:)`` if it is not exact.
    public func count<Record: Model>(_ query: RecordQuery<Record>) throws(SQLiteError) -> Int {
      let select = SQLSelect(query.form, of: try table(of: Record.self), in: .sqlite)
      guard select.isCountExact else { return try read(query).count }
      let rows = try database.read { connection throws(SQLiteError) in try connection.run(select.count) }
      guard case .integer(let count) = rows[row: 0, column: 0] else { preconditionFailure("COUNT without a number") }
      return Int(count)
    }

    /// Whether related records are in tables of this database, and all conditions have SQL.
    package func answersRelated<Record: Model>(_ query: RecordQuery<Record>, isCount: Bool) -> Bool {
      let form = query.form
      let select = SQLSelect(form, of: Record.schema.tableForm, in: .sqlite)
      guard isCount ? select.isCountExact : select.isExact else { return false }
      return form.relatedModels.allSatisfy { isKept($0) }
    }

    private func isKept<Record: Model>(_ model: Record.Type) -> Bool {
      // A table that cannot be used is an error of the finder that reads it.
      Record.Adapter.self == SQLiteAdapter.self && (try? table(of: model)) != nil
    }

    // MARK: - Writing

    /// Commits a changeset in one transaction.
    ///
    /// - Throws: `StoreError.notUnique` or `idTaken` when another program has written the same values meanwhile,
    ///   `StoreError.stale` or `recordGone` when it has changed or deleted a record, or ``SQLiteError``. Nothing is
    ///   written then.
    public func commit(_ changeset: Changeset) throws {
      var writes: [any SQLiteWrites] = []
      for model in changeset.models { writes.append(try self.writes(changeset, of: model)) }
      // Records are read from the changeset before the lock is taken: a column's type may run any code.
      do {
        try database.write { connection in
          try connection.transaction({ for write in writes { try write.run(in: connection) } }, mapping: { $0 })
        }
      } catch let conflict as SQLiteConflict {
        throw try conflict.error(database)
      }
    }

    private func writes<Record: Model>(_ changeset: Changeset, of model: Record.Type) throws -> any SQLiteWrites {
      try SQLiteChanges(changeset.changes(of: model), try table(of: model))
    }

    // MARK: - Tables

    /// Returns the statements that make the table of a model as its schema wants it; none if it is. Nothing is changed.
    ///
    /// Columns that the schema does not know are kept, unless they need a value.
    ///
    /// - Throws: ``SQLiteError/noTable(model:reason:)`` when the model cannot have a table.
    public func migration<Record: Model>(of model: Record.Type) throws(SQLiteError) -> [SQLStatement] {
      let plan = try SQLitePlan(model)
      let statements = try database.write { connection throws(SQLiteError) in try plan.statements(in: connection) }
      return statements.map { $0.statement(in: .sqlite) }
    }

    /// Makes the tables of models as their schemas want them, all or none.
    public func migrate(_ models: [any Model.Type]) throws(SQLiteError) {
      var plans: [SQLitePlan] = []
      for model in models { plans.append(try Self.plan(for: model)) }
      try database.write { connection throws(SQLiteError) in
        try connection.transaction { () throws(SQLiteError) in
          for plan in plans {
            for statement in try plan.statements(in: connection) { try connection.run(statement) }
          }
        }
      }
    }

    private static func plan<Record: Model>(for model: Record.Type) throws(SQLiteError) -> SQLitePlan {
      try SQLitePlan(model)
    }

    /// Returns the form of a model whose table is there and right.
    private func table<Record: Model>(of model: Record.Type) throws(SQLiteError) -> TableForm {
      if let form = tables.withLock({ $0[ObjectIdentifier(model)] }) { return form }
      let form = model.schema.tableForm
      let wanted = try SQLitePlan.table(form)
      try database.write { connection throws(SQLiteError) in
        try connection.transaction { () throws(SQLiteError) in try Self.check(wanted, in: connection) }
      }
      tables.withLock { $0[ObjectIdentifier(model)] = form }
      return form
    }

    private static func check(_ wanted: SQLTable, in connection: SQLiteConnection) throws(SQLiteError) {
      let found = try connection.table(wanted.name)
      let differences = wanted.differences(from: found)
      if found == nil {
        for statement in SQLMigration(to: wanted, from: nil).statements { try connection.run(statement) }
      } else if differences.contains(where: \.isFatal) {
        throw .otherTable(model: wanted.name, differences: differences.map(\.description))
      }
    }
  }
#endif
