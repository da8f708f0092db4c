import MotionModel
import MotionModelValues

/// The changes to the records of one model, ready to be written.
protocol SQLWrites {
  /// The name of the model.
  var model: String { get }
  /// The names of the models whose records are parents.
  var parents: Set<String> { get }
  /// Whether others have made the table, who may have declared foreign keys in any way.
  var isOthers: Bool { get }
  /// The rows, by statements.
  var rows: SQLChangedRows { get }
  /// The ids of the records that are deleted, as text and as the database has them.
  var deleted: [(id: String, value: SQLValue)] { get }
  /// Runs a statement for some rows.
  func run(_ writes: SQLRowWrites, in connection: any SQLConnection) throws
  /// Ends what was written.
  func raiseSequence(in connection: any SQLConnection) throws
}

extension [any SQLWrites] {
  /// The same writes, those of parents before those of their children, as far as models are not each other's parents:
  /// the foreign keys of others are checked row by row.
  func parentsFirst() -> [any SQLWrites] {
    var (ordered, visited) = ([any SQLWrites](), Set<String>())
    func visit(_ write: any SQLWrites) {
      if !visited.insert(write.model).inserted { return }
      for other in self where write.parents.contains(other.model) { visit(other) }
      ordered.append(write)
    }
    if count < 2 { return self }
    for write in self { visit(write) }
    return ordered
  }
}

/// Rows are not as they were when the changeset was made.
struct SQLConflict: Error {
  /// Reads the rows as they are now, and returns the error. It runs when the transaction has ended, because the types
  /// of columns may run any code.
  let error: @Sendable (any SQLEngine) throws -> any Error
}

/// The changes to the records of one model: deletions, updates, insertions.
struct SQLChanges<Record: Model>: SQLWrites {
  private let changeset: Changeset
  private let known: SQLKeeper.KeptTable
  let rows: SQLChangedRows
  private let dialect: SQLDialect

  private var table: SQLLayout { known.layout }

  var parents: Set<String> { known.parents }

  init(_ changeset: Changeset, _ known: SQLKeeper.KeptTable, in dialect: SQLDialect) throws(SQLError) {
    (self.changeset, self.known, self.dialect) = (changeset, known, dialect)
    var rows = known.noRows
    var failure: SQLFields.Failure?
    // NB: An assignment of nil would take 160 instructions for each row.
    changeset.forEachRow(of: Record.self) { if failure == nil, let found = rows.append($0, $1) { failure = found } }
    if let failure { throw .unwritableValue(model: known.layout.form.model, column: failure.column, failure.error) }
    self.rows = rows
  }

  var model: String { table.form.model }

  var isOthers: Bool { !table.hasPosition }

  var deleted: [(id: String, value: SQLValue)] {
    let (changes, writes) = (changeset.changes(of: Record.self), rows.deletions)
    return writes.changes.enumerated().map { ("\(changes[$1].id)", writes.batch.bindings[row: $0, column: 0]) }
  }

  func raiseSequence(in connection: any SQLConnection) throws {
    let inserted = rows.insertions.batch.bindings
    try table.raiseSequence(over: inserted, besides: known.greatestGivenID.withLock(\.self), in: connection, dialect)
  }

  func run(_ writes: SQLRowWrites, in connection: any SQLConnection) throws {
    let result: SQLBatchResult
    do throws(SQLBatchFailure) {
      result = try connection.run(writes.batch)
    } catch {
      throw refusal(of: writes.changes[error.index], error.error)
    }
    if let unchanged = result.unchanged { throw missing(writes.changes[unchanged]) }
    try writes.checkKept(result.rows, in: table)
  }

  // MARK: - Errors

  /// Returns the error for a row that another program has changed or deleted.
  ///
  /// - Parameter number: The number of the change.
  private func missing(_ number: Int) -> SQLConflict {
    let (change, known, dialect) = (changeset.changes(of: Record.self)[number], known, dialect)
    return SQLConflict { engine in
      let id = change.id
      let select = SQLSelect(RecordQuery<Record>(ids: [id]).form, of: known.layout, in: dialect)
      let rows = try engine.read { connection throws(SQLError) in try connection.run(select.records) }
      guard let stored = try SQLRecords<Record>(known.fields).records(rows).first(where: { $0.id == id }),
        let record = change.new ?? change.old
      else {
        return StoreError.recordGone(model: known.layout.form.model, id: "\(id)")
      }
      return StoreError.stale(record, stored: stored)
    }
  }

  /// Returns the error of a store for values that are not unique.
  private func refusal(of number: Int, _ error: SQLError) -> any Error {
    if case .constraint(var constraint, let statement) = error, constraint.table.isEmpty {
      constraint.table = table.form.model
      return SQLError.constraint(constraint, statement: statement)
    }
    guard case .notUnique(_, let constraint) = error else { return error }
    let (form, id) = (table.form, changeset.changes(of: Record.self)[number].id)
    return SQLConflict { engine in
      let columns = try engine.read { connection throws(SQLError) in
        try connection.uniqueColumns(of: constraint, in: form.model)
      }
      guard let columns else { return error }
      func isMeant(_ indexes: [Int]) -> Bool { Set(indexes.map { form.columns[$0].name }) == columns }
      if isMeant([form.idColumn]) { return StoreError.idTaken(model: form.model, id: "\(id)") }
      let names = form.uniqueColumns.first(where: isMeant)?.map { form.columns[$0].name } ?? columns.sorted()
      return StoreError.notUnique(model: form.model, columns: names, id: nil)
    }
  }
}
