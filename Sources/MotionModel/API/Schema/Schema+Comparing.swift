extension Schema {
  /// Returns the columns in which two records differ, in order of declaration; all columns if one record is nil.
  func changes(from old: Record?, to new: Record?) -> [ColumnChange] {
    columns.indices.compactMap { number in
      if let old, let new, isSame(old, new, inColumn: number) { return nil }
      let column = columns[number]
      return ColumnChange(
        column: column.name, old: old.map { column[$0] } ?? .null, new: new.map { column[$0] } ?? .null)
    }
  }

  /// Returns whether two records have equal values in all columns.
  package func isSame(_ first: Record, _ second: Record) -> Bool {
    withRows(first, second, layout.isSame)
  }

  /// Returns whether two records have equal values in a column.
  package func isSame(_ first: Record, _ second: Record, inColumn number: Int) -> Bool {
    withRows(first, second, columns[number].operations.isSame)
  }

  /// Returns whether the value of one record comes before that of another in a column.
  package func precedes(_ first: Record, _ second: Record, inColumn number: Int) -> Bool {
    withRows(first, second, columns[number].operations.precedes)
  }

  private func withRows(_ first: Record, _ second: Record, _ body: (Row, Row) -> Bool) -> Bool {
    withRow(of: first) { first in withRow(of: second) { body(first, $0) } }
  }
}
