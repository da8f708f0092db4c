/// The rows of a statement, copied.
package struct SQLRows: Sendable {
  package let columnCount: Int
  /// All values, row by row.
  package private(set) var values: [SQLValue] = []
  /// How many rows the statement has changed, if it writes.
  package var changeCount = 0

  package init(columnCount: Int) { self.columnCount = columnCount }

  /// Makes room for a number of rows.
  package mutating func reserve(rowCount: Int) { values.reserveCapacity(rowCount * columnCount) }

  /// Adds the next value of the last row.
  package mutating func append(_ value: SQLValue) { values.append(value) }

  /// The number of rows.
  package var count: Int { columnCount == 0 ? 0 : values.count / columnCount }

  /// The value of a column in a row.
  package subscript(row row: Int, column column: Int) -> SQLValue { values[row * columnCount + column] }

  /// The values of a row.
  package subscript(row row: Int) -> ArraySlice<SQLValue> { values[row * columnCount..<(row + 1) * columnCount] }

  /// The string of a column in a row; empty for any other value.
  package func text(_ row: Int, _ column: Int) -> String {
    if case .text(let text) = self[row: row, column: column] { text } else { "" }
  }
}
