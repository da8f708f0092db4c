/// Reads the rows of a query in order from an ordered index, up to the query's limit.
///
/// Conditions that the index does not decide are tested on each row. Such a test costs more than in a scan, so the walk
/// is abandoned when it has visited too many rows.
struct OrderedScan {
  private let table: TableVersion
  private let index: OrderedIndex
  private let first: OrderTerm
  /// The conditions that the index does not decide, which are tested on each row.
  let tests: [PredicateNode]
  private let kernel: Kernel
  private let isReversed: Bool
  /// Whether the order has only one key, so that rows with equal values come in the order of insertion.
  private let isSingleKey: Bool
  private let window: Range<Int>
  private let range: Range<Int>
  /// How many rows may be visited before the walk is abandoned.
  private var budget = Int.max

  /// - Returns: Nil when no index has the query's order, or when the query has distinct columns or a start.
  init?(_ query: Query, in table: TableVersion) {
    guard let first = query.order.first, let column = first.column, query.start == nil,
      query.distinctColumns.isEmpty
    else { return nil }
    let conjuncts = query.predicate.conjuncts
    let orders = table.indexes.compactMap { $0.order(by: column, under: conjuncts, in: table.rows) }
    guard let order = orders.max(by: { $0.decided.count < $1.decided.count }) else { return nil }
    (self.table, index, range, self.first) = (table, order.index, order.ranks, first)
    (isReversed, isSingleKey, window) = (query.isReversed, query.order.count == 1, query.window)
    tests = order.decided.others(of: conjuncts).filter { !$0.isAlwaysTrue }
    kernel = PredicateNode.kernel(ofAll: tests)
  }

  /// Whether all rows of the walk are returned, so that no other plan can be faster.
  var isComplete: Bool { tests.isEmpty && window.upperBound >= range.count }

  /// Returns this walk with a limit, after which it is abandoned: an eighth of the rows that would be ordered without
  /// the walk, and at least 64.
  ///
  /// - Parameter path: The path to the rows without their order; nil for a scan.
  /// - Returns: Nil when the query's window ends behind this limit.
  func limited(beside path: AccessPath?) -> OrderedScan? {
    var walk = self
    walk.budget = max(64, (path?.estimate ?? table.count) / 8)
    return window.upperBound > walk.budget ? nil : walk
  }

  /// The definition of the index, and the number of rows that can be visited.
  var use: (definition: IndexDefinition, rows: Int) { (index.definition, range.count) }

  /// The estimated number of rows that are visited. It assumes that all of them pass the tests.
  var estimate: Int { min(range.count, window.upperBound) }

  /// Returns the rows in order; nil when the walk was abandoned.
  ///
  /// - Parameter precedes: The total order of the query.
  func rows(by precedes: @escaping (Execution.Row, Execution.Row) -> Bool) -> [Execution.Row]? {
    var collected = Collected(limit: window.upperBound, isDirect: isDirect)
    var visited = 0
    for (segment, isMissing) in segments {
      let isBackward = !isMissing && (first.direction == .descending) != isReversed
      index.forEachRun(in: segment, isReversed: isMissing ? isReversed : isBackward, table.rows) { position, isSame in
        if !isSame, !collected.endRun(arrange(isMissing, precedes)) { return false }
        visited += 1
        if visited > budget { return false }
        if let row = tested(position) { collected.add(row) }
        return !collected.isFull
      }
      if visited > budget { return nil }
      if !collected.endRun(arrange(isMissing, precedes)) { break }
    }
    return Array(collected.rows.prefix(window.upperBound).dropFirst(window.lowerBound))
  }

  /// Whether the rows of a run, which have equal values in the index, are visited in the query's order.
  private var isDirect: Bool { isSingleKey && first.direction == .ascending }

  /// The ranks of the rows with a value and of those without, in the order in which they are visited. The direction of
  /// the order does not decide which come first.
  private var segments: [(Range<Int>, isMissing: Bool)] {
    let end = index.startOfMissing(in: table.rows)
    let valued = (range.clamped(to: 0..<end), false)
    let missing = (range.clamped(to: end..<index.count), true)
    return (first.nils == .first) != isReversed ? [missing, valued] : [valued, missing]
  }

  /// Returns the function that puts the rows of a run in order.
  private func arrange(
    _ isMissing: Bool, _ precedes: @escaping (Execution.Row, Execution.Row) -> Bool
  ) -> (inout ArraySlice<Execution.Row>) -> Void {
    if isSingleKey { return { rows in if !isMissing { rows.reverse() } } }
    return { $0.sort(by: precedes) }
  }

  private func tested(_ position: Int) -> Execution.Row? {
    let address = table.rows.address(at: position)
    if !tests.isEmpty, kernel(address, table.layout.memory.stride, .row(0)).isEmpty { return nil }
    return Execution.Row(address: address, position: position)
  }

  /// The rows that were read so far. Those of the last run may not be in order yet.
  private struct Collected {
    let limit: Int
    let isDirect: Bool
    private(set) var rows: [Execution.Row] = []
    private var runStart = 0

    init(limit: Int, isDirect: Bool) { (self.limit, self.isDirect) = (limit, isDirect) }

    /// Whether no further row is needed. Runs that have to be put in order are read to their end first.
    var isFull: Bool { isDirect && rows.count >= limit }

    mutating func add(_ row: Execution.Row) { rows.append(row) }

    /// Puts the last run in order.
    ///
    /// - Returns: Whether more rows are needed.
    mutating func endRun(_ arrange: (inout ArraySlice<Execution.Row>) -> Void) -> Bool {
      if !isDirect && rows.count - runStart > 1 { arrange(&rows[runStart...]) }
      runStart = rows.count
      return rows.count < limit
    }
  }
}
