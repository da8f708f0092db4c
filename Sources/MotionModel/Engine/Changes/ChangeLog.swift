/// The changes of a transaction in their order, which can be cut off at a mark.
///
/// Changes are composed lazily: those between two marks are one changeset, and the changesets of marks that are gone are joined a
/// smaller one into a larger one. So savepoints inside one another cost no more than what they change, however many they are.
struct ChangeLog: Sendable {
  /// The changes since the latest mark, or since changesets were joined last.
  var recent = Changeset()
  /// The changes before, in order.
  private var earlier: [Changeset] = []

  /// Adds changes that come after those that are there.
  mutating func append(_ changes: Changeset) { recent.append(changes) }

  /// Has the changes to the records of one model since a mark notified together.
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

  /// The changes since a mark, as one changeset.
  ///
  /// - Complexity: O(1) when no other mark was set since, else O(*k*) in the number of changes.
  func changes(since mark: Int) -> Changeset {
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

  /// Forgets all marks, and the changes of records that came to what they were.
  mutating func collapse() {
    if !earlier.isEmpty { recent = cut(to: 0) }
    recent.removeIdle()
  }

  /// Forgets all marks after an earlier one.
  mutating func forgetMarks(since mark: Int) {
    while earlier.count > mark, recent.count <= earlier[earlier.count - 1].count {
      // NB: The larger changeset leaves the list before it grows, so that nobody else holds it and it is not copied.
      var joined = Changeset()
      swap(&joined, &earlier[earlier.count - 1])
      earlier.removeLast()
      joined.append(recent)
      recent = joined
    }
  }
}
