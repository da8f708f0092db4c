import MotionModel

/// A row that left the held rows of a live result, and the row of the same record that came in its place.
struct RowTransition: Sendable {
  var old: LiveRow?
  var new: LiveRow?

  /// A row of the record; nil when nothing is left of the touch.
  var row: LiveRow? { old ?? new }
}

extension RowTransition {
  /// Returns one touch for each record: from the row before its first touch to the row after its last.
  ///
  /// - Complexity: O(*k*) in the number of touches.
  static func composed(_ touches: ArraySlice<RowTransition>, _ query: LiveQuery) -> [RowTransition] {
    if touches.count == 1 { return Array(touches) }
    var composed: [RowTransition] = []
    composed.reserveCapacity(touches.count)
    var known: [UInt64: [Int]] = [:]
    for touch in touches {
      guard let row = touch.row else { continue }
      let hash = query.idHash(row)
      let index = known[hash]?.first { composed[$0].row.map { query.hasSameID($0, row) } ?? false }
      if let index {
        composed[index].new = touch.new
      } else {
        known[hash, default: []].append(composed.count)
        composed.append(touch)
      }
    }
    return composed.filter { $0.row != nil }
  }

  /// Returns one touch for each record of two lists, for lists of which not even the order of unchanged rows is the
  /// same.
  ///
  /// - Complexity: O(*n*) in the number of rows.
  static func all(_ before: LiveRows, _ after: LiveRows, _ query: LiveQuery) -> [RowTransition] {
    let old = before[0..<before.count].map { RowTransition(old: $0, new: nil) }
    return composed((old + after[0..<after.count].map { RowTransition(old: nil, new: $0) })[...], query)
  }

  /// Returns one touch for each record whose row differs in two lists.
  ///
  /// - Complexity: O(*n*) in the number of rows.
  static func between(_ before: LiveRows, _ after: LiveRows, _ query: LiveQuery) -> [RowTransition] {
    let (old, new) = (before[0..<before.count], after[0..<after.count])
    let kept = Set(old.lazy.map(ObjectIdentifier.init)).intersection(new.lazy.map(ObjectIdentifier.init))
    let gone = old.lazy.filter { !kept.contains(ObjectIdentifier($0)) }.map { RowTransition(old: $0, new: nil) }
    let come = new.lazy.filter { !kept.contains(ObjectIdentifier($0)) }.map { RowTransition(old: nil, new: $0) }
    return composed((Array(gone) + Array(come))[...], query)
  }
}
