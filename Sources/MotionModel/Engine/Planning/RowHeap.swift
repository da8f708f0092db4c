/// The first rows of an order, of those that were added: no more than a number of them.
struct RowHeap {
  private let limit: Int
  private let precedes: (PlacedRow, PlacedRow) -> Bool
  /// While rows are missing, in any order; then a heap with the last row of the order at its root.
  private var rows: [PlacedRow] = []

  init(_ limit: Int, by precedes: @escaping (PlacedRow, PlacedRow) -> Bool) {
    (self.limit, self.precedes) = (limit, precedes)
  }

  /// The row that a preceding row would replace; nil while rows are missing.
  var last: PlacedRow? { rows.count == limit ? rows.first : nil }

  /// Adds a row if it is among the first ones.
  ///
  /// - Returns: Whether ``last`` has changed.
  /// - Complexity: O(log *k*), where *k* is the limit.
  @discardableResult mutating func add(_ row: PlacedRow) -> Bool {
    if rows.count < limit {
      rows.append(row)
      if rows.count < limit { return false }
      rows.sort { precedes($1, $0) }
      return true
    }
    guard limit > 0, precedes(row, rows[0]) else { return false }
    replaceRoot(by: row)
    return true
  }

  private mutating func replaceRoot(by row: PlacedRow) {
    var index = 0
    while true {
      var child = 2 * index + 1
      guard child < rows.count else { break }
      if child + 1 < rows.count && precedes(rows[child], rows[child + 1]) { child += 1 }
      guard precedes(row, rows[child]) else { break }
      rows[index] = rows[child]
      index = child
    }
    rows[index] = row
  }

  /// The rows in order.
  var sorted: [PlacedRow] { rows.sorted(by: precedes) }
}
