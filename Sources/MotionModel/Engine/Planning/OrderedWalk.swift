/// Reads the rows of an ordered scan until the query has enough of them.
///
/// An index has rows with equal values, a run, in the order of insertion. A descending order wants them so too, but
/// reads the index backward. So a run is turned round after it was read; a run of more rows than are needed is not read
/// to its end but once more, from its start.
struct OrderedWalk {
  private let scan: OrderedScan
  private let limit: Int
  /// The query with the order of rows that are equal in the keys which the index has. A walk that reads no runs needs
  /// none.
  private lazy var rest = {
    var rest = scan.query
    rest.order.removeFirst(scan.order.keyCount)
    return rest
  }()
  private lazy var precedes = rest.precedence
  private let isBehind: ((Row, Int) -> Bool)?
  private var rows: [PlacedRow] = []
  private var visited = 0

  init(_ scan: OrderedScan) {
    (self.scan, limit) = (scan, scan.query.window.upperBound)
    isBehind = scan.query.start?.isBehind(in: scan.query, scan.table.layout)
  }

  /// Returns the rows in order, and at most the rest of one run more than the query's window; nil when the walk was
  /// abandoned.
  mutating func read() -> [PlacedRow]? {
    for part in scan.parts where !isDone { read(part) }
    return isAbandoned ? nil : rows
  }

  private var isAbandoned: Bool { visited > scan.budget }

  private var isDone: Bool { isAbandoned || rows.count >= limit }

  private mutating func read(_ part: OrderedScan.Part) {
    if scan.isWhole && part.isBackward == scan.query.isReversed { readDirectly(part) } else { readRuns(part) }
  }

  /// Reads rows that the index has in the query's order.
  private mutating func readDirectly(_ part: OrderedScan.Part) {
    scan.index.forEach(in: part.ranks, isReversed: part.isBackward) { position in
      visit(position, part)
      return !isDone
    }
  }

  private mutating func readRuns(_ part: OrderedScan.Part) {
    var part = part
    while !isDone, let long = readShortRuns(part) {
      readDirectly(OrderedScan.Part(ranks: long, isBackward: scan.query.isReversed))
      part.ranks =
        part.isBackward ? part.ranks.lowerBound..<long.lowerBound : long.upperBound..<part.ranks.upperBound
    }
  }

  /// Reads runs and puts the rows of each in order.
  ///
  /// - Returns: The ranks of the first run that has more rows than are needed, which is not read; nil when there is
  ///   none.
  private mutating func readShortRuns(_ part: OrderedScan.Part) -> Range<Int>? {
    /// The start of the current run in `rows`, the number of its rows visited so far, and of those before it.
    var (start, length, passed) = (rows.count, 0, 0)
    var long: Int?
    scan.index.forEachRun(
      of: scan.order.columns, in: part.ranks, isReversed: part.isBackward, scan.table.rows
    ) { position, isSame in
      if !isSame {
        arrange(from: start)
        (start, length, passed) = (rows.count, 0, passed + length)
        if isDone { return false }
      }
      length += 1
      if scan.isWhole && length > limit - start {
        long = position
        return false
      }
      visit(position, part)
      return !isAbandoned
    }
    guard let long else {
      arrange(from: start)
      return nil
    }
    rows.removeSubrange(start...)
    visited -= length - 1
    return run(of: long, behind: passed, in: part)
  }

  /// Returns the ranks of the run of a position.
  ///
  /// - Parameter passed: The number of rows of the part that are read before the run.
  private func run(of position: Int, behind passed: Int, in part: OrderedScan.Part) -> Range<Int> {
    let equal = scan.order.ranks(like: scan.table.rows[position], in: scan.table.rows)
    // The run has a row at least, even if the order of a type contradicts itself.
    if part.isBackward {
      let end = part.ranks.upperBound - passed
      return min(max(equal.lowerBound, part.ranks.lowerBound), end - 1)..<end
    }
    let start = part.ranks.lowerBound + passed
    return start..<max(min(equal.upperBound, part.ranks.upperBound), start + 1)
  }

  /// Puts the rows of a run in order.
  private mutating func arrange(from start: Int) {
    if rows.count - start < 2 { return }
    if scan.isWhole {
      rows[start...].reverse()
    } else if rest.order.contains(where: { $0.hasCode || $0.isRank }) {
      let run = rows[start...].sorted { $0.position < $1.position }
      rows.replaceSubrange(start..., with: Execution.sorted(run, by: rest))
    } else {
      // Most runs are so short that reading the values of columns before comparing them would cost more.
      rows[start...].sort(by: precedes)
    }
  }

  private mutating func visit(_ position: Int, _ part: OrderedScan.Part) {
    visited += 1
    if isAbandoned { return }
    let row = scan.table.rows[position]
    if !scan.tests.isEmpty, !row.passes(scan.kernel) { return }
    if part.isAtStart, let isBehind, !isBehind(row, position) { return }
    rows.append(PlacedRow(row: row, position: position))
  }
}
