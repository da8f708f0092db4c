extension Store {
  /// Returns the record with an id, as the calling task sees it now; nil if there is none.
  ///
  /// It is compiled into the caller, for the caller's type: finding one row is so fast that a call would count.
  ///
  /// - Parameters:
  ///   - slot: The number of the model, if the caller knows it: then the layout is not looked up for a row in place.
  @inlinable @inline(__always)
  func record<Record: Model>(
    _ id: Record.ID, of model: Record.Type, _ slot: Int? = nil, in layout: @autoclosure () -> TableLayout
  ) -> Record? {
    if Record.ID.self == Int.self,
      let (row, flag) = rowInPlace(unsafeBitCast(id, to: Int.self), slot ?? layout().slot)
    {
      defer { flag.giveBack() }
      return row[Record.self]
    }
    return searchedRecord(id, of: model, in: layout())
  }

  /// Returns the record with an id that is not read in place; a separate function, so that callers stay short.
  @inlinable @inline(never)
  func searchedRecord<Record: Model>(_ id: Record.ID, of model: Record.Type, in layout: TableLayout) -> Record? {
    let (version, hasTransaction) = latest(layout.slot)
    if hasTransaction { return record(id, of: model, in: transactionTable(layout, or: version)) }
    guard let version else { return nil }
    defer { readerIsDone(with: version) }
    return version.record(id, of: model)
  }

  /// Returns the record with an id from its adapter, as the calling task sees it now; nil if there is none.
  ///
  /// It is compiled for the caller's type, and leaves the rest to a function that knows no type.
  @inlinable func externalRecord<Record: Model>(
    _ id: Record.ID, of model: Record.Type, in layout: TableLayout
  ) throws(Record.Adapter.Failure) -> Record? {
    if !id.isAssigned { return nil }
    var record = Record()
    record.id = id
    do {
      return try withRow(of: &record) { try findExternally($0, of: layout) } ? record : nil
    } catch {
      throw Record.Adapter.failure(error)
    }
  }

  /// Returns the published row with a number as its id, and the flag under which it is read in place.
  /// Returns nil if the caller has to look for the row in another way: there may be a transaction or a log, the number
  /// was not given in sequence, or the tables are being changed. It neither waits for a lock nor counts a reference.
  ///
  /// - Parameter slot: The number of the model.
  @usableFromInline func rowInPlace(_ number: Int, _ slot: Int) -> (row: Row, flag: InPlaceReaders.Flag)? {
    guard let (published, flag) = published.enter() else { return nil }
    if !published.pointee.hasMarks, let row = published.pointee.tables.rowInRun(number, slot) { return (row, flag) }
    flag.giveBack()
    return nil
  }

  /// Returns what ``rowInPlace(_:_:)`` returns for the store in use, which the context of the calling task holds
  /// meanwhile.
  @usableFromInline
  static func currentRowInPlace(_ number: Int, _ slot: Int) -> (row: Row, flag: InPlaceReaders.Flag)? {
    let context = StoreContext.current
    return (context.store ?? context.fallback).rowInPlace(number, slot)
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
  @usableFromInline func transactionTable(_ layout: TableLayout, or version: TableVersion?) -> TransactionTable {
    transaction?.table(layout) ?? TransactionTable(version ?? TableVersion(layout), without: nil)
  }
}
