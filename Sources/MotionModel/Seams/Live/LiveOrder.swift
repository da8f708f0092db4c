/// The total order of a query's rows, which ends in the order of insertion.
package struct LiveOrder: Sendable {
  private enum Key: Sendable {
    case column(@Sendable (Row, Row) -> Bool)
    /// The value with a number among those that are kept with the rows.
    case computed(Int, @Sendable (any Sendable, any Sendable) -> Bool)
  }

  private let keys: [Key]
  private let isReversed: Bool
  /// Whether rows are compared by values that are kept with them.
  package let isComputed: Bool

  init(_ query: Query) {
    var computed = 0
    keys = query.order.map { term in
      guard let order = term.computed else { return .column(term.precedes) }
      computed += 1
      return .computed(computed - 1, order.precedes)
    }
    (isReversed, isComputed) = (query.isReversed, computed > 0)
  }

  /// Returns whether a row comes before another.
  package func precedes(_ first: LiveReference, _ second: LiveReference) -> Bool {
    isReversed ? precedesForward(second, first) : precedesForward(first, second)
  }

  private func precedesForward(_ first: LiveReference, _ second: LiveReference) -> Bool {
    for key in keys {
      switch key {
      case .column(let precedes):
        if precedes(first.row, second.row) { return true }
        if precedes(second.row, first.row) { return false }
      case .computed(let number, let precedes):
        guard let value = first.keys?.values[number], let other = second.keys?.values[number] else {
          preconditionFailure("a row without the values by which it is ordered")
        }
        if precedes(value, other) { return true }
        if precedes(other, value) { return false }
      }
    }
    return first.place < second.place
  }
}
