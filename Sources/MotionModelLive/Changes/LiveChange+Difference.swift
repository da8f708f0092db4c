import MotionModel

extension LiveChange {
  /// The change as a difference of the standard library: `change.before.elements` with it applied are those of `after`.
  ///
  /// ```swift
  /// rows = rows.applying(change.difference)!
  /// for step in change.difference { … }   // removals from the last to the first, then insertions from the first to the last
  /// ```
  ///
  /// A moved record, and one whose columns changed, is removed and inserted; both steps name each other in `associatedWith`.
  /// Steps that come in their order can be applied one by one.
  ///
  /// - Complexity: O(*k* log *n*) in the number of changes and of records.
  public var difference: CollectionDifference<Record> {
    let others = Set(moves.map { [$0.old, $0.new] }).union(updates.map { [$0.old, $0.new] })
    let steps: [CollectionDifference<Record>.Change] =
      deletions.map { .remove(offset: $0, element: before[$0], associatedWith: nil) }
      + insertions.map { .insert(offset: $0, element: after[$0], associatedWith: nil) }
      + others.flatMap { places in
        [
          .remove(offset: places[0], element: before[places[0]], associatedWith: places[1]),
          .insert(offset: places[1], element: after[places[1]], associatedWith: places[0]),
        ]
      }
    guard let difference = CollectionDifference(steps) else { fatalError("A change names a place twice: \(self).") }
    return difference
  }
}
