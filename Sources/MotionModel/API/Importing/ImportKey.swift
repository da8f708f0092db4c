/// Recognizes stored records by the key of a mapping during an import.
final class ImportKey<Record: Model> {
  /// The numbers of the key's columns.
  let numbers: [Int]
  private let ifStored: StoredKey
  private let table: ModelTable<Record>
  private let lookup: RecordLookup<Record>
  /// The rows whose records the import has inserted, updated or left as they were.
  private var rows: [Record.ID: Int] = [:]

  /// What happens to a row.
  enum Action {
    case insert
    case update(Record)
    case skip
  }

  init(_ key: CheckedMapping<Record>.Key, _ table: ModelTable<Record>) {
    (numbers, ifStored, self.table) = (key.numbers, key.ifStored, table)
    lookup = RecordLookup(table, columns: key.numbers)
  }

  /// Returns what happens to a row; throws if it is refused.
  ///
  /// - Parameter isNew: Whether no stored record can have the key, because a parent in it is still to be created.
  func action(for draft: ImportDraft<Record>, isNew: Bool) throws -> Action {
    if isNew { return .insert }
    if isMissing(in: draft) { throw ImportError.keyMissing(model: Record.schema.modelName, columns: names) }
    switch try lookup.match(draft.record) {
    case .none: return .insert
    case .several: throw ImportError.keyAmbiguous(model: Record.schema.modelName, columns: names)
    case .one(let id): return try action(for: id, row: draft.row)
    }
  }

  /// Notes the record that a row became.
  func note(_ record: Record, row: Int) {
    lookup.note(record)
    rows[record.id] = row
  }

  /// Notes a record of any model that was created as a parent.
  func note(_ parent: any Model) {
    if let record = parent as? Record { lookup.note(record) }
  }

  private var names: [String] { numbers.map { Record.schema.columns[$0].name } }

  private func isMissing(in draft: ImportDraft<Record>) -> Bool {
    numbers.allSatisfy { !draft.assigned.contains($0) || Record.schema.columns[$0][draft.record].isBlank }
  }

  private func action(for id: Record.ID, row: Int) throws -> Action {
    if let row = rows[id] {
      throw ImportError.keyTwice(model: Record.schema.modelName, columns: names, row: row)
    }
    switch ifStored {
    case .refuse:
      throw ImportError.keyStored(model: Record.schema.modelName, columns: names, id: "\(id.attribute)")
    case .skip:
      rows[id] = row
      return .skip
    case .update:
      guard let stored = try table.fetched(id) else { return .insert }
      return .update(stored)
    }
  }
}
