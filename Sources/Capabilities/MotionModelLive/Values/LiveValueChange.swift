public import MotionModel

/// What changed in a live value: each kind of live value has its own.
///
/// ```swift
/// var counts = byStatus.value
/// let observation = byStatus.onChange { change in change.apply(to: &counts) }   // counts == byStatus.value
/// ```
///
/// That is the law of changes: applied to the value before, a change gives the value after it.
public protocol LiveValueChange<Value>: Sendable {
  /// The type of the live value.
  associatedtype Value: Sendable

  /// Makes the value after the change of the value before it.
  func apply(to value: inout Value)
}

/// What changed in a live value that is replaced as a whole: a ``LiveRecord``,
/// a ``LiveAggregate``, a ``LiveKey`` or ``LiveIncluded``.
public struct LiveValueUpdate<Value: Sendable>: LiveValueChange {
  /// The value before the change.
  public let before: Value
  /// The value after the change.
  public let after: Value
  /// The commits that this change covers; the last one made it.
  public let commits: ClosedRange<Int>
  /// The metadata of that commit.
  public let metadata: Changeset.Metadata

  init(_ before: Value, _ after: Value, _ span: CommitSpan) {
    (self.before, self.after, commits, metadata) = (before, after, span.commits, span.metadata)
  }

  /// Assigns the value after the change.
  public func apply(to value: inout Value) { value = after }
}

extension LiveChange: LiveValueChange {
  /// Assigns the records after the change.
  public func apply(to value: inout LiveElements<Record>) { value = after }
}

extension LiveSectionsChange: LiveValueChange {
  /// Assigns the sections after the change.
  public func apply(to value: inout LiveSectionList<Key, Record>) { value = after }
}

extension LiveGroupsChange: LiveValueChange {
  /// Inserts, deletes and updates the results of groups.
  ///
  /// - Complexity: O(*k*) in the number of groups that changed.
  public func apply(to value: inout [Key: Result]) {
    for key in deletions.keys { value[key] = nil }
    for (key, result) in insertions { value[key] = result }
    for (key, results) in updates { value[key] = results.after }
  }
}
