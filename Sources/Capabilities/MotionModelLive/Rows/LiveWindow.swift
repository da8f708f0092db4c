import MotionModel

/// The rows of a query's answer from the first one up to the end of its window, and a few spare ones behind it.
///
/// A window without an end holds the whole answer. It never holds tables.
struct LiveWindow: Sendable {
  private let query: LiveQuery
  /// The first rows of the answer, in order.
  private(set) var rows = LiveRows()
  /// Whether these are all rows of the answer.
  private var isComplete = true
  /// The rows that are equal in the distinct columns; nil when the query has none.
  private var groups: LiveGroups?
  /// The held rows by their positions, for an order by values that cannot be read from a row as it was before a commit.
  private var places: [Int: LiveRow] = [:]

  /// Creates a window of no rows.
  init(_ query: LiveQuery) { self.query = query }

  /// Which of the rows are shown.
  var shown: Range<Int> {
    if query.obstacle != nil { return 0..<rows.count }
    let end = min(query.end ?? .max, rows.count)
    return min(query.offset, end)..<end
  }

  /// The index behind the last shown row, and how many spare rows are held behind it, so that the window need not be
  /// refilled for each row that leaves. Nil for a window without an end, or with an end behind any table.
  private var bounds: (end: Int, spare: Int)? {
    query.end.flatMap { $0 < .max / 4 ? ($0, max(16, min($0, 256))) : nil }
  }

  // MARK: - Reading

  /// Reads the rows from tables.
  mutating func read(in tables: LiveTables) {
    if query.isEmpty { return }
    let limit = query.isDistinct ? nil : bounds.map { $0.end + $0.spare }
    let read = query.rows(limit: limit, in: tables)
    isComplete = limit.map { read.count < $0 } ?? true
    groups = query.isDistinct ? LiveGroups(read, of: query) : nil
    replace(groups?.heads ?? read)
  }

  /// Replaces the rows by others, which are given in order.
  mutating func replace(_ sorted: [LiveRow]) {
    rows.replace(sorted)
    if query.order.isComputed { places = Dictionary(uniqueKeysWithValues: sorted.map { ($0.place, $0) }) }
  }

  // MARK: - Taking changes

  /// Takes the changes of a commit.
  ///
  /// - Parameter touches: Receives each row that leaves the held ones or joins them.
  /// - Returns: False if the rows must be read again, because a row was not found, as the order of a type contradicts
  ///   itself, or because the end of the window is no longer known.
  mutating func take(_ parts: [LivePart], of commit: LiveCommit, _ touches: inout [RowTransition]) -> Bool {
    if query.isEmpty { return true }
    var changes = query.ownChanges(parts)
    let affected = query.dependsOnOthers ? query.affectedRows(parts, in: commit.tables) : []
    if changes.isEmpty && affected.isEmpty { return true }
    commit.examined += affected.count
    let matcher = query.matcher(in: commit.tables)
    for row in affected { if let change = change(of: row, matcher) { changes.append(change) } }
    if groups != nil { return takeDistinct(changes, matcher, &touches) }
    // The rows up to the last one are known, even if that row itself is removed.
    let last = isComplete ? nil : rows.last
    var touched: [RowTransition] = []
    touched.reserveCapacity(changes.count)
    for change in changes {
      let old = change.old.flatMap { remove($0, before: last, matcher) }
      if old == nil, let lost = change.old, mustHold(lost, matcher) { return false }
      touched.append(RowTransition(old: old, new: nil))
    }
    for (index, change) in changes.enumerated() {
      if let new = change.new { touched[index].new = insert(new, before: last, matcher) }
    }
    touches += touched.lazy.filter { $0.row != nil }
    return fit(commit, &touches)
  }

  /// Returns the change of a row that was not written, and that other tables may have changed; nil when it is as it
  /// was.
  private func change(of row: LiveReference, _ matcher: LiveMatcher) -> LiveEntry? {
    let held =
      groups.map { $0.rows[row.place] }
      ?? (query.order.isComputed ? places[row.place] : rows.find(row, in: query.order))
    let isMet = matcher.matches(row)
    guard let held else { return isMet ? LiveEntry(old: nil, new: row) : nil }
    if !isMet { return LiveEntry(old: row, new: nil) }
    if !query.order.isComputed { return nil }
    let copy = matcher.copy(row)
    let (old, new) = (held.reference, copy.reference)
    let isSame = !query.order.precedes(old, new) && !query.order.precedes(new, old)
    withExtendedLifetime(copy) {}
    return isSame ? nil : LiveEntry(old: row, new: row)
  }

  /// Removes a row if it is held, as it was before the commit.
  private mutating func remove(_ row: LiveReference, before last: LiveRow?, _ matcher: LiveMatcher) -> LiveRow? {
    if query.order.isComputed {
      return places.removeValue(forKey: row.place).flatMap { rows.remove($0.reference, in: query.order) }
    }
    // Most rows that are not held are recognised by one comparison, or by the conditions, without a search.
    if let last { return query.order.precedes(last.reference, row) ? nil : rows.remove(row, in: query.order) }
    if query.dependsOnOthers { return rows.remove(row, in: query.order) }
    return matcher.matches(row) ? rows.removeHeld(row, in: query.order) : nil
  }

  /// Returns whether a row as it was before must be held, so that the order contradicts itself if it was not found.
  private func mustHold(_ old: LiveReference, _ matcher: LiveMatcher) -> Bool {
    isComplete && !query.dependsOnOthers && matcher.matches(old)
  }

  /// Inserts a copy of a row if it meets the conditions and is not behind the last row that is known.
  private mutating func insert(_ row: LiveReference, before last: LiveRow?, _ matcher: LiveMatcher) -> LiveRow? {
    guard matcher.matches(row) else { return nil }
    if let last, !query.order.isComputed, !query.order.precedes(row, last.reference) { return nil }
    let copy = matcher.copy(row)
    if let last, query.order.isComputed, !query.order.precedes(copy.reference, last.reference) { return nil }
    insert(copy)
    return copy
  }

  private mutating func insert(_ row: LiveRow) {
    rows.insert(row, in: query.order)
    if query.order.isComputed { places[row.place] = row }
  }

  private mutating func takeDistinct(
    _ changes: [LiveEntry], _ matcher: LiveMatcher, _ touches: inout [RowTransition]
  ) -> Bool {
    guard let (gone, come) = groups?.take(changes, matcher) else { return false }
    for row in gone {
      guard let old = rows.remove(row.reference, in: query.order) else { return false }
      touches.append(RowTransition(old: old, new: nil))
    }
    for row in come {
      rows.insert(row, in: query.order)
      touches.append(RowTransition(old: nil, new: row))
    }
    return true
  }

  // MARK: - Size

  /// Drops rows if there are too many, and refills the window if there are too few.
  private mutating func fit(_ commit: LiveCommit, _ touches: inout [RowTransition]) -> Bool {
    guard let (end, spare) = bounds else { return true }
    if rows.count > end + 2 * spare {
      drop(from: end + spare, &touches)
    } else if !isComplete && rows.count < end {
      guard let last = rows.last else { return false }
      let wanted = end + spare - rows.count
      let read = query.rows(behind: last, limit: wanted, in: commit.tables)
      if let first = read.first, !query.order.precedes(last.reference, first.reference) { return false }
      for row in read {
        insert(row)
        touches.append(RowTransition(old: nil, new: row))
      }
      isComplete = read.count < wanted
    }
    return true
  }

  private mutating func drop(from count: Int, _ touches: inout [RowTransition]) {
    for row in rows[count..<rows.count] {
      touches.append(RowTransition(old: row, new: nil))
      if query.order.isComputed { places[row.place] = nil }
    }
    rows.removeLast(rows.count - count, in: query.order)
    isComplete = false
  }
}
