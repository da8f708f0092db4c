extension Query {
  /// Adds the conditions of another query, without its default scope, and its other parts where this query has none.
  /// The order of the other query comes after this query's order.
  ///
  /// - Returns: The names of the parts of the other query that cannot be kept.
  mutating func merge(_ other: Query) -> [String] {
    own = own && other.own
    var lost: [String] = []
    if order.isEmpty && !isReversed {
      (order, isReversed) = (other.order, other.isReversed)
    } else if isReversed == other.isReversed {
      order += other.order
    } else if !other.order.isEmpty || other.isReversed {
      lost.append("order")
    }
    if distinctColumns.isEmpty {
      distinctColumns = other.distinctColumns
    } else if !other.distinctColumns.isEmpty && distinctColumns.map(\.name) != other.distinctColumns.map(\.name) {
      lost.append("distinct columns")
    }
    // A cursor belongs to an order that the rows may not have any more.
    if other.start != nil { lost.append("start") }
    if offset == 0 && limit == nil {
      (offset, limit) = (other.offset, other.limit)
    } else if other.offset != 0 || other.limit != nil {
      lost.append("limit and offset")
    }
    return lost
  }
}
