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

/// What is bound for the rows of one model.
private struct SQLRowValues {
  let fields: SQLFields
  let mapped: [Int: SQLMappedType]
  /// The columns that identify a row, and those of them that are compared in another form than they are stored in.
  let matched: [Int]
  let compared: [Int: SQLColumn]

  /// Adds the values that identify the row to write.
  func appendMatch(_ old: Row, to rows: inout SQLRows) -> SQLFields.Failure? {
    if compared.isEmpty { return fields.append(matched, of: old, mapped, to: &rows) }
    for index in matched {
      do throws(CastError) {
        let value = try fields.value(index, of: old, mapped)
        rows.append(compared[index]?.comparable(value) ?? value)
      } catch {
        return (fields.fields[index].name, error)
      }
    }
    return nil
  }
}

/// The rows that the changes to the records of one model write, by statements.
struct SQLChangedRows {
  private let writing: SQLWriting
  // NB: A part, because a method of the whole that adds to a part copies the whole, with all rows before.
  private let values: SQLRowValues
  private let table: SQLLayout
  private let dialect: SQLDialect
  private let columns: Range<Int>
  private var changeCount = 0

  private(set) var deletions: SQLRowWrites
  private(set) var insertions: SQLRowWrites
  private(set) var updates: [SQLRowWrites] = []
  /// Where the updates of some columns are among the updates.
  private var updateNumbers: [[Int]: Int] = [:]
  private var latestUpdate: (columns: [Int], number: Int)?
  /// The columns that the latest update changes; kept, because each array costs an allocation.
  private var changed: [Int] = []
  /// The values of unique indexes that updates change.
  private var exchanges: [SQLExchange]

  init(_ fields: SQLFields, _ table: SQLLayout, in dialect: SQLDialect) {
    let writing = SQLWriting(table, in: dialect)
    (self.writing, self.table, self.dialect, columns) = (writing, table, dialect, table.form.columns.indices)
    values = SQLRowValues(fields: fields, mapped: table.mapped, matched: writing.matched, compared: writing.compared)
    insertions = SQLRowWrites(writing.insertion(), kept: writing.mapped.map { ($0, $0) })
    deletions = SQLRowWrites(writing.deletion())
    exchanges = table.form.uniqueColumns.map { SQLExchange(of: $0) }
  }

  /// Adds a change.
  ///
  /// - Parameters:
  ///   - old: The address of the record before the change; nil for one that is inserted.
  ///   - new: The address of the record after it; nil for one that is deleted.
  /// - Returns: The value that cannot be written.
  mutating func append(_ old: Row?, _ new: Row?) -> SQLFields.Failure? {
    defer { changeCount += 1 }
    switch (old, new) {
    case (nil, nil): return nil
    case (nil, let new?):
      insertions.changes.append(changeCount)
      return values.fields.append(columns, of: new, values.mapped, to: &insertions.batch.bindings)
    case (let old?, nil):
      deletions.changes.append(changeCount)
      return values.appendMatch(old, to: &deletions.batch.bindings)
    case (let old?, let new?): return update(old, new)
    }
  }

  private mutating func update(_ old: Row, _ new: Row) -> SQLFields.Failure? {
    changed.removeAll(keepingCapacity: true)
    for index in columns {
      do throws(CastError) {
        if try values.fields.isSame(index, of: old, new, values.mapped) { continue }
      } catch {
        return (values.fields.fields[index].name, error)
      }
      changed.append(index)
    }
    if changed.isEmpty { return nil }
    for number in exchanges.indices where exchanges[number].columns.contains(where: changed.contains) {
      if let failure = exchange(number, old, new) { return failure }
    }
    let number = updateNumber()
    updates[number].changes.append(changeCount)
    let failure = values.fields.append(changed, of: new, values.mapped, to: &updates[number].batch.bindings)
    return failure ?? values.appendMatch(old, to: &updates[number].batch.bindings)
  }

  /// Returns where the updates of the changed columns are, which are added unless they are there.
  private mutating func updateNumber() -> Int {
    if let latestUpdate, latestUpdate.columns == changed { return latestUpdate.number }
    let number = updateNumbers[changed] ?? updates.count
    if number == updates.count {
      let kept = changed.indices.filter { values.mapped[changed[$0]] != nil }.map { (column: changed[$0], place: $0) }
      updates.append(SQLRowWrites(writing.update(changed), kept: kept))
      updateNumbers[changed] = number
    }
    latestUpdate = (changed, number)
    return number
  }

  // MARK: - Exchanges

  /// Notes that an update changes the values of a unique index.
  private mutating func exchange(_ number: Int, _ old: Row, _ new: Row) -> SQLFields.Failure? {
    let columns = exchanges[number].columns
    var (before, after) = (SQLRows(columnCount: columns.count), SQLRows(columnCount: columns.count))
    var match = SQLRows(columnCount: writing.matched.count)
    let failure =
      values.fields.append(columns, of: old, values.mapped, to: &before)
      ?? values.fields.append(columns, of: new, values.mapped, to: &after) ?? values.appendMatch(old, to: &match)
    if let failure { return failure }
    let holder = SQLExchange.Holder(
      change: changeCount, columns: columns.filter(changed.contains), match: match.values)
    exchanges[number].add(from: before.values, to: after.values, holder)
    return nil
  }

  /// Returns one of some columns, with a value that no row has; nil where none is known.
  private func unusedValue(in columns: [Int]) -> (column: Int, value: SQLValue)? {
    if let optional = columns.first(where: { table.form.columns[$0].isOptional }) { return (optional, .null) }
    for column in columns {
      let type = table.form.columns[column].type
      let storage = SQLStorage(type)
      guard let unused = storage.unusedValue(of: type, isOthers: values.mapped[column] != nil),
        let plain = try? storage.value(unused, in: dialect),
        let value = try? values.mapped[column]?.value(plain, storage) ?? plain
      else { continue }
      return (column, value)
    }
    return nil
  }

  /// What changes rows and inserts others, in order.
  var writes: [SQLRowWrites] { replacements + updates + [insertions] }

  /// What replaces the values of rows that others take in the same commit.
  private var replacements: [SQLRowWrites] {
    var writes: [Int: SQLRowWrites] = [:]
    for holder in exchanges.flatMap(\.blocking) {
      guard let (column, unused) = unusedValue(in: holder.columns) else { continue }
      var write = writes[column] ?? SQLRowWrites(writing.update([column]))
      write.changes.append(holder.change)
      for value in [unused] + holder.match { write.batch.bindings.append(value) }
      writes[column] = write
    }
    return writes.sorted { $0.key < $1.key }.map(\.value)
  }
}
