/// How a query is answered from one table. An ``Execution`` runs it as it is, and a ``FinderPlan`` describes it.
struct QueryPlan {
  /// How the rows come in order.
  enum Ordering {
    /// They are in the order of insertion already.
    case insertion
    /// An index that is in their order is read up to the limit. Where that takes too long, it is given up, and the rows come by the
    /// path and are put in order by ``QueryPlan/sorting(_:rows:)``.
    case walk(OrderedWalk)
    /// A heap keeps so many rows, the first of the order.
    case heap(Int)
    /// All of them are sorted.
    case sort
  }

  /// What is asked; it needs no other table.
  let query: Query
  let table: TableVersion
  /// The way to the rows that meet the predicate; nil for looking at all of them.
  let path: AccessPath?
  let ordering: Ordering

  /// Finds the best plan.
  ///
  /// - Parameter query: It needs no other table; see ``Query/resolved(in:)``.
  init(_ query: Query, in table: TableVersion) {
    (self.query, self.table) = (query, table)
    let walk = OrderedWalk(query, in: table)
    if let walk, walk.isComplete {
      (path, ordering) = (nil, .walk(walk))
      return
    }
    path = Planner.path(to: query.predicate, in: table)
    if let walk = walk?.limited(beside: path) {
      ordering = .walk(walk)
    } else {
      ordering = Self.sorting(query, rows: path?.count ?? table.count)
    }
  }

  /// How so many rows that lie in the order of insertion are put in the order of a query.
  static func sorting(_ query: Query, rows: Int) -> Ordering {
    if query.isPlain { return .insertion }
    let end = query.window.upperBound
    return query.distinctColumns.isEmpty && end < rows / 4 ? .heap(end) : .sort
  }
}
