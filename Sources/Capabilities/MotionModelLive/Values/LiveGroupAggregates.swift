public import MotionModel

/// An aggregate of each group of a finder's records, by the key of the group, kept true by each commit.
///
/// ```swift
/// let counts = Todo.group(by: \.status).live(.count)
/// counts.value[.open]
/// let observation = counts.onChange { change in
///   for (status, count) in change.insertions { … }   // groups of which there was no record
///   for (status, count) in change.deletions { … }    // groups of which there is no record any more
///   for (status, count) in change.updates { … }      // groups with another result: count.before, count.after
/// }
/// ```
///
/// It has the value of `GroupedFinder.aggregate(_:_:)`; of sums, see ``LiveAggregate``. Only groups that have records
/// are in it.
///
/// See ``LiveValue``.
public typealias LiveGroupAggregates<Key: Hashable & Sendable, Result: Sendable> =
  LiveValue<[Key: Result], LiveGroupsChange<Key, Result>>

/// What changed in ``LiveGroupAggregates``.
public struct LiveGroupsChange<Key: Hashable & Sendable, Result: Sendable>: Sendable {
  /// The groups that had no record before, with their results.
  public let insertions: [Key: Result]
  /// The groups that have no record any more, with their results before.
  public let deletions: [Key: Result]
  /// The groups whose results changed.
  public let updates: [Key: (before: Result, after: Result)]
  /// The commits that this change covers.
  public let commits: ClosedRange<Int>
  /// The metadata of that commit.
  public let metadata: Changeset.Metadata
}

extension GroupedFinder where Record.Adapter == ArrayAdapter {
  /// Returns an aggregate of each group that is kept true by each commit of the store.
  ///
  /// ```swift
  /// let counts = Todo.group(by: \.status).live(.count)
  /// ```
  ///
  /// It shows the committed records; inside a transaction of the store, without its writes. Otherwise it waits for
  /// writers.
  ///
  /// - Complexity: That of the finder. Then that of `live(_:)` of a finder. Groups by a closure, and groups that are
  ///   restricted by `having`, are computed again after each commit.
  public func live<Result: Sendable>(_ aggregate: Aggregate<Record, Result>) -> LiveGroupAggregates<Key, Result> {
    LiveValue(LiveFoldSource(LiveGroupsFold(self, aggregate), in: finder.store), in: finder.store)
  }

  /// Returns several aggregates of each group that are kept true together.
  public func live<First: Sendable, Second: Sendable, each Other: Sendable>(
    _ first: Aggregate<Record, First>, _ second: Aggregate<Record, Second>,
    _ others: repeat Aggregate<Record, each Other>
  ) -> LiveGroupAggregates<Key, (First, Second, repeat each Other)> {
    live(Aggregate<Record, (First, Second, repeat each Other)>(first, second, repeat each others))
  }
}
