import MotionModel

/// What a transaction of a database did to the rows of one model. Later changes of a row replace earlier ones.
package protocol ReplicaChanges: AnyObject {
  /// A row was inserted or updated.
  ///
  /// - Parameters:
  ///   - row: A value for each column of the schema; nil for one that the database does not send, because it is as
  ///     before.
  ///   - old: What is known of the row before, likewise; nil when its id is as before.
  func write(_ row: [SQLValue?], old: [SQLValue?]?) throws

  /// A row was deleted.
  ///
  /// - Parameter old: The former row; only its id is required.
  func delete(_ old: [SQLValue?]) throws

  /// All rows were deleted, or are about to be written again.
  func deleteAll()

  /// Writes the changes to the store, inside of a transaction: first the deletions.
  func apply() throws
}

final class RecordChanges<Record: Model>: ReplicaChanges where Record.Adapter == ArrayAdapter {
  private let condition: RecordPredicate<Record>?
  private let store: Store
  private let rows: SQLRecords<Record>
  private let idColumn: Int
  /// The records after the changes; nil for those that are gone or do not meet the condition.
  private var records: [Record.ID: Record?] = [:]
  /// The ids of the records, in the order of their first changes.
  private var ids: [Record.ID] = []
  /// Whether the records that are not among the changes are gone.
  private var isWhole = false

  init(_ condition: RecordPredicate<Record>?, _ store: Store, _ rows: SQLRecords<Record>, idColumn: Int) {
    (self.condition, self.store, self.rows, self.idColumn) = (condition, store, rows, idColumn)
  }

  func write(_ row: [SQLValue?], old: [SQLValue?]?) throws {
    let former = try old.flatMap { $0[idColumn] }.map { try rows.id($0, ofColumn: idColumn) }
    let record = try self.record(row, old, former)
    if let former, former != record.id { set(nil, at: former) }
    if former != record.id { try checkForm(of: record.id) }
    set(condition?.matches(record) == false ? nil : record, at: record.id)
  }

  func delete(_ old: [SQLValue?]) throws {
    guard let value = old[idColumn] else {
      throw FollowerError.incompleteRow(model: Record.schema.modelName, column: rows.name(of: idColumn))
    }
    set(nil, at: try rows.id(value, ofColumn: idColumn))
  }

  func deleteAll() {
    (records, ids, isWhole) = ([:], [], true)
  }

  private func set(_ record: Record?, at id: Record.ID) {
    if records.updateValue(record, forKey: id) == nil { ids.append(id) }
  }

  /// Refuses a row whose id is that of another row in another Unicode form.
  private func checkForm(of id: Record.ID) throws {
    guard let text = id as? String, let known = stored(id)?.id as? String else { return }
    if !text.utf8.elementsEqual(known.utf8) { throw SQLError.twoForms(of: Record.schema.modelName) }
  }

  /// - Parameter former: The id of the row before, if it is known.
  private func record(_ row: [SQLValue?], _ old: [SQLValue?]?, _ former: Record.ID?) throws -> Record {
    var complete = row
    if row.contains(nil), let old { for index in row.indices where row[index] == nil { complete[index] = old[index] } }
    if complete.contains(nil), let id = complete[idColumn],
      let stored = try stored(former ?? rows.id(id, ofColumn: idColumn))
    {
      let values = try rows.row(stored)
      for index in row.indices where complete[index] == nil { complete[index] = values[index] }
    }
    if let index = complete.firstIndex(of: nil) {
      throw FollowerError.incompleteRow(model: Record.schema.modelName, column: rows.name(of: index))
    }
    return try rows.record(complete.map { $0 ?? .null })
  }

  /// Returns a record as it is after the changes up to now.
  private func stored(_ id: Record.ID) -> Record? {
    if let record = records[id] { return record }
    return isWhole ? nil : store.table(Record.self).find(id)
  }

  func apply() throws {
    let table = store.table(Record.self)
    let gone =
      isWhole
      ? table.all.filter { (records[$0.id] ?? nil) == nil }
      : ids.compactMap { (records[$0] ?? nil) == nil ? table.find($0) : nil }
    if !gone.isEmpty { try table.replicateDeletion(of: gone) }
    let written = ids.compactMap { records[$0] ?? nil }
    if !written.isEmpty { try table.replicate(written) }
  }
}
