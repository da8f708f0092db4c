import MotionModel

/// The rows of a query with distinct columns, by their values in these columns. Of each group, the first row is shown.
struct LiveGroups: Sendable {
  private let query: LiveQuery
  private var groups: [LiveGroup: LiveRows] = [:]

  init(_ rows: [LiveRow], of query: LiveQuery) {
    self.query = query
    for (values, rows) in Dictionary(grouping: rows, by: { query.group(of: $0.reference) }) {
      groups[values] = LiveRows(sorted: rows)
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
  mutating func take(_ changes: [LiveEntry]) -> (gone: [LiveRow], come: [LiveRow])? {
    var heads: [LiveGroup: LiveRow?] = [:]
    for change in changes {
      guard let old = change.old, query.matches(old) else { continue }
      let values = query.group(of: old)
      if heads[values] == nil { heads[values] = .some(groups[values]?.first) }
      guard groups[values]?.remove(old, in: query.order) != nil else { return nil }
    }
    for change in changes {
      guard let new = change.new, query.matches(new) else { continue }
      let values = query.group(of: new)
      if heads[values] == nil { heads[values] = .some(groups[values]?.first) }
      groups[values, default: LiveRows()].insert(query.copy(new), in: query.order)
    }
    var (gone, come) = ([LiveRow](), [LiveRow]())
    for (values, head) in heads {
      let first = groups[values]?.first
      if first == nil { groups[values] = nil }
      if first === head { continue }
      if let head { gone.append(head) }
      if let first { come.append(first) }
    }
    return (gone, come)
  }
}
