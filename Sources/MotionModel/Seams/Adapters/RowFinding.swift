/// An adapter that finds a record by its id, and puts it into memory of the caller's.
///
/// Nothing here depends on the model's type. A generic function of another module is compiled once for all models, and
/// looks up the type of each array and optional that it makes, which takes longer than reading a row.
package protocol RowFinding: AnyObject, StorageAdapter {
  /// Replaces a new record, which has an id, by the stored record with the same id.
  ///
  /// - Returns: Whether there is one; nil if that takes a query.
  func find(_ record: MutableRow, of model: any Model.Type) throws(Failure) -> Bool?
}

extension Store {
  /// Replaces a new record, which has an id, by the record with the same id, as the calling task sees it now.
  ///
  /// - Returns: Whether there is one.
  @usableFromInline func findExternally(_ record: MutableRow, of layout: TableLayout) throws -> Bool {
    let transaction = transaction
    if let transaction {
      let isStored = transaction.find(record, of: layout)
      noteLookup(of: layout, isFound: isStored == true)
      if let isStored { return isStored }
    }
    let count = try answerExternally(nil, of: layout) { try isFoundByAdapter(record, of: layout) ? 1 : 0 }
    if count == 0 { return false }
    transaction?.note(Row(record), of: layout)
    return true
  }

  private func isFoundByAdapter(_ record: MutableRow, of layout: TableLayout) throws -> Bool {
    let model = layout.type
    var takesQuery = false
    for adapter in rowFinding where ObjectIdentifier(type(of: adapter)) == model.adapterType {
      if let isFound = try adapter.find(record, of: model) { return isFound }
      takesQuery = true
    }
    func find<Record: Model>(_ model: Record.Type) throws -> Bool {
      let adapter = adapter(Record.Adapter.self, of: model)
      let ids = [record[model].id]
      let all = try takesQuery ? adapter.read(RecordQuery(ids: ids)) : adapter.records(of: model, withIDs: ids)
      guard let found = all.first else { return false }
      record[model] = found
      return true
    }
    return try find(model)
  }
}
