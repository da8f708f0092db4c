/// Checks that run after everything is written: rules that compare records, and unique columns.
///
/// A call that saves several records is checked by its result, so values may move from one record to another, whether
/// the records are written together or one after the other.
extension Lifecycle {
  /// Returns the context for the save check of a record.
  func checkContext(_ event: HookEvent) -> UntypedHookContext {
    UntypedHookContext(event, isOneOfMany ? .checkOfMany : .check)
  }

  // MARK: - One record

  /// Runs the part of a save after the save check, and compares the record again if it or the store differs from
  /// what the check saw.
  ///
  /// If hooks do not change the record and write nothing, this costs the comparison of a row with a copy of it.
  ///
  /// - Parameters:
  ///   - row: Receives what was written.
  ///   - record: The record that the save check received, if it is not `row` itself.
  ///   - body: Writes, and returns whether anything had to be written.
  /// - Returns: The result of `body`.
  func comparing(
    _ row: MutableRow, as record: Row? = nil, _ event: HookEvent, _ body: () throws -> Bool
  ) throws -> Bool {
    guard let check, check.comparesRecords, !isOneOfMany, plan != nil || !middleware.isEmpty else { return try body() }
    return try comparingAgain(row, as: record, event, body)
  }

  /// It is a separate function, so that saves without such a check use less stack when hooks nest them.
  @inline(never) private func comparingAgain(
    _ row: MutableRow, as record: Row?, _ event: HookEvent, _ body: () throws -> Bool
  ) throws -> Bool {
    try layout.memory.withCopy(of: record ?? Row(row)) { checked in
      let count = transaction?.writeCount ?? 0
      let isChanged = try body()
      let isUndisturbed = transaction?.writeCount == count + (isChanged ? 1 : 0) && isSaved(Row(checked), as: Row(row))
      if !isUndisturbed { try compare(Row(row), given: Row(checked), event) }
      return isChanged
    }
  }

  /// Whether a row was written unchanged, except for the columns that the store fills.
  private func isSaved(_ checked: Row, as row: Row) -> Bool {
    layout.columns.indices.allSatisfy { column in
      switch column {
      case layout.idColumn, layout.created, layout.updated, layout.version: true
      default: layout.isSame(checked, row, in: column)
      }
    }
  }

  // MARK: - Several records

  /// Saves a record of a call that writes several, one after the other, and compares it with all others when the call
  /// ends.
  @inline(never) func savePart(_ row: MutableRow, _ operation: RowWriter.Operation) throws {
    try savePart(row, operation, layout.type)
  }

  private func savePart<Record: Model>(
    _ row: MutableRow, _ operation: RowWriter.Operation, _ model: Record.Type
  ) throws {
    let (given, event) = (row[Record.self], try event(for: Row(row), operation))
    try inHooks { _ = try steps(row, operation, event) }
    let (saved, store, checks) = (row[Record.self], store, check != nil)
    transaction?.addCheck {
      guard var lifecycle = Lifecycle(store.table(model), checking: checks) else { return }
      lifecycle.isOneOfMany = true
      try lifecycle.compare([saved], given: [given], [event])
    }
  }

  /// Compares the records of a call with all other records, and checks their unique columns.
  ///
  /// - Parameters:
  ///   - saved: The records as they were written.
  ///   - given: The same records as the caller passed them, for errors; they have no ids that are not stored.
  ///   - events: The operations on the records.
  func compare<Record: Model>(_ saved: [Record], given: [Record], _ events: [HookEvent]) throws {
    let hasRules = check?.comparesRecords == true && (isOneOfMany || plan != nil || !middleware.isEmpty)
    let hasUniqueIndex = withVersion { $0.hasUniqueIndex }
    if !hasRules && !hasUniqueIndex { return }
    for index in saved.indices {
      try withRow(of: saved[index]) { row in
        try withRow(of: given[index]) { given in
          if hasRules { try compare(row, given: given, events[index]) }
          guard hasUniqueIndex, let error = withVersion({ store.refusal(of: row, in: $0) }) else { return }
          let numbered = error.numbering(saved) { events[$0].operation == .create }
          throw check?.explain(numbered, given) ?? numbered
        }
      }
    }
  }

  /// Compares a record, as it is stored now, with all other records; does nothing if it was deleted.
  private func compare(_ row: Row, given: Row, _ event: HookEvent) throws {
    guard let check, check.comparesRecords else { return }
    try layout.memory.withCopy(of: row) { stored in
      if reload(stored) { try check.compare(Row(stored), given, checkContext(event)) }
    }
  }
}

extension StoreError {
  /// Replaces the id of a new record, which will not be stored, by the record's number in the call.
  ///
  /// - Parameters:
  ///   - records: The records of the call.
  ///   - isNew: Returns whether the record at an index was to be inserted.
  func numbering<Record: Model>(_ records: [Record], where isNew: (Int) -> Bool) -> StoreError {
    guard case .notUnique(let model, let columns, let id?, _) = self,
      let index = records.indices.first(where: { isNew($0) && "\(records[$0].id.attribute)" == id })
    else { return self }
    return .notUnique(model: model, columns: columns, id: nil, number: index + 1)
  }
}
