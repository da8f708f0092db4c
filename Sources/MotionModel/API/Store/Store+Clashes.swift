/// The errors for written records that have the values of other records in unique columns.
///
/// An error names the record with the value that was inserted first. The rows of an adapter are in the tables of a
/// transaction in the order of loading, so the adapter is queried when several rows have the value.
extension Store {
  /// Returns the error for the record with the id of a row, as it was written; nil when there is none.
  func refusal(of row: Row, in version: TableVersion) -> StoreError? {
    guard let position = version.position(of: row),
      let (index, others) = version.clash(of: version.rows[position])
    else { return nil }
    return version.refusal(by: first(of: others, in: version), index)
  }

  /// Returns the position of the record that was inserted first of some records.
  private func first(of positions: RowSet, in version: TableVersion) -> Int {
    if !version.layout.isExternal || positions.count == 1 { return positions.first }
    func first<Record: Model>(_ model: Record.Type) -> Int? {
      var ids: [Record.ID] = []
      positions.forEach { ids.append(version.rows[$0][Record.self].id) }
      let query = Query(predicate: Finder<Record>.node(ids: ids), limit: 1)
      // NB: If the adapter cannot be read, any of the records is named. That the values are taken is the error to
      // throw.
      guard let stored = try? adapter(Record.Adapter.self, of: model).read(RecordQuery<Record>(query)).first else {
        return nil
      }
      return withRow(of: stored) { version.position(of: $0) }
    }
    return first(version.layout.type) ?? positions.first
  }
}
