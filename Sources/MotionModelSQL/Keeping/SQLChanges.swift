import MotionModel
import MotionModelValues

/// The changes to the records of one model, ready to be written.
protocol SQLWrites<Engine> {
  associatedtype Engine: SQLEngine
  func run(in connection: Engine.Connection) throws
}

/// Rows are not as they were when the changeset was made.
struct SQLConflict<Engine: SQLEngine>: Error {
  /// Reads the rows as they are now, and returns the error. It runs when the transaction has ended, because the types of
  /// columns may run any code.
  let error: @Sendable (Engine) throws -> any Error
}

/// The changes to the records of one model: first deletions, then updates, last insertions.
struct SQLChanges<Engine: SQLEngine, Record: Model>: SQLWrites {
  private struct Row {
    let change: Change<Record>
    let old: [SQLValue]?
    let new: [SQLValue]?
  }

  /// A statement for a row, and the columns of which it returns what the database keeps.
  private typealias Write = (row: Row, statement: SQLStatement, kept: [Int])

  private let table: SQLLayout
  private let writing: SQLWriting
  private var texts: SQLWriteTexts
  private let records = SQLRecords<Record>(in: Engine.dialect)
  private var deletions: [Write] = []
  private var updates: [Write] = []
  /// Updates that change a unique column. They are deletions and insertions at the same position, because databases
  /// check each row by itself, so that two records could not exchange values.
  private var exchanges: [Write] = []
  private var insertions: [Write] = []

  init(_ changes: [Change<Record>], _ table: SQLLayout) throws {
    (self.table, writing) = (table, SQLWriting(table, in: Engine.dialect))
    texts = SQLWriteTexts(writing, in: Engine.dialect)
    let (records, mapped) = (records, table.mapped)
    func values(_ record: Record) throws(SQLError) -> [SQLValue] { try records.row(record, mapped: mapped) }
    let unique = Set(table.form.indexes.filter(\.isUnique).flatMap(\.columns))
    for change in changes {
      let row = Row(change: change, old: try change.old.map(values), new: try change.new.map(values))
      switch (row.old, row.new) {
      case (let old, let new?) where old == nil: insertions.append((row, texts.insertion(new), writing.mapped))
      case (let old?, let new?): update(row, from: old, to: new, unique)
      case (let old?, nil): deletions.append((row, texts.deletion(of: old), []))
      default: continue
      }
    }
  }

  private mutating func update(_ row: Row, from old: [SQLValue], to new: [SQLValue], _ unique: Set<Int>) {
    let changed = new.indices.filter { !old[$0].isSame(as: new[$0]) }
    if changed.isEmpty { return }
    if unique.isDisjoint(with: changed) {
      updates.append((row, texts.update(changed, to: new, of: old), writing.mapped(changed)))
    } else {
      exchanges.append((row, texts.deletion(of: old), []))
    }
  }

  func run(in connection: Engine.Connection) throws {
    _ = try run(deletions, in: connection)
    let deleted = try run(exchanges, in: connection)
    _ = try run(updates, in: connection)
    var texts = texts
    let returned = zip(exchanges, deleted).map { exchange, rows -> Write in
      let new = exchange.row.new ?? []
      let statement = rows.values.first.map { texts.insertion(new, at: $0) } ?? texts.insertion(new)
      return (exchange.row, statement, writing.mapped)
    }
    _ = try run(returned, in: connection)
    _ = try run(insertions, in: connection)
  }

  /// Runs statements of which each writes one row.
  private func run(_ writes: [Write], in connection: Engine.Connection) throws -> [SQLRows] {
    if writes.isEmpty { return [] }
    let results: [SQLRows]
    do throws(SQLBatchFailure) {
      results = try connection.run(batch: writes.map(\.statement))
    } catch {
      throw refusal(of: writes[error.index].row, error.error)
    }
    for (write, rows) in zip(writes, results) {
      if rows.changeCount == 0 { throw missing(write.row) }
      if let new = write.row.new { try table.checkKept(write.kept, of: new, rows) }
    }
    return results
  }

  // MARK: - Errors

  /// Returns the error for a row that another program has changed or deleted.
  private func missing(_ row: Row) -> SQLConflict<Engine> {
    let (change, table, records) = (row.change, table, records)
    return SQLConflict { engine in
      let id = change.id
      let select = SQLSelect(Finder<Record>.form(ofID: id), of: table, in: Engine.dialect)
      let rows = try engine.read { connection throws(SQLError) in try connection.run(select.records) }
      guard let stored = try records.records(rows).first(where: { $0.id == id }),
        let record = change.new ?? change.old
      else {
        return StoreError.recordGone(model: table.form.model, id: "\(id)")
      }
      return StoreError.stale(record, stored: stored)
    }
  }

  /// Returns the error of a store for values that are not unique.
  private func refusal(of row: Row, _ error: SQLError) -> any Error {
    guard case .notUnique(_, let constraint) = error else { return error }
    let (form, id) = (table.form, row.change.id)
    return SQLConflict<Engine> { engine in
      let columns = try engine.read { connection throws(SQLError) in
        try connection.uniqueColumns(of: constraint, in: form.model)
      }
      guard let columns else { return error }
      func isMeant(_ indexes: [Int]) -> Bool { Set(indexes.map { form.columns[$0].name }) == columns }
      if isMeant([form.idColumn]) { return StoreError.idTaken(model: form.model, id: "\(id)") }
      guard let index = form.indexes.first(where: { $0.isUnique && isMeant($0.columns) }) else { return error }
      return StoreError.notUnique(model: form.model, columns: index.columns.map { form.columns[$0].name }, id: nil)
    }
  }
}

extension SQLValue {
  /// Whether replacing one value by the other changes nothing: zero and negative zero are equal, and not the same.
  fileprivate func isSame(as other: SQLValue) -> Bool {
    switch (self, other) {
    case (.real(let value), .real(let other)): value.bitPattern == other.bitPattern
    case (.text(let text), .text(let other)): text.utf8.elementsEqual(other.utf8)
    default: self == other
    }
  }
}
