/// What is looked at once everything is written: rules that compare records, and unique columns.
///
/// A call that saves several records is judged by what it comes to, so that values may be shifted from one to the next, whether the
/// records are written together or one after the other.
extension Lifecycle {
  /// How a save check is asked about a record.
  func checkMoment(_ occasion: HookOccasion) -> HookMoment {
    HookMoment(occasion, isOneOfMany ? .checkOfMany : .check)
  }

  // MARK: - One record

  /// Runs the part of a save that follows on the save check, and has the record compared again if that is not what the check saw.
  ///
  /// A hook that has the record as it was, and writes nothing, costs the comparing of a row with a copy of it.
  ///
  /// - Parameters:
  ///   - row: Becomes what was written.
  ///   - record: What the save check was asked of, if that is not the row itself.
  ///   - body: Returns whether anything had to be written.
  /// - Returns: What `body` returned.
  func comparing(
    _ row: UnsafeMutableRawPointer, as record: UnsafeRawPointer? = nil, _ occasion: HookOccasion,
    _ body: () throws -> Bool
  ) throws -> Bool {
    guard let check, check.comparesRecords, !isOneOfMany, plan != nil || !middleware.isEmpty else { return try body() }
    return try layout.memory.withCopy(of: record ?? UnsafeRawPointer(row)) { checked in
      let count = transaction?.writeCount ?? 0
      let isChanged = try body()
      let isUndisturbed = transaction?.writeCount == count + (isChanged ? 1 : 0) && isSaved(checked, as: row)
      if !isUndisturbed { try compare(row, given: checked, occasion) }
      return isChanged
    }
  }

  /// Whether a row was written as it was, but for what the store gives it.
  private func isSaved(_ checked: UnsafeRawPointer, as row: UnsafeRawPointer) -> Bool {
    layout.columns.indices.allSatisfy { column in
      switch column {
      case layout.idColumn, layout.created, layout.updated, layout.version: true
      default: layout.isSame(checked, row, in: column)
      }
    }
  }

  // MARK: - Several records

  /// Compares the records of a call with all others, and looks at their unique columns.
  ///
  /// - Parameters:
  ///   - saved: The records, as they were written.
  ///   - given: The same records as the caller gave them, for errors: they have no ids that are not in the store.
  ///   - occasions: What was known of them.
  func compare<Record: Model>(_ saved: [Record], given: [Record], _ occasions: [HookOccasion]) throws {
    let hasRules = check?.comparesRecords == true && (isOneOfMany || plan != nil || !middleware.isEmpty)
    let hasUniqueIndex = withVersion { $0.hasUniqueIndex }
    if !hasRules && !hasUniqueIndex { return }
    for index in saved.indices {
      try withUnsafePointer(to: saved[index]) { row in
        try withUnsafePointer(to: given[index]) { given in
          if hasRules { try compare(row, given: given, occasions[index]) }
          guard hasUniqueIndex, let error = refusal(of: row) else { return }
          let numbered = error.numbering(saved) { occasions[$0].operation == .create }
          throw check?.explain(numbered, given) ?? numbered
        }
      }
    }
  }

  /// Why a record must not be in the store as it is now: another has its value in a unique column; nil when none has.
  private func refusal(of row: UnsafeRawPointer) -> StoreError? {
    withVersion { version -> StoreError? in
      guard let position = version.position(of: row) else { return nil }
      do throws(StoreError) {
        try version.checkUniqueness(of: version.rows.address(at: position))
        return nil
      } catch {
        return error
      }
    }
  }

  /// Compares a record, as it is stored now, with all others; one that is gone is like no other.
  private func compare(_ row: UnsafeRawPointer, given: UnsafeRawPointer, _ occasion: HookOccasion) throws {
    guard let check, check.comparesRecords else { return }
    try layout.memory.withCopy(of: row) { stored in
      if reload(stored) { try check.compare(stored, given, checkMoment(occasion)) }
    }
  }
}

extension StoreError {
  /// The same error, which names a record by its number in a call rather than by an id that is not going to be stored.
  ///
  /// - Parameters:
  ///   - records: The records of the call.
  ///   - isNew: Whether the record at an index was to be added.
  func numbering<Record: Model>(_ records: [Record], where isNew: (Int) -> Bool) -> StoreError {
    guard case .notUnique(let model, let columns, let id?, _) = self,
      let index = records.indices.first(where: { isNew($0) && "\(records[$0].id.attribute)" == id })
    else { return self }
    return .notUnique(model: model, columns: columns, id: nil, number: index + 1)
  }
}
