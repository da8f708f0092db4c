import MotionModel

extension LiveChange {
  /// The change as a difference of the standard library: the records of ``before`` with it applied are those of
  /// ``after``.
  ///
  /// ```swift
  /// rows = rows.applying(change.difference) ?? Array(change.after)
  /// // removals from the last to the first, then insertions from the first to the last:
  /// for step in change.difference { … }
  /// ```
  ///
  /// A moved record, and one whose columns changed, is removed and inserted; both steps name each other in
  /// `associatedWith`. Steps that come in their order can be applied one by one.
  ///
  /// - Complexity: O(*k* log *n*) in the number of changes and of records.
  public var difference: CollectionDifference<Record> {
    let stayed = Set(moves).union(updates.map { LiveMove(old: $0.old, new: $0.new) })
    let steps: [CollectionDifference<Record>.Change] =
      deletions.map { .remove(offset: $0, element: before[$0], associatedWith: nil) }
      + insertions.map { .insert(offset: $0, element: after[$0], associatedWith: nil) }
      + stayed.flatMap { places in
        [
          .remove(offset: places.old, element: before[places.old], associatedWith: places.new),
          .insert(offset: places.new, element: after[places.new], associatedWith: places.old),
        ]
      }
    guard let difference = CollectionDifference(steps) else { fatalError("A change names a place twice: \(self).") }
    return difference
  }
}
