extension Changeset {
  /// What has to be done to one store to make its records those of another: of two snapshots, of a branch and what it branched
  /// off, or of any two.
  ///
  /// ```swift
  /// let before = store.snapshot()
  /// …
  /// print(Changeset.difference(from: before, to: store))   // => Todo: 2 inserted, 1 updated
  /// ```
  ///
  /// Applied to the first store, it gives the records of the second, in their order, and its next ids. Stores that hold the same
  /// records in the same order do not differ, however they came by them.
  ///
  /// - Complexity: Memory that the stores share is skipped: O(*n* / 16,384 + *c*) for *n* positions of which *c* lie in chunks of
  ///   128 that differ. Stores that were filled apart from each other share nothing.
  public static func difference(from first: Store, to second: Store) -> Changeset {
    first.read { first in second.read { difference(from: first, to: $0) } }
  }
}
