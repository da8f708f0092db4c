public import Foundation

extension Model {
  /// Inserts a record for each row of untyped values, as one changeset, and reports the rows that are refused.
  ///
  /// ```swift
  /// let report = try Todo.importRows([["name": "Walk the dog"], ["name": "Paint", "priority": "high"]])
  /// report.records.count          // => 1
  /// report.failures.map(\.row)    // => [2]
  /// ```
  ///
  /// - Parameters:
  ///   - rows: The rows; ``init(attributes:)`` describes what they may hold.
  ///   - allOrNothing: Whether no row is imported if any row is refused. All rows are tried in any case, so the
  ///     report is complete.
  /// - Returns: The inserted records and the refused rows.
  /// - Throws: ``StoreError/readOnlyStore`` when the store is a snapshot.
  /// - Complexity: O(*n*).
  @discardableResult
  public static func importRows(
    _ rows: some Sequence<[String: AttributeValue]>, allOrNothing: Bool = false
  ) throws -> ImportReport<Self> {
    try table.importRows(rows, allOrNothing: allOrNothing)
  }

  /// Inserts a record for each object of a JSON array, as one changeset, and reports the rows that are refused.
  ///
  /// ```swift
  /// let report = try Todo.importRows(json: Data(#"[{"name": "Walk the dog", "due_date": "2012-09-15"}]"#.utf8))
  /// ```
  ///
  /// Decimal numbers keep all their digits.
  ///
  /// - Parameters:
  ///   - json: A JSON array, in UTF-8.
  ///   - allOrNothing: Whether no row is imported if any row is refused.
  /// - Returns: The inserted records and the refused rows.
  /// - Throws: ``CastError`` when the data is not a JSON array. Nothing is imported then.
  @discardableResult
  public static func importRows(json: Data, allOrNothing: Bool = false) throws -> ImportReport<Self> {
    try table.importRows(json: json, allOrNothing: allOrNothing)
  }
}

extension Table {
  /// Inserts a record for each row of untyped values, as one changeset, and reports the rows that are refused; see
  /// ``Model/importRows(_:allOrNothing:)``.
  @discardableResult
  public func importRows(
    _ rows: some Sequence<[String: AttributeValue]>, allOrNothing: Bool = false
  ) throws -> ImportReport<Record> {
    try importRows(rows.lazy.map { .success($0) }, allOrNothing: allOrNothing)
  }

  /// Inserts a record for each object of a JSON array, as one changeset, and reports the rows that are refused; see
  /// ``Model/importRows(json:allOrNothing:)``.
  @discardableResult
  public func importRows(json: Data, allOrNothing: Bool = false) throws -> ImportReport<Record> {
    let expected = "a string with a JSON array of objects"
    guard let text = String(validating: json, as: UTF8.self) else {
      throw CastError(expected: expected, found: "bytes that are not UTF-8")
    }
    guard case .array(let rows) = try JSONFormat.value(from: text, expected: expected) else {
      throw CastError(expected: expected, found: "other JSON")
    }
    return try importRows(
      rows.lazy.map { row in
        if case .dictionary(let values) = row { return .success(values) }
        return .failure(CastError(expected: "a JSON object", found: row.kind))
      },
      allOrNothing: allOrNothing)
  }

  private func importRows(
    _ rows: some Sequence<Result<[String: AttributeValue], CastError>>, allOrNothing: Bool
  ) throws -> ImportReport<Record> {
    try importRecords(of: rows, allOrNothing: allOrNothing) { try Record(attributes: $0.get()) }
  }

  /// Inserts a record for each row, as one changeset, and reports the rows that are refused.
  ///
  /// - Parameter record: Creates the record of a row.
  package func importRecords<Row>(
    of rows: some Sequence<Row>, allOrNothing: Bool, _ record: (Row) throws -> Record
  ) throws -> ImportReport<Record> {
    var added: [(row: Int, record: Record)] = []
    var failures: [ImportReport<Record>.Failure] = []
    do {
      try store.inTransaction {
        for (index, row) in rows.enumerated() {
          do {
            added.append((index + 1, try imported(record(row))))
          } catch {
            failures.append(ImportReport.Failure(row: index + 1, error: error))
          }
        }
        failures += try removeOrphans(from: &added)
        if allOrNothing && !failures.isEmpty { throw ImportRefused() }
        store.markBulk(layout)
      }
    } catch is ImportRefused {
      added = []
    }
    return ImportReport(records: added.map(\.record), failures: failures.sorted { $0.row < $1.row })
  }
}

extension Table {
  /// Inserts a record of an import; throws if a required parent of another model is missing.
  fileprivate func imported(_ record: Record) throws -> Record {
    var record = record
    let keys = layout.requiredKeys.filter { !$0.isOfItself }
    if keys.isEmpty {
      try insert(&record)
      return record
    }
    return try store.inTransaction {
      try insert(&record)
      try store.loadParents(of: [record])
      for key in keys { if let error = missingParent(of: record, key) { throw error } }
      return record
    }
  }

  /// Deletes the records whose required parent of their own model was not imported either, and then the records that
  /// require those. This is known only once all rows are inserted.
  ///
  /// - Complexity: O(*n*): only the children of deleted records are checked again.
  fileprivate func removeOrphans(
    from added: inout [(row: Int, record: Record)]
  ) throws -> [ImportReport<Record>.Failure] {
    let keys = layout.requiredKeys.filter(\.isOfItself)
    if keys.isEmpty { return [] }
    try store.loadParents(of: added.map(\.record))
    let rows = Dictionary(uniqueKeysWithValues: added.map { ($0.record.id, $0.row) })
    var failures: [Int: ImportReport<Record>.Failure] = [:]
    var suspects = added.map(\.record)
    while !suspects.isEmpty {
      var orphans: [Record] = []
      for record in suspects {
        guard let row = rows[record.id], failures[row] == nil,
          let error = keys.lazy.compactMap({ missingParent(of: record, $0) }).first
        else { continue }
        failures[row] = ImportReport.Failure(row: row, error: error)
        orphans.append(record)
      }
      try deleteRows(orphans)
      suspects = orphans.flatMap { children(of: $0, keys) }
    }
    added.removeAll { failures[$0.row] != nil }
    return Array(failures.values)
  }

  /// Returns the records of the same model that have a record as their parent, by some of the model's keys.
  private func children(of parent: Record, _ keys: [RequiredKey]) -> [Record] {
    let links = keys.flatMap(\.links).filter { $0.parentSlot == layout.slot }
    return store.read { tables in
      withUnsafePointer(to: parent) { parent in
        links.flatMap { link in
          let reader = RouteReader(Route.Step(link: link, direction: .toChildren), in: tables)
          var children: [Record] = []
          reader.rows(of: UnsafeRawPointer(parent)).forEach { position in
            children.append(reader.table.rows.address(at: position).assumingMemoryBound(to: Record.self).pointee)
          }
          return children
        }
      }
    }
  }

  private func missingParent(of record: Record, _ key: RequiredKey) -> StoreError? {
    store.read { Integrity.refusal(of: record, key, in: $0) }
  }
}

/// Thrown to undo an import.
private struct ImportRefused: Error {}
