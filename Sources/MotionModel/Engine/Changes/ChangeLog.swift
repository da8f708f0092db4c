/// The changes of a transaction in order, which can be cut off at a mark.
///
/// Changes are composed lazily: the changes between two marks are one changeset. When marks are forgotten, their
/// changesets are joined, always a smaller one into a larger one. So nested savepoints cost no more than their
/// changes, however many they are.
struct ChangeLog: Sendable {
  /// The changes since the latest mark, or since changesets were last joined.
  var recent = Changeset()
  /// The changesets before the recent one, in order.
  private var earlier: [Changeset] = []

  /// Appends later changes.
  mutating func append(_ changes: Changeset) { recent.append(changes) }

  /// Marks the changes to one model since a mark as a bulk change, so that they are notified together.
  mutating func markBulk(_ layout: TableLayout, since mark: Int) {
    recent.markBulk(layout)
    for index in earlier.indices.dropFirst(mark) { earlier[index].markBulk(layout) }
  }

  /// Marks the end of the changes so far.
  ///
  /// - Returns: The mark; 0 marks the beginning.
  mutating func mark() -> Int {
    if recent.hasEffect {
      earlier.append(Changeset())
      swap(&earlier[earlier.count - 1], &recent)
    }
    return earlier.count
  }

  /// Returns the changes since a mark, as one changeset.
  ///
  /// - Complexity: O(1) when no other mark was set since, else O(*k*) in the number of changes.
  func changes(since mark: Int) -> Changeset {
    if earlier.count == mark { return recent }
    var copy = self
    return copy.cut(to: mark)
  }

  /// Removes the changes since a mark.
  ///
  /// - Returns: The changes, as one changeset.
  mutating func cut(to mark: Int) -> Changeset {
    var changes = Changeset()
    if earlier.count == mark {
      swap(&changes, &recent)
      return changes
    }
    swap(&changes, &earlier[mark])
    for index in earlier.indices.dropFirst(mark + 1) { changes.append(earlier[index]) }
    changes.append(recent)
    earlier.removeSubrange(mark...)
    recent = Changeset()
    return changes
  }

  /// Forgets all marks, and removes the changes of records that end as they began.
  mutating func collapse() {
    if !earlier.isEmpty { recent = cut(to: 0) }
    recent.removeUnchanged()
  }

  /// Forgets all marks after an earlier one.
  mutating func forgetMarks(since mark: Int) {
    while earlier.count > mark, recent.count <= earlier[earlier.count - 1].count {
      // NB: The larger changeset is taken out of the list before it grows. So it is uniquely referenced and not copied.
      var joined = Changeset()
      swap(&joined, &earlier[earlier.count - 1])
      earlier.removeLast()
      joined.append(recent)
      recent = joined
    }
  }
}
