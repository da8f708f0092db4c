import MotionModel

/// The rows of a query's answer from the first one up to the end of its window, and a few spare ones behind it.
///
/// A window without an end holds the whole answer. It never holds tables.
struct LiveWindow: Sendable {
  private let query: LiveQuery
  /// The first rows of the answer, in order.
  private(set) var rows = LiveRows()
  /// Whether these are all rows of the answer.
  private(set) var isComplete = true
  /// The rows that are equal in the distinct columns; nil when the query has none.
  private var groups: LiveGroups?

  /// How many rows behind the end of the window are held, so that it need not be refilled for each row that leaves.
  private static func spare(_ end: Int) -> Int { max(16, min(end, 256)) }

  /// Creates a window of no rows.
  init(_ query: LiveQuery) { self.query = query }

  /// Which of the rows are shown.
  var shown: Range<Int> {
    if query.obstacle != nil { return 0..<rows.count }
    let end = min(query.end ?? .max, rows.count)
    return min(query.offset, end)..<end
  }

  /// Reads the rows from tables.
  mutating func read(in tables: LiveTables) {
    if query.isEmpty { return }
    if query.isDistinct {
      let groups = LiveGroups(query.rows(limit: nil, in: tables), of: query)
      (rows, self.groups) = (LiveRows(sorted: groups.heads), groups)
    } else {
      let limit = query.end.map { $0 &+ Self.spare($0) }.flatMap { $0 < 0 ? nil : $0 }
      let read = query.rows(limit: limit, in: tables)
      (rows, isComplete) = (LiveRows(sorted: read), limit.map { read.count < $0 } ?? true)
    }
  }

  /// Replaces the rows by others, which are given in order.
  mutating func replace(_ sorted: [LiveRow]) { rows = LiveRows(sorted: sorted) }

  /// Takes changed rows.
  ///
  /// - Parameter touches: Receives each row that leaves the held ones or joins them.
  /// - Returns: False if a row was not found again, because the order of a type contradicts itself. The rows are then
  ///   to be read anew.
  mutating func take(_ changes: [LiveEntry], _ tables: @autoclosure () -> LiveTables, _ touches: inout [LiveTouch])
    -> Bool
  {
    if query.isEmpty { return true }
    if groups != nil { return takeDistinct(changes, &touches) }
    // The rows up to the last one are known, even if that row itself is removed.
    let last = isComplete ? nil : rows.last
    let first = touches.count
    for change in changes {
      let old = change.old.flatMap { rows.remove($0, in: query.order) }
      if old == nil, let expected = change.old, isComplete, query.matches(expected) { return false }
      touches.append(LiveTouch(old: old, new: nil))
    }
    for (index, change) in changes.enumerated() {
      guard let new = change.new, last.map({ query.order.precedes(new, $0.reference) }) ?? true, query.matches(new)
      else { continue }
      touches[first + index].new = insert(query.copy(new))
    }
    if touches[first...].contains(where: { $0.row == nil }) {
      touches.replaceSubrange(first..., with: touches[first...].filter { $0.row != nil })
    }
    fit(behind: last, tables, &touches)
    return true
  }

  private mutating func insert(_ row: LiveRow) -> LiveRow {
    rows.insert(row, in: query.order)
    return row
  }

  private mutating func takeDistinct(_ changes: [LiveEntry], _ touches: inout [LiveTouch]) -> Bool {
    guard let (gone, come) = groups?.take(changes) else { return false }
    for row in gone {
      guard let old = rows.remove(row.reference, in: query.order) else { return false }
      touches.append(LiveTouch(old: old, new: nil))
    }
    for row in come { touches.append(LiveTouch(old: nil, new: insert(row))) }
    return true
  }

  /// Lets go of rows if there are too many, and refills the window if there are too few.
  private mutating func fit(behind last: LiveRow?, _ tables: () -> LiveTables, _ touches: inout [LiveTouch]) {
    guard let end = query.end else { return }
    let spare = Self.spare(end)
    if rows.count > end &+ 2 &* spare && end < .max / 2 {
      let kept = end + spare
      for row in rows[kept..<rows.count] { touches.append(LiveTouch(old: row, new: nil)) }
      rows.removeLast(rows.count - kept, in: query.order)
      isComplete = false
    } else if !isComplete && rows.count < end {
      let wanted = end + spare - rows.count
      let read = query.rows(behind: rows.last ?? last, limit: wanted, in: tables())
      for row in read { touches.append(LiveTouch(old: nil, new: insert(row))) }
      isComplete = read.count < wanted
    }
  }
}
