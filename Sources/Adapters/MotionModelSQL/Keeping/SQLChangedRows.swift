import MotionModel
import MotionModelValues

/// A statement that writes rows of one model, and the changes that its rows are.
struct SQLRowWrites {
  var batch: SQLBatch
  /// The number of the change for each row of the batch.
  var changes: [Int] = []
  /// The columns whose stored values the statement returns, and the places of their values among the bindings.
  let kept: [(column: Int, place: Int)]

  init(_ batch: SQLBatch, kept: [(column: Int, place: Int)] = []) { (self.batch, self.kept) = (batch, kept) }

  var isEmpty: Bool { changes.isEmpty }

  /// Throws if the database stored another value than was bound.
  func checkKept(_ rows: SQLRows, in table: SQLLayout) throws(SQLError) {
    if kept.isEmpty { return }
    for row in 0..<rows.count {
      let written = kept.map { (column: $0.column, value: batch.bindings[row: row, column: $0.place]) }
      try table.checkKept(written, rows[row: row])
    }
  }
}

/// The rows that the changes to the records of one model write, by statements.
struct SQLChangedRows {
  private let fields: SQLFields
  private let writing: SQLWriting
  private let mapped: [Int: SQLMappedType]
  private let compared: [Int: SQLColumn]
  private let hasPosition: Bool
  /// Whether a column is unique, alone or with others.
  private let isUnique: [Bool]
  private let columns: Range<Int>
  private var changeCount = 0

  private(set) var deletions: SQLRowWrites
  private(set) var insertions: SQLRowWrites
  private(set) var updates: [SQLRowWrites] = []
  /// Where the updates of some columns are among the updates.
  private var updateNumbers: [[Int]: Int] = [:]
  private var latestUpdate: (columns: [Int], number: Int)?
  /// Updates that change a unique column. They are deletions and insertions at the same position, because databases
  /// check each row by itself, so that two records could not exchange values.
  private(set) var exchanges: SQLRowWrites
  /// What the rows of the exchanges become.
  private var exchanged: SQLRows

  init(_ fields: SQLFields, _ table: SQLLayout, in dialect: SQLDialect) {
    (self.fields, mapped, hasPosition) = (fields, table.mapped, table.hasPosition)
    let writing = SQLWriting(table, in: dialect)
    (self.writing, compared, columns) = (writing, writing.compared, table.form.columns.indices)
    let unique = Set(table.form.indexes.filter(\.isUnique).flatMap(\.columns))
    isUnique = table.form.columns.indices.map(unique.contains)
    insertions = SQLRowWrites(writing.insertion(), kept: writing.mapped.map { ($0, $0) })
    deletions = SQLRowWrites(writing.deletion())
    exchanges = SQLRowWrites(writing.deletion())
    exchanged = SQLRows(columnCount: table.form.columns.count)
  }

  /// Adds a change.
  ///
  /// - Parameters:
  ///   - old: The address of the record before the change; nil for one that is inserted.
  ///   - new: The address of the record after it; nil for one that is deleted.
  /// - Returns: The value that cannot be written.
  mutating func append(_ old: UnsafeRawPointer?, _ new: UnsafeRawPointer?) -> SQLFields.Failure? {
    defer { changeCount += 1 }
    switch (old, new) {
    case (nil, nil): return nil
    case (nil, let new?):
      insertions.changes.append(changeCount)
      return fields.append(columns, of: new, mapped, to: &insertions.batch.bindings)
    case (let old?, nil):
      deletions.changes.append(changeCount)
      return appendMatch(old, to: &deletions.batch.bindings)
    case (let old?, let new?): return update(old, new)
    }
  }

  private mutating func update(_ old: UnsafeRawPointer, _ new: UnsafeRawPointer) -> SQLFields.Failure? {
    var (changed, isExchange) = ([Int](), false)
    for index in columns {
      do throws(CastError) {
        if try fields.isSame(index, of: old, new, mapped) { continue }
      } catch {
        return (fields.fields[index].name, error)
      }
      changed.append(index)
      isExchange = isExchange || isUnique[index]
    }
    if changed.isEmpty { return nil }
    if isExchange {
      exchanges.changes.append(changeCount)
      return appendMatch(old, to: &exchanges.batch.bindings) ?? fields.append(columns, of: new, mapped, to: &exchanged)
    }
    let number = updateNumber(changed)
    updates[number].changes.append(changeCount)
    return fields.append(changed, of: new, mapped, to: &updates[number].batch.bindings)
      ?? appendMatch(old, to: &updates[number].batch.bindings)
  }

  /// Returns where the updates of some columns are, which are added unless they are there.
  private mutating func updateNumber(_ changed: [Int]) -> Int {
    if let latestUpdate, latestUpdate.columns == changed { return latestUpdate.number }
    let number = updateNumbers[changed] ?? updates.count
    if number == updates.count {
      let kept = changed.indices.filter { mapped[changed[$0]] != nil }.map { (column: changed[$0], place: $0) }
      updates.append(SQLRowWrites(writing.update(changed), kept: kept))
      updateNumbers[changed] = number
    }
    latestUpdate = (changed, number)
    return number
  }

  /// Adds the values that identify the row to write.
  private func appendMatch(_ old: UnsafeRawPointer, to rows: inout SQLRows) -> SQLFields.Failure? {
    if compared.isEmpty { return fields.append(writing.matched, of: old, mapped, to: &rows) }
    for index in writing.matched {
      do throws(CastError) {
        let value = try fields.value(index, of: old, mapped)
        rows.append(compared[index]?.comparable(value) ?? value)
      } catch {
        return (fields.fields[index].name, error)
      }
    }
    return nil
  }

  /// Returns what inserts the rows of the exchanges again.
  ///
  /// - Parameter positions: The rows that their deletion has returned, which are their positions, if they have any.
  func returned(to positions: SQLRows) -> SQLRowWrites {
    let first = hasPosition ? 1 : 0
    var writes = SQLRowWrites(
      writing.insertion(hasPosition: hasPosition), kept: writing.mapped.map { ($0, $0 + first) })
    writes.changes = exchanges.changes
    for row in exchanges.changes.indices {
      if hasPosition { writes.batch.bindings.append(positions[row: row, column: 0]) }
      for value in exchanged[row: row] { writes.batch.bindings.append(value) }
    }
    return writes
  }
}
