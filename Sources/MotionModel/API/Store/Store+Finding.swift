extension Store {
  /// Returns the record with an id, as the calling task sees it now; nil if there is none.
  ///
  /// It is compiled into the caller, for the caller's type: finding one row is so fast that a call would count.
  @inlinable @inline(__always)
  func record<Record: Model>(_ id: Record.ID, of model: Record.Type, in layout: TableLayout) -> Record? {
    let (version, hasTransaction) = latest(layout)
    if hasTransaction { return record(id, of: model, in: transactionTable(layout, or: version)) }
    guard let version else { return nil }
    defer { readerIsDone(with: version) }
    return version.record(id, of: model)
  }

  /// Returns the record with an id from a table of a transaction. It is a separate function, so that it does not make
  /// callers without a transaction longer. While the store has a log, callers without a transaction come here, too.
  @inlinable @inline(never)
  func record<Record: Model>(_ id: Record.ID, of model: Record.Type, in table: TransactionTable) -> Record? {
    defer { readerIsDone(with: table.version) }
    let record = table.record(id, of: model)
    noteLookup(of: table.version.layout, isFound: record != nil)
    return record
  }

  /// Returns a table of the calling task's transaction. Without a transaction, it is the published version, or an empty
  /// table if there is none.
  @usableFromInline
  func transactionTable(_ layout: TableLayout, or version: TableVersion?) -> TransactionTable {
    transaction?.table(layout) ?? TransactionTable(version ?? TableVersion(layout), without: nil)
  }
}
