extension Store {
  /// Writes a row, and replaces it by the stored row. If it throws, the row is unchanged.
  ///
  /// - Parameters:
  ///   - reservedIDs: Hashes of ids that the row must not be given.
  ///   - deferringUniqueness: Whether the caller checks unique columns later, after it has written more.
  ///   - transaction: The transaction of the calling task, if the caller knows it.
  /// - Returns: Whether anything had to be written.
  func writeRow(
    _ row: MutableRow, of layout: TableLayout, _ operation: RowWriter.Operation,
    _ reservedIDs: Set<UInt64> = [], deferringUniqueness: Bool = false, in transaction: OpenTransaction? = nil
  ) throws -> Bool {
    var write = RowWrite(
      row: row, layout: layout, operation: operation, reservedIDs: reservedIDs, defersUniqueness: deferringUniqueness)
    let isInMemory = isInMemory(layout)
    let transaction = isInMemory ? transaction : joinedTransaction
    if isInMemory || transaction != nil {
      if !isInMemory { try loadAround(CollectionOfOne(Row(row)), of: layout, forSaving: true, in: transaction) }
      try self.write(&write, in: transaction)
      return write.isChanged
    }
    // NB: A copy is written, because the adapter may still refuse it at the end of the transaction.
    return try layout.memory.withCopy(of: Row(row)) { copy in
      write.row = copy
      try inTransaction {
        try loadAround(CollectionOfOne(Row(copy)), of: layout, forSaving: true)
        try self.write(&write)
      }
      layout.memory.replace(Row(copy), row)
      return write.isChanged
    }
  }

  /// Saves a row of a model in memory, unless the stored row differs from what the caller expects. If it throws, the
  /// row is unchanged.
  ///
  /// - Returns: Whether the stored row is as expected. If not, nothing was written.
  func saveRow(_ row: MutableRow, of layout: TableLayout, ifStoredIs expected: ExpectedRow) throws -> Bool {
    var write = RowWrite(row: row, layout: layout, operation: .save, expected: expected)
    try self.write(&write)
    return !write.isOutdated
  }

  /// Writes a row to the table of its model. If it throws, the row is unchanged.
  private func write(_ write: inout RowWrite, in transaction: OpenTransaction? = nil) throws {
    // NB: The closure refers to one variable. Each captured constant would be retained and released by every function
    // on its way. A local function instead of the closure would allocate its captures on the heap.
    let changeset = try self.write(write.layout, to: Row(write.row), in: transaction) { writer throws(StoreError) in
      try write.add(to: &writer)
    }
    if !write.isChanged { return }
    if let part = changeset.parts.first { write.replaceRow(byThatOf: part) }
    if write.layout.isOwnParent { reloadRow(write.row, of: write.layout) }
  }

  /// Replaces a row by the stored row with the same id, if there is one.
  func reloadRow(_ row: MutableRow, of layout: TableLayout) {
    read(layout) { version in
      if let position = version.position(of: Row(row)) { layout.memory.replace(version.rows[position], row) }
    }
  }

  /// Deletes the record with a row's id.
  ///
  /// - Returns: Whether a record was deleted.
  func deleteRow(_ row: Row, of layout: TableLayout) throws -> Bool {
    var isFound = false
    try write(layout, to: row, loading: { try load([row], of: layout, forSaving: false) }) {
      writer throws(StoreError) in
      writer.delete(row)
      isFound = writer.changes.count > 0
    }
    return isFound
  }
}

/// A row to write, and the outcome.
private struct RowWrite {
  var row: MutableRow
  let layout: TableLayout
  let operation: RowWriter.Operation
  var reservedIDs: Set<UInt64> = []
  var defersUniqueness = false
  /// What the stored row must be to be updated, if that was stated.
  var expected: ExpectedRow?
  /// Whether anything had to be written.
  private(set) var isChanged = false
  /// Whether the stored row was not what it had to be, and so was not updated.
  private(set) var isOutdated = false
  /// The index of the row among the rows of the changes.
  fileprivate var number = 0

  /// Adds the change to those of a writer, unless nothing would change.
  mutating func add(to writer: inout RowWriter) throws(StoreError) {
    if !reservedIDs.isEmpty { writer.reserve(ids: reservedIDs) }
    if defersUniqueness { writer.deferUniqueness() }
    if let expected { writer.expect(expected) }
    number = try writer.write(copyOf: Row(row), operation)
    (isChanged, isOutdated) = (writer.changes.count > 0, writer.isOutdated)
    // An unchanged row is final, because nothing can refuse it any more. Columns that a save does not change may differ
    // from those of the caller.
    if !isChanged { replaceRow(byThatOf: writer.changes) }
  }

  func replaceRow(byThatOf changes: ChangesetPart) { layout.memory.replace(changes.address(number), row) }
}
