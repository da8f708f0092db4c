extension ColumnOperations {
  /// Returns the value of an integer column.
  func number(_ row: Row) -> Int {
    guard case .int(let number) = attribute(row) else { return 0 }
    return Int(truncatingIfNeeded: number)
  }

  /// Sets the version in a row to one more, or `step` more, than both the version in `old` and the greatest one used by
  /// undone transactions.
  func count(on old: Row, and given: Int = .min, by step: Int = 1, in row: MutableRow) {
    // The cast of an integer to an integer column cannot fail.
    _ = assign(.int(Int64(max(number(old), given) &+ step)), row)
  }
}
