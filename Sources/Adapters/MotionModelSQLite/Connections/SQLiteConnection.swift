#if SQLite
  import CMotionModelSQLite
  import Foundation
  package import MotionModelSQL

  /// One connection to a database, with its prepared statements, our collations and our functions.
  ///
  /// It has no lock and is `Sendable` only because its owner lets one thread use it at a time; see ``SQLiteDatabase``.
  package final class SQLiteConnection: SQLConnection, @unchecked Sendable {
    package static let dialect = SQLDialect.sqlite

    private let handle: OpaquePointer
    package let observers: SQLObservers
    private let path: String?
    /// When it was seen last that the file is at its place.
    private var placeTime = ContinuousClock.now
    private let stopper: StatementStopper
    @exclusivity(unchecked) private var statements = PreparedStatements()
    /// Whether transactions keep the foreign keys of tables, and look at them when they commit.
    var keepsForeignKeys = false {
      didSet { sqlite3_exec(handle, "PRAGMA foreign_keys = \(keepsForeignKeys ? "ON" : "OFF")", nil, nil, nil) }
    }
    /// What the open transaction is for; nil if none is open.
    private var open: SQLPurpose?

    /// Opens a file, or a private database in memory.
    ///
    /// - Parameters:
    ///   - path: The path of the file, which is created if it does not exist; nil for memory.
    ///   - isReadOnly: Whether the connection does not write.
    ///   - timeout: How many milliseconds it waits for a lock.
    ///   - limit: How long a statement may take; nil for any time.
    package init(
      _ path: String?, isReadOnly: Bool = false, timeout: Int32 = 5000, limit: Duration? = nil,
      observers: SQLObservers = SQLObservers()
    ) throws(SQLError) {
      // RETURNING is the newest part of the language that is used.
      guard sqlite3_libversion_number() >= 3_035_000 else {
        throw .notConnected(to: path ?? "memory", reason: "SQLite is older than 3.35")
      }
      var opened: OpaquePointer?
      let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
      let code = sqlite3_open_v2(path ?? ":memory:", &opened, access | SQLITE_OPEN_NOMUTEX, nil)
      guard code == SQLITE_OK, let opened else {
        let reason = String(cString: sqlite3_errstr(code))
        sqlite3_close_v2(opened)
        throw .notConnected(to: path ?? "memory", reason: reason)
      }
      (handle, self.path, self.observers) = (opened, path, observers)
      stopper = StatementStopper(of: opened, limit: limit, timeout: .milliseconds(Int(timeout)))
      sqlite3_extended_result_codes(opened, 1)
      SQLiteFunctions.register(in: opened)
      do throws(SQLError) {
        // The first statement that reads the file, which may be none of SQLite's.
        if path != nil && !isReadOnly { try run("PRAGMA journal_mode = WAL") } else { try run("PRAGMA user_version") }
      } catch {
        throw .notConnected(to: path ?? "memory", reason: "\(error)")
      }
    }

    deinit {
      statements.removeAll()
      sqlite3_close_v2(handle)
    }

    // MARK: - Statements

    /// Runs a statement with a row of values, and replaces rows by its rows.
    package func run(_ text: String, _ bindings: SQLRows, into rows: inout SQLRows) throws(SQLError) {
      _ = try observers.observing(text, rowCount: \.self, error: { $0 }) { () throws(SQLError) in
        let prepared = try prepare(text, bindingCount: bindings.columnCount)
        defer { prepared.reset() }
        try bind(bindings, to: prepared, text)
        rows.begin(columnCount: prepared.columnCount)
        // Most statements are run for one row.
        if rows.columnCount > 0 { rows.reserve(rowCount: 1) }
        rows.changeCount = try run(prepared, &rows, text)
        return rows.count
      }
    }

    /// Returns the rows of a statement that reads, some at a time. The statement ends with the last reference to the
    /// cursor.
    package func cursor(_ text: SQLText) throws(SQLError) -> SQLCursor {
      let statement = text.statement(in: .sqlite)
      // The statement of the cursor must not be the one that others of the same text use.
      let prepared = try prepareAnew(statement.text, isKept: false)
      try bind(SQLRows(row: statement.bindings), to: prepared, statement.text)
      return SQLCursor { [self] count throws(SQLError) in
        var rows = SQLRows(columnCount: prepared.columnCount)
        _ = try run(prepared, &rows, statement.text, atMost: count)
        return rows
      }
    }

    /// Binds a row of values, of which SQLite copies strings and bytes.
    private func bind(_ values: SQLRows, to prepared: PreparedStatement, _ text: String) throws(SQLError) {
      // SQLITE_TRANSIENT, a macro that Swift does not import.
      let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      for (index, cell) in values.cells.enumerated() {
        let code = values.bytes.withUnsafeBytes { prepared.bind(cell, $0, at: index + 1, copied) }
        if code != SQLITE_OK { throw error(code, text) }
      }
    }

    private func prepare(_ text: String, bindingCount: Int) throws(SQLError) -> PreparedStatement {
      if let prepared = statements[text] { return prepared }
      // A long statement with many values is rarely repeated, and takes much memory.
      let prepared = try prepareAnew(text, isKept: bindingCount <= 100)
      if bindingCount <= 100 { statements.insert(prepared, for: text) }
      return prepared
    }

    private func prepareAnew(_ text: String, isKept: Bool) throws(SQLError) -> PreparedStatement {
      // A statement may have to wait for a lock when it is compiled.
      stopper.begin()
      var pointer: OpaquePointer?
      let flags = isKept ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
      let code = sqlite3_prepare_v3(handle, text, -1, flags, &pointer, nil)
      guard code == SQLITE_OK, let pointer else { throw error(code, text) }
      return PreparedStatement(pointer)
    }

    // NB: Swift does not import these macros of SQLite.
    private static let primaryKeyCode = SQLITE_CONSTRAINT | 6 << 8
    private static let uniqueCode = SQLITE_CONSTRAINT | 8 << 8
    private static let rowIDCode = SQLITE_CONSTRAINT | 10 << 8
    private static let checkCode = SQLITE_CONSTRAINT | 1 << 8
    private static let foreignKeyCode = SQLITE_CONSTRAINT | 3 << 8
    private static let requiredCode = SQLITE_CONSTRAINT | 5 << 8

    private func error(_ code: Int32, _ text: String) -> SQLError {
      let reason = String(cString: sqlite3_errmsg(handle))
      return switch code {
      case Self.uniqueCode, Self.primaryKeyCode, Self.rowIDCode:
        .notUnique(statement: text, constraint: reason.replacing("UNIQUE constraint failed: ", with: ""))
      case Self.checkCode:
        .constraint(
          SQLError.Constraint(.check, name: reason.replacing("CHECK constraint failed: ", with: "")), statement: text)
      case Self.requiredCode: .constraint(SQLError.Constraint(.required, column: reason), statement: text)
      case Self.foreignKeyCode: .constraint(SQLError.Constraint(.foreignKey), statement: text)
      case _ where code & 0xFF == SQLITE_BUSY:
        stopper.isCancelled ? .cancelled(statement: text) : .busy(statement: text)
      case SQLITE_INTERRUPT where stopper.isCancelled: .cancelled(statement: text)
      case SQLITE_INTERRUPT: .timedOut(statement: text)
      default: .refused(statement: text, code: "\(code)", reason: reason)
      }
    }

    /// Runs a statement that writes, once for each row of values, up to the first that is refused.
    package func write(_ batch: SQLBatch) throws(SQLBatchFailure) -> SQLBatchResult {
      var (result, row) = (SQLBatchResult(), 0)
      do throws(SQLError) {
        let (count, columnCount) = (batch.count, batch.bindings.columnCount)
        let prepared = try prepare(batch.text, bindingCount: columnCount)
        defer { prepared.reset() }
        result.rows = SQLRows(columnCount: prepared.columnCount)
        try batch.bindings.withPointers { cells, bytes throws(SQLError) in
          while row < count {
            for column in 0..<columnCount {
              let code = prepared.bind(cells[row * columnCount + column], bytes, at: column + 1)
              if code != SQLITE_OK { throw error(code, batch.text) }
            }
            if try run(prepared, &result.rows, batch.text) == 0 { result.unchanged = result.unchanged ?? row }
            prepared.rewind()
            row += 1
          }
        }
      } catch {
        throw SQLBatchFailure(index: row, error: error)
      }
      return result
    }

    /// Begins or continues a statement whose values are bound, and returns how many rows it has changed.
    ///
    /// - Parameter limit: How many rows are read before it pauses. The caller may take any time before the next call.
    private func run(
      _ prepared: PreparedStatement, _ rows: inout SQLRows, _ text: String, atMost limit: Int = .max
    ) throws(SQLError) -> Int {
      stopper.begin()
      while limit == .max || rows.count < limit {
        switch prepared.step() {
        case SQLITE_ROW: prepared.appendRow(to: &rows)
        case SQLITE_DONE: return Int(sqlite3_changes(handle))
        case let code: throw error(code, text)
        }
      }
      return 0
    }

    /// The number of statements that are kept.
    package var keptStatementCount: Int { statements.count }

    /// Returns how SQLite would run a statement, in its words.
    package func plan(of text: SQLText) throws(SQLError) -> String {
      let rows = try run("EXPLAIN QUERY PLAN \(sql: text)")
      return (0..<rows.count).map { rows.text($0, 3) }.joined(separator: "\n")
    }

    // MARK: - Transactions

    /// Runs `body` in a transaction, or inside one in a savepoint. If it throws, what it wrote is undone.
    package func transaction<Result>(_ body: () throws -> Result) throws -> Result {
      let isNested = open != nil
      if isNested { try run("SAVEPOINT nested") } else { try begin(.writing(.serializable)) }
      do {
        let result = try body()
        if isNested { try stopper.pausing { _ = try run("RELEASE nested") } } else { try commit() }
        return result
      } catch {
        if isNested { undoNested() } else { rollBack() }
        throw error
      }
    }

    /// Begins a transaction. To write, it locks the database at once, so it cannot fail half-way because of the lock of
    /// another program.
    package func begin(_ purpose: SQLPurpose) throws(SQLError) {
      try run(purpose == .reading ? "BEGIN" : "BEGIN IMMEDIATE")
      open = purpose
    }

    /// Looks at all foreign keys when the open transaction commits, also at those that others have declared otherwise.
    package func deferForeignKeys() {
      // It has SQLite prepare all statements again.
      if keepsForeignKeys { sqlite3_exec(handle, "PRAGMA defer_foreign_keys = ON", nil, nil, nil) }
    }

    /// Ends the transaction by a commit.
    package func commit() throws(SQLError) {
      do throws(SQLError) {
        if open != .reading { try checkPlace() }
        try stopper.pausing { () throws(SQLError) in _ = try run("COMMIT") }
        open = nil
      } catch SQLError.constraint(_, let statement) {
        // SQLite does not say which one, as long as it is not looked for.
        let constraint = try? brokenForeignKey()
        rollBack()
        throw .constraint(constraint ?? SQLError.Constraint(.foreignKey), statement: statement)
      } catch {
        rollBack()
        throw error
      }
    }

    /// Undoes the transaction.
    package func rollBack() {
      open = nil
      // SQLite has rolled back by itself after some errors, such as a full disk.
      if sqlite3_get_autocommit(handle) == 0 { stopper.pausing { _ = try? run("ROLLBACK") } }
    }

    /// Calls `body`, whose statements may take any time, and are not stopped when the task is cancelled.
    package func unlimited<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
      try stopper.pausing(body)
    }

    private func undoNested() {
      if sqlite3_get_autocommit(handle) != 0 { return }
      stopper.pausing {
        _ = try? run("ROLLBACK TO nested")
        _ = try? run("RELEASE nested")
      }
    }

    // MARK: - The file

    /// Throws if the open file was moved, removed or replaced: writes would be lost.
    ///
    /// - Parameter interval: How long the file is taken to be at its place once that was seen.
    package func checkPlace(every interval: Duration = .zero) throws(SQLError) {
      if .now - placeTime < interval { return }
      placeTime = .now
      var hasMoved: Int32 = 0
      // A database in memory has no file, and an error here.
      let code = sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &hasMoved)
      if code != SQLITE_OK || hasMoved == 0 { return }
      throw .replacedFile(path ?? "memory")
    }

    // MARK: - Columns

    /// Returns the name of the collation of a column; nil for that of SQLite.
    package func collation(ofColumn column: String, in table: String) -> String? {
      var name: UnsafePointer<CChar>?
      guard sqlite3_table_column_metadata(handle, "main", table, column, nil, &name, nil, nil, nil) == SQLITE_OK,
        let name
      else { return nil }
      let collation = String(cString: name)
      return collation == "BINARY" ? nil : collation
    }
  }

  extension SQLError {
    /// The file that is open is not at its place any more: what is written to it would be lost.
    static func replacedFile(_ path: String) -> SQLError {
      .notConnected(to: path, reason: "another file is at its place, or none, since it was opened: open it again")
    }
  }
#endif
