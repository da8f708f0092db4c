/// Takes the rows of a query from an index that is in their order, up to its limit.
///
/// Where the index does not say whether a row meets the conditions, each row on the way is tested. That is dearer than to scan, so
/// the walk is given up when it takes too long.
struct OrderedWalk {
  private let table: TableVersion
  private let index: OrderedIndex
  private let first: OrderTerm
  /// What rows of the index may not meet.
  let tests: [PredicateNode]
  private let kernel: Kernel
  private let isReversed: Bool
  /// Whether the first key decides between all rows but equal ones, which come in the order of insertion.
  private let isSingleKey: Bool
  private let window: Range<Int>
  private let range: Range<Int>
  /// How many rows may be looked at.
  private var budget = Int.max

  /// - Returns: Nil when there is no such index.
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

  /// Whether all rows of the index are wanted, so that no other way can be quicker.
  var isComplete: Bool { tests.isEmpty && window.upperBound >= range.count }

  /// The walk that is given up where another way is quicker.
  ///
  /// - Parameter path: The other way, without the order.
  /// - Returns: Nil when the other way is sure to be quicker.
  func limited(beside path: AccessPath?) -> OrderedWalk? {
    var walk = self
    walk.budget = max(64, (path?.estimate ?? table.count) / 8)
    return window.upperBound > walk.budget ? nil : walk
  }

  /// What the index is made by, and how many rows it gives.
  var use: (definition: IndexDefinition, rows: Int) { (index.definition, range.count) }

  /// How many rows will be looked at, if all of them meet what is tested.
  var estimate: Int { min(range.count, window.upperBound) }

  /// The rows, in order; nil when the walk was given up.
  ///
  /// - Parameter precedes: The whole order.
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

  /// Whether the rows of a run come in the order in which they are wanted.
  private var isDirect: Bool { isSingleKey && first.direction == .ascending }

  /// Missing values come at one of the ends, whichever way the others go.
  private var segments: [(Range<Int>, isMissing: Bool)] {
    let end = index.startOfMissing(in: table.rows)
    let valued = (range.clamped(to: 0..<end), false)
    let missing = (range.clamped(to: end..<index.count), true)
    return (first.nils == .first) != isReversed ? [missing, valued] : [valued, missing]
  }

  /// Puts the rows of a run in order.
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

  /// The rows so far, of which those of the last run may not be in order yet.
  private struct Collected {
    let limit: Int
    let isDirect: Bool
    private(set) var rows: [Execution.Row] = []
    private var runStart = 0

    init(limit: Int, isDirect: Bool) { (self.limit, self.isDirect) = (limit, isDirect) }

    /// Whether no further row is needed, not even to put a run in order.
    var isFull: Bool { isDirect && rows.count >= limit }

    mutating func add(_ row: Execution.Row) { rows.append(row) }

    /// - Returns: Whether more rows are wanted.
    mutating func endRun(_ arrange: (inout ArraySlice<Execution.Row>) -> Void) -> Bool {
      if !isDirect && rows.count - runStart > 1 { arrange(&rows[runStart...]) }
      runStart = rows.count
      return rows.count < limit
    }
  }
}
