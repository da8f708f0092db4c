/// The rows of a query as an ordered index has them: in the query's order, up to its limit. An ``OrderedWalk`` reads
/// them.
///
/// Conditions that the index does not decide are tested on each row. Such a test costs more than in a scan, so the walk
/// is abandoned when it has visited too many rows.
struct OrderedScan {
  /// Some ranks of the index, which are read one after the other.
  struct Part {
    var ranks: Range<Int>
    /// Whether they are read from the greatest to the least.
    let isBackward: Bool
    /// Whether the rows have the index keys of the cursor's row, so that only the whole order decides which rows are
    /// behind the cursor.
    var isAtStart = false
  }

  let table: TableVersion
  let order: IndexOrder
  let query: Query
  /// The conditions that the index does not decide, which are tested on each row.
  let tests: [PredicateNode]
  let kernel: Kernel
  /// The ranks that are read, in the order of the keys that the index has.
  let parts: [Part]
  /// How many rows may be visited before the walk is abandoned.
  private(set) var budget = Int.max

  /// - Returns: Nil when no index has the query's order, or when the query has distinct columns.
  init?(_ query: Query, in table: TableVersion) {
    guard let first = query.order.first?.indexable, query.distinctColumns.isEmpty else { return nil }
    let conjuncts = query.predicate.conjuncts
    let orders = table.indexes.compactMap { $0.order(by: query.order.elements, under: conjuncts, in: table.rows) }
    guard let order = orders.max(by: { $0.isWorse(than: $1) }) else { return nil }
    (self.table, self.order, self.query) = (table, order, query)
    tests = order.decided.others(of: conjuncts).filter { !$0.isAlwaysTrue }
    kernel = PredicateNode.kernel(ofAll: tests)
    parts = Self.parts(of: order, query, first, table)
  }

  /// How many rows the parts have.
  private var count: Int { parts.reduce(0) { $0 + $1.ranks.count } }

  var index: OrderedIndex { order.index }

  /// Whether the index has all keys of the order, and rows with equal keys in the order of insertion.
  var isWhole: Bool { Self.isWhole(order, query) }

  fileprivate static func isWhole(_ order: IndexOrder, _ query: Query) -> Bool {
    order.keyCount == query.order.count && order.isByInsertion
  }

  /// Whether all rows of the walk are returned, so that no other plan can be faster.
  var isComplete: Bool { tests.isEmpty && query.window.upperBound >= count }

  /// Returns this walk with a limit, after which it is abandoned: an eighth of the rows that would be ordered without
  /// the walk, and at least 64; none when the walk reads no row in vain, and other rows would have to be ordered.
  ///
  /// - Parameter path: The path to the rows without their order; nil for a scan.
  /// - Returns: Nil when the query's window ends behind this limit.
  consuming func limited(beside path: AccessPath?) -> OrderedScan? {
    if tests.isEmpty, order.isByInsertion, let path, path.estimate >= count { return self }
    budget = max(64, (path?.estimate ?? table.count) / 8)
    return query.window.upperBound > budget ? nil : self
  }

  /// The definition of the index, and the number of rows that can be visited.
  var use: (definition: IndexDefinition, rows: Int) { (index.definition, count) }

  /// The estimated number of rows that are visited. It assumes that all of them pass the tests.
  var estimate: Int { min(count, query.window.upperBound) }

  /// The rows in the query's order and window; nil when the walk was abandoned.
  var rows: [PlacedRow]? {
    var walk = OrderedWalk(self)
    let window = query.window
    guard let rows = walk.read() else { return nil }
    if window.lowerBound == 0, rows.count <= window.upperBound { return rows }
    return Array(rows.prefix(window.upperBound).dropFirst(window.lowerBound))
  }
}

// MARK: - Parts

extension OrderedScan {
  /// Returns the ranks of the rows with a value of the first key and of those without, in the order in which they are
  /// read: without those before the query's start. The direction of the order does not decide which come first.
  private static func parts(
    of order: IndexOrder, _ query: Query,
    _ first: (column: ColumnReference, direction: OrderDirection, nils: NilOrder), _ table: TableVersion
  ) -> [Part] {
    let (index, ranks) = (order.index, order.ranks)
    let end = order.startOfMissing(in: table.rows)
    let isBackward = (first.direction == .descending) != query.isReversed
    let valued = Part(ranks: ranks.clamped(to: 0..<end), isBackward: isBackward)
    let missing = Part(
      ranks: ranks.clamped(to: end..<index.count), isBackward: order.keyCount > 1 ? isBackward : query.isReversed)
    let isMissingFirst = (first.nils == .first) != query.isReversed
    guard let start = query.start else { return isMissingFirst ? [missing, valued] : [valued, missing] }
    return start.row(in: query, table.layout).read { row in
      let isInMissing = first.column.operations.isNil(row)
      let behind = self.parts(of: isInMissing ? missing : valued, behind: row, start.position, order, query, table)
      return isInMissing == isMissingFirst ? behind + [isInMissing ? valued : missing] : behind
    }
  }

  /// Returns the ranks of a part that can be behind a cursor: the ranks with the keys of the cursor's row, and the
  /// ranks behind them.
  private static func parts(
    of part: Part, behind row: Row, _ position: Int, _ order: IndexOrder, _ query: Query, _ table: TableVersion
  ) -> [Part] {
    let equal = order.ranks(like: row, in: table.rows)
    var rest = part
    rest.ranks = part.ranks.clamped(to: part.isBackward ? 0..<equal.lowerBound : equal.upperBound..<order.index.count)
    var own = Part(ranks: equal.clamped(to: part.ranks), isBackward: query.isReversed)
    if !isWhole(order, query) {
      own.isAtStart = true
    } else {
      let rank = order.rank(like: row, in: table.rows) {
        query.isReversed ? $0 < position : $0 <= position
      }
      own.ranks = own.ranks.clamped(to: query.isReversed ? 0..<rank : rank..<order.index.count)
    }
    return [own, rest]
  }
}
