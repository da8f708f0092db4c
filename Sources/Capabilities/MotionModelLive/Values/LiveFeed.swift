import MotionModel

/// The rows of a finder's answer, as they come and go.
///
/// No rows are held if a row alone determines whether it is in the answer. Otherwise, as for a limit or for a condition
/// on related records, a ``LiveWindow`` holds them.
struct LiveFeed: Sendable {
  let query: LiveQuery
  private var window: LiveWindow?

  init(_ query: LiveQuery) {
    self.query = query
    window = query.judgesRowsAlone ? nil : LiveWindow(query)
  }

  /// Reads the rows from tables.
  mutating func read(in tables: LiveTables, _ body: (LiveReference) -> Void) {
    window?.read(in: tables)
    if let window { return window.version.slice.forEach { body($0.reference) } }
    query.forEachRow(in: tables, body)
  }

  /// Takes the changes of a commit.
  ///
  /// - Parameter body: Receives each row that left the answer, and the one that came in its place.
  /// - Returns: False if the rows must be read again.
  mutating func take(_ parts: [LivePart], of commit: LiveCommit, _ body: (LiveEntry) -> Void) -> Bool {
    if window != nil { return takeInWindow(parts, of: commit, body) }
    for part in parts {
      part.forEach { change in
        let old = change.old.flatMap { query.matches($0) ? $0 : nil }
        let new = change.new.flatMap { query.matches($0) ? $0 : nil }
        if old != nil || new != nil { body(LiveEntry(old: old, new: new)) }
      }
    }
    return true
  }

  private mutating func takeInWindow(_ parts: [LivePart], of commit: LiveCommit, _ body: (LiveEntry) -> Void) -> Bool {
    guard let before = window?.version, let touches = window?.follow(parts, of: commit), let after = window?.version
    else { return false }
    let difference = LiveDifference(from: before, to: after, touches, query)
    let (old, new) = (before.slice, after.slice)
    withExtendedLifetime((old, new)) {
      for index in difference.deletions { body(LiveEntry(old: old[index].reference, new: nil)) }
      for index in difference.insertions { body(LiveEntry(old: nil, new: new[index].reference)) }
      for update in difference.updates {
        body(LiveEntry(old: old[update.old].reference, new: new[update.new].reference))
      }
    }
    return true
  }
}

extension LiveWindow {
  /// The rows as they are now, of no commit.
  var version: LiveVersion { LiveVersion(rows: rows, shown: shown) }

  /// Takes the changes of a commit.
  ///
  /// - Returns: The rows that left the held ones or joined them; nil if the rows had to be read again.
  mutating func follow(_ parts: [LivePart], of commit: LiveCommit) -> [RowTransition]? {
    var touches: [RowTransition] = []
    if take(parts, of: commit, &touches) { return touches }
    read(in: commit.tables)
    return nil
  }
}

extension LiveSlice {
  subscript(index: Int) -> LiveRow { rows[range.lowerBound + index] }
}
