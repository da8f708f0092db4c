extension Store {
  /// The record with an id, as the caller may see it now.
  ///
  /// It is compiled into the caller, for the caller's type: the way to one row is short enough for that to count.
  @inlinable @inline(__always)
  func record<Record: Model>(_ id: Record.ID, of model: Record.Type, in layout: TableLayout) -> Record? {
    let (version, hasTransaction) = latest(layout)
    if hasTransaction { return record(id, of: model, in: transactionTable(layout, or: version)) }
    guard let version else { return nil }
    defer { readerIsDone(with: version) }
    return version.record(id, of: model)
  }

  /// It is a function of its own so that callers without a transaction are not made longer by it.
  @inlinable @inline(never)
  func record<Record: Model>(_ id: Record.ID, of model: Record.Type, in table: TransactionTable) -> Record? {
    defer { readerIsDone(with: table.version) }
    return table.record(id, of: model)
  }

  /// A table in the calling task's transaction; when it has none, the version that was published, if one was.
  @usableFromInline
  func transactionTable(_ layout: TableLayout, or version: TableVersion?) -> TransactionTable {
    transaction?.table(layout) ?? TransactionTable(version ?? TableVersion(layout), without: nil)
  }
}

/// One table of a transaction, with the one change that it may not have yet: a record can be found by its id without putting that into
/// the table, which would copy the rows around it.
@usableFromInline
struct TransactionTable {
  @usableFromInline let version: TableVersion
  /// What owns the changed row.
  private let change: ChangesetPart?
  /// The row after the change or, when that deletes it, before.
  @usableFromInline let row: UnsafeRawPointer?
  @usableFromInline let isDeleted: Bool

  /// - Parameter change: Changes to one record, or none.
  init(_ version: TableVersion, without change: ChangesetPart?) {
    self.version = version
    self.change = change
    let entry = change?.entries.first
    row = entry.flatMap { entry in change?.address(entry.row) }
    isDeleted = entry?.kind == .delete
  }

  /// The record with an id.
  @inlinable
  func record<Record: Model>(_ id: Record.ID, of model: Record.Type) -> Record? {
    defer { withExtendedLifetime(self) {} }
    if let row = row?.assumingMemoryBound(to: Record.self), row.pointee.id == id {
      return isDeleted ? nil : row.pointee
    }
    return version.record(id, of: model)
  }
}
