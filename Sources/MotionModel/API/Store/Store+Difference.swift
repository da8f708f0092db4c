extension Changeset {
  /// Returns the changes that turn the records of one store into those of another: of two snapshots, of a branch and
  /// its parent, or of any two stores.
  ///
  /// ```swift
  /// let before = store.snapshot()
  /// …
  /// print(Changeset.difference(from: before, to: store))   // => Todo: 2 inserted, 1 updated
  /// ```
  ///
  /// Applied to the first store, the changeset produces the records of the second one, in the same order, and the same
  /// next ids. Stores that have the same records in the same order do not differ, whatever was written to them.
  ///
  /// - Complexity: Memory that the stores share is skipped: O(*n* / 16,384 + *c*) for *n* positions of which *c* are in
  ///   chunks of 128 that differ. Stores that were filled independently share no memory.
  public static func difference(from first: Store, to second: Store) -> Changeset {
    first.read { first in second.read { difference(from: first, to: $0) } }
  }
}
