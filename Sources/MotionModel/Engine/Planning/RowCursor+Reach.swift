import Foundation

/// The records that a page of an adapter needs: rows with the cursor's keys, and rows behind them.
extension RowCursor {
  /// Returns a condition that all rows meet which are not before this cursor's row by the keys of the order. Others may
  /// meet it, too, from the first key on that is not a column whose order is known.
  func reach(in query: Query, _ layout: TableLayout) -> PredicateNode {
    row(in: query, layout).read { row in
      var keys: [(behind: PredicateNode, equal: PredicateNode)] = []
      for term in query.order {
        guard let key = Self.key(term, of: row, query.isReversed) else { break }
        keys.append(key)
      }
      guard let last = keys.popLast() else { return .constant(true) }
      return keys.reversed().reduce(last.behind || last.equal) { reach, key in key.behind || (key.equal && reach) }
    }
  }

  /// Returns the conditions that a row's key is behind, or equal to, the key of another row; nil when they are unknown.
  private static func key(
    _ term: OrderTerm, of row: Row, _ isReversed: Bool
  ) -> (behind: PredicateNode, equal: PredicateNode)? {
    guard let column = term.column, column.index != nil, column.operations.isStable else { return nil }
    let nilsAreLast = (term.nils == .last) != isReversed
    if column.operations.isNil(row) {
      return (nilsAreLast ? .constant(false) : !PredicateNode.isNil(column), .isNil(column))
    }
    let values = column.operations.values([row])
    guard !isNaN(column, row), let value = (values as? [any Sendable])?.first else { return nil }
    let isDescending = (term.direction == .descending) != isReversed
    var behind = isDescending ? PredicateNode.comparison(column, .less, value) : Self.greater(column, value)
    behind = nilsAreLast ? behind || .isNil(column) : behind && !PredicateNode.isNil(column)
    return (behind, .membership(column, values))
  }

  private static func isNaN(_ column: ColumnReference, _ row: Row) -> Bool {
    switch column.operations.attribute(row) {
    case .double(let value): value.isNaN
    case .date(let value): value.timeIntervalSinceReferenceDate.isNaN
    case .decimal(let value): value.isNaN
    default: false
    }
  }

  /// Returns the condition that a value is greater than another, or NaN, which is behind all numbers.
  private static func greater(_ column: ColumnReference, _ value: any Sendable) -> PredicateNode {
    switch column.operations.columnType {
    case .double, .float, .date, .decimal: !PredicateNode.comparison(column, .lessOrEqual, value)
    default: .comparison(column, .greater, value)
    }
  }
}
