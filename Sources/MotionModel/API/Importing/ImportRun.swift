/// Runs an import: imports rows in one transaction, and collects what becomes of them.
final class ImportRun<Record: Model> {
  let table: ModelTable<Record>
  private var imported: [Imported] = []
  private(set) var failures: [ImportReport<Record>.Failure] = []
  private var skippedRows: [Int] = []
  private var createdParents: [String: Int] = [:]
  /// The models of the parents that were created, by their numbers.
  private var parentModels: [Int: TableLayout] = [:]
  private var layout: TableLayout { table.layout }
  /// The required parents of other models.
  private let keysOfOthers: [RequiredKey]

  /// A row and the record that it became.
  private struct Imported {
    let row: Int
    let record: Record
    let isUpdate: Bool
  }

  init(_ table: ModelTable<Record>) {
    self.table = table
    keysOfOthers = table.layout.requiredKeys.filter { !$0.isOfItself }
  }

  /// How many rows are imported, skipped or refused.
  var doneCount: Int { imported.count + skippedRows.count + failures.count }

  /// Imports rows in one transaction.
  ///
  /// - Parameters:
  ///   - allOrNothing: Whether no row is imported if any row is refused.
  ///   - body: Imports all rows with the other methods. If it throws, nothing is imported.
  func report(allOrNothing: Bool, _ body: () throws -> Void) throws -> ImportReport<Record> {
    do {
      try table.store.inTransaction {
        try body()
        try removeOrphans()
        if allOrNothing && !failures.isEmpty { throw ImportRefused() }
        for model in [layout] + parentModels.values { table.store.markBulk(model) }
      }
    } catch is ImportRefused {
      (imported, createdParents) = ([], [:])
    }
    imported.sort { $0.row < $1.row }
    return ImportReport(
      records: imported.map(\.record), rows: imported.map(\.row),
      updatedRows: imported.filter(\.isUpdate).map(\.row), skippedRows: skippedRows.sorted(),
      createdParents: createdParents, failures: failures.sorted { $0.row < $1.row })
  }

  // MARK: - Rows

  /// Inserts the record of a row; throws if a required parent of another model is missing.
  ///
  /// A parent of the same model may still follow; see ``removeOrphans()``.
  ///
  /// - Returns: The record as it was stored.
  @discardableResult func insert(_ record: Record, row: Int) throws -> Record {
    let stored = try write(record, keysOfOthers) { try table.insert(&$0) }
    imported.append(Imported(row: row, record: stored, isUpdate: false))
    return stored
  }

  /// Saves the stored record that a row changes; throws if a required parent is missing.
  ///
  /// - Returns: The record as it was stored.
  func update(_ record: Record, row: Int) throws -> Record {
    let stored = try write(record, layout.requiredKeys) { try table.save(&$0) }
    imported.append(Imported(row: row, record: stored, isUpdate: true))
    return stored
  }

  func skip(row: Int) { skippedRows.append(row) }

  func refuse(row: Int, column: String? = nil, _ error: any Error) {
    failures.append(ImportReport.Failure(row: row, column: column, error: error))
  }

  /// Counts a parent that was created for a row.
  func countParent(of model: TableLayout) {
    createdParents[model.name, default: 0] += 1
    parentModels[model.slot] = model
  }

  private func write(
    _ record: Record, _ keys: [RequiredKey], _ write: (inout Record) throws -> Void
  ) throws -> Record {
    var record = record
    if keys.isEmpty {
      try write(&record)
      return record
    }
    return try table.store.inTransaction {
      try write(&record)
      try table.store.loadParents(of: [record])
      for key in keys { if let error = missingParent(of: record, key) { throw error } }
      return record
    }
  }

  // MARK: - Parents of the same model

  /// Deletes the inserted records whose required parent of their own model was not imported either, and then the
  /// records that require those. This is known only once all rows are inserted.
  ///
  /// - Complexity: O(*n*): only the children of deleted records are checked again.
  private func removeOrphans() throws {
    let keys = layout.requiredKeys.filter(\.isOfItself)
    if keys.isEmpty { return }
    let inserted = imported.filter { !$0.isUpdate }
    try table.store.loadParents(of: inserted.map(\.record))
    let rows = Dictionary(inserted.map { ($0.record.id, $0.row) }) { $1 }
    var refused: Set<Int> = []
    var suspects = inserted.map(\.record)
    while !suspects.isEmpty {
      var orphans: [Record] = []
      for record in suspects {
        guard let row = rows[record.id], !refused.contains(row),
          let error = keys.lazy.compactMap({ self.missingParent(of: record, $0) }).first
        else { continue }
        refused.insert(row)
        refuse(row: row, error)
        orphans.append(record)
      }
      // Before the deletion, which may delete them or take their keys.
      suspects = orphans.flatMap { children(of: $0, keys) }
      try table.deleteRows(orphans)
    }
    imported.removeAll { refused.contains($0.row) }
  }

  /// Returns the records of the same model that have a record as their parent, by some of the model's keys.
  private func children(of parent: Record, _ keys: [RequiredKey]) -> [Record] {
    let links = keys.flatMap(\.links).filter { $0.parentSlot == layout.slot }
    return table.store.read { tables in
      withRow(of: parent) { parent in
        links.flatMap { link in
          let reader = RouteReader(Route.Step(link: link, direction: .toChildren), in: tables)
          var children: [Record] = []
          reader.rows(of: parent).forEach { position in
            children.append(reader.table.rows[position][Record.self])
          }
          return children
        }
      }
    }
  }

  private func missingParent(of record: Record, _ key: RequiredKey) -> StoreError? {
    table.store.read { Integrity.refusal(of: record, key, in: $0) }
  }
}

/// Thrown to undo an import.
private struct ImportRefused: Error {}
