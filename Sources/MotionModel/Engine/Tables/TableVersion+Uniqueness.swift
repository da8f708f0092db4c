extension TableVersion {
  /// Throws when a record has a value that another record has in a unique column.
  func checkUniqueness(of part: ChangesetPart) throws(StoreError) {
    if !hasUniqueIndex || part.defersUniqueness { return }
    for entry in part.entries { if let new = entry.new { try checkUniqueness(of: part.address(new)) } }
  }

  /// Throws when another record has the value of a row in a unique column.
  func checkUniqueness(of row: Row) throws(StoreError) {
    if let clash = clash(of: row) { throw refusal(by: clash.others.first, clash.index) }
  }

  /// Returns the error for a row that has the values of the record at a position in a unique index.
  func refusal(by position: Int, _ index: IndexDefinition) -> StoreError {
    .notUnique(
      model: layout.name, columns: index.columns.map(\.name), id: layout.id.text(rows[position]))
  }

  /// Returns the first unique index in which other records have the values of a row, and these records; nil when there
  /// is none.
  func clash(of row: Row) -> (index: IndexDefinition, others: RowSet)? {
    for index in indexes where index.definition.isUnique {
      if let others = index.rows(sharing: row, besides: position(of: row), in: rows) {
        return (index.definition, others)
      }
    }
    return nil
  }
}
