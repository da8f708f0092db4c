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
