/// How a query is executed on one table. An ``Execution`` executes it, and a ``FinderPlan`` describes it.
struct QueryPlan {
  /// How the rows are ordered.
  enum Ordering {
    /// They stay in the order of insertion, or are reversed.
    case insertion
    /// They are read in order from an index, up to the limit. If the walk is abandoned, they are found by the path, and
    /// ordered as ``QueryPlan/sorting(_:rows:)`` says.
    indirect case walk(OrderedScan)
    /// The first rows by rank are read from an index.
    indirect case ranked(RankedScan)
    /// A heap keeps the first rows of the order, no more than this number.
    case heap(Int)
    /// All of them are sorted.
    case sort
  }

  /// The query, which needs no other table.
  let query: Query
  let table: TableVersion
  /// The path to the rows that meet the predicate; nil for a scan, and for a walk that returns all rows of an index.
  let path: AccessPath?
  let ordering: Ordering
  /// How many threads may scan the table.
  let threads: Int

  /// Finds the cheapest plan.
  ///
  /// - Parameter query: A query that needs no other table; see ``Query/resolved(in:)``.
  init(_ query: Query, in table: TableVersion, threads: Int = 1) {
    (self.query, self.table, self.threads) = (query, table, threads)
    if query.isPlain {
      (path, ordering) = (Planner.path(to: query.predicate, in: table), .insertion)
      return
    }
    let walk = OrderedScan(query, in: table)
    if let walk, walk.isComplete {
      (path, ordering) = (nil, .walk(walk))
      return
    }
    path = Planner.path(to: query.predicate, in: table)
    if let scan = RankedScan(query, in: table), scan.isCheaper(than: path) {
      ordering = .ranked(scan)
    } else if let walk = walk?.limited(beside: path) {
      ordering = .walk(walk)
    } else {
      ordering = Self.sorting(query, rows: path?.count ?? table.count)
    }
  }

  /// Returns how rows in the order of insertion are put in the order of a query: by a heap when fewer than a quarter of
  /// them are needed.
  ///
  /// - Parameter rows: The number of rows to be ordered.
  static func sorting(_ query: Query, rows: Int) -> Ordering {
    if query.positions != nil { return .insertion }
    let end = query.window.upperBound
    return query.distinctColumns.isEmpty && end < rows / 4 ? .heap(end) : .sort
  }
}
