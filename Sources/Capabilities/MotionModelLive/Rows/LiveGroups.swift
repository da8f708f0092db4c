import MotionModel

/// The rows of a query with distinct columns, by their values in these columns. Of each group, the first row is shown.
struct LiveGroups: Sendable {
  private let query: LiveQuery
  private var groups: [LiveGroup: LiveRows] = [:]
  /// All rows, by their positions.
  private(set) var rows: [Int: LiveRow]

  /// - Parameter rows: The rows that meet the query's conditions, in order.
  init(_ rows: [LiveRow], of query: LiveQuery) {
    self.query = query
    self.rows = Dictionary(uniqueKeysWithValues: rows.lazy.map { ($0.place, $0) })
    for (group, rows) in Dictionary(grouping: rows, by: { query.group(of: $0.reference) }) {
      groups[group] = LiveRows(sorted: rows)
    }
  }

  /// The first row of each group, in order.
  var heads: [LiveRow] {
    groups.values.compactMap(\.first).sorted { query.order.precedes($0.reference, $1.reference) }
  }

  /// Takes changed rows.
  ///
  /// - Returns: Each row that is not the first of its group any more, and each one that now is; nil when a row was not
  ///   found again.
  mutating func take(_ changes: [LiveEntry], _ matcher: LiveMatcher) -> (gone: [LiveRow], come: [LiveRow])? {
    var heads: [LiveGroup: LiveRow?] = [:]
    func note(_ group: LiveGroup) { if heads[group] == nil { heads[group] = .some(groups[group]?.first) } }
    for change in changes {
      guard let old = change.old, let row = rows.removeValue(forKey: old.place) else { continue }
      let group = query.group(of: row.reference)
      note(group)
      guard groups[group]?.remove(row.reference, in: query.order) != nil else { return nil }
    }
    for change in changes {
      guard let new = change.new, matcher.matches(new) else { continue }
      let (row, group) = (matcher.copy(new), query.group(of: new))
      note(group)
      rows[new.place] = row
      groups[group, default: LiveRows()].insert(row, in: query.order)
    }
    var (gone, come) = ([LiveRow](), [LiveRow]())
    for (group, head) in heads {
      let first = groups[group]?.first
      if first == nil { groups[group] = nil }
      if first === head { continue }
      if let head { gone.append(head) }
      if let first { come.append(first) }
    }
    return (gone, come)
  }
}
