/// A question about the rows of one model: which of them, in which order, and which part of that.
///
/// It is a value without a store and without the model's type. A ``Finder`` is a query and a store; a ``QueryPlan`` is how a query is
/// answered. The parts take effect in the order in which they stand here: conditions first, then the order, then distinct values, then
/// the start of a page, then offset and limit.
struct Query: Sendable {
  var predicate = PredicateNode.constant(true)
  var order: [OrderTerm] = []
  var isReversed = false
  /// Of the rows that are equal in these columns, only the first is wanted.
  var distinctColumns: [ColumnReference] = []
  /// The place in the order behind which the rows begin.
  var start: RowCursor?
  var offset = 0
  var limit: Int?
}

extension Query {
  /// Whether the answer is simply the rows that meet the predicate, in the order of insertion.
  var isPlain: Bool { order.isEmpty && !isReversed && distinctColumns.isEmpty && start == nil }

  /// The first and the end of the rows that are wanted, counted from the first in the order.
  var window: Range<Int> {
    let (end, isTooLarge) = offset.addingReportingOverflow(limit ?? .max)
    return offset..<(isTooLarge ? .max : end)
  }

  /// A query with as many rows, without what plays no part in their number.
  var forCounting: Query {
    // Which rows are the first of their kind, and which are behind a place, depends on the order.
    if !distinctColumns.isEmpty || start != nil { return self }
    var query = self
    (query.order, query.isReversed) = ([], false)
    return query
  }

  /// Whether other tables have to be looked at first.
  var isRelated: Bool { predicate.isRelated || order.contains(where: \.isRelated) }

  /// The same query, with all that it needs of other tables looked up.
  func resolved(in tables: Tables) -> Query {
    var query = self
    query.predicate = predicate.resolved(in: tables)
    query.order = order.map { $0.resolved(in: tables) }
    return query
  }

  /// The total order of rows by their addresses and positions: the keys one after the other, then the order of insertion; all of it the
  /// other way round when the query is reversed.
  var precedence: (Execution.Row, Execution.Row) -> Bool {
    let keys = order.map(\.precedes)
    let isReversed = isReversed
    if keys.isEmpty { return { isReversed ? $0.position > $1.position : $0.position < $1.position } }
    return { first, second in
      let (first, second) = isReversed ? (second, first) : (first, second)
      for precedes in keys {
        if precedes(first.address, second.address) { return true }
        if precedes(second.address, first.address) { return false }
      }
      return first.position < second.position
    }
  }
}

extension Query: CustomStringConvertible {
  /// The query as one would write it: `where priority > 2 order by dueDate limit 20`.
  var description: String {
    var words: [String] = []
    if !predicate.isAlwaysTrue { words.append("where \(predicate)") }
    if !order.isEmpty { words.append("order by \(order.map(\.description).joined(separator: ", "))") }
    if isReversed { words.append("reversed") }
    if !distinctColumns.isEmpty { words.append("distinct by \(distinctColumns.map(\.name).joined(separator: ", "))") }
    if start != nil { words.append("after a cursor") }
    if offset > 0 { words.append("offset \(offset)") }
    if let limit { words.append("limit \(limit)") }
    return words.joined(separator: " ")
  }
}
