public import MotionModel

/// A number or value that is computed from the records of a finder, kept true by each commit: the count, a sum, a mean,
/// an extreme.
///
/// ```swift
/// let bytes = Track.where(\.genreID == 1).live(.sum(\.bytes))
/// bytes.value
/// let observation = bytes.onChange { change in print(change.before, change.after) }
/// ```
///
/// It has the value of the finder's `aggregate(_:_:)` except that sums and means of `Double` and `Float` are exact: of
/// all numbers that are there, rounded once at the end, whatever came and went before. Those of the finder are rounded
/// at each addition, so the last digits may differ. A sum of `Decimal` is exact up to 38 digits. Reading a sum of
/// integers that their type cannot hold traps, as with the finder; the commit that makes it does not trap. Such a sum
/// is not notified: the next change begins with the last sum that the type could hold.
///
/// See ``LiveValue``.
public typealias LiveAggregate<Result: Sendable> = LiveValue<Result, LiveValueUpdate<Result>>

/// The state of an aggregate. It is changed only by the fold that it belongs to, under the lock of its source.
final class LiveAccumulator<Result: Sendable>: @unchecked Sendable {
  private let state: ReversibleAggregate<Result>.State
  /// How many rows there are.
  private(set) var count = 0

  init(_ aggregate: ReversibleAggregate<Result>) { state = aggregate.start() }

  /// Returns the result, unless its type cannot hold it.
  func result() throws(SumOverflow) -> Result { try state.result() }

  func add(_ row: Row) {
    count += 1
    state.add(row)
  }

  func remove(_ row: Row) {
    count -= 1
    state.remove(row)
  }
}

struct LiveAggregateFold<Result: Sendable>: LiveFold {
  private let aggregate: ReversibleAggregate<Result>
  private var feed: LiveFeed
  private var tally: LiveAccumulator<Result>
  /// The last result that its type could hold, which readers have received.
  private(set) var shown: Result
  /// Why the present result is not shown.
  private var overflow: SumOverflow?
  /// Whether rows came or went since it was computed.
  private var isBehind = false

  init(_ query: LiveQuery, _ aggregate: ReversibleAggregate<Result>) {
    (self.aggregate, feed, tally) = (aggregate, LiveFeed(query), LiveAccumulator(aggregate))
    do throws(SumOverflow) { shown = try tally.result() } catch { fatalError(error.sentence) }
  }

  /// NB: An overflow traps here, in the reader, and not in the commit that caused it.
  var value: Result {
    if let overflow { fatalError(overflow.sentence) }
    return shown
  }

  private mutating func show(_ tally: LiveAccumulator<Result>) {
    isBehind = false
    do throws(SumOverflow) { (shown, overflow) = (try tally.result(), nil) } catch { overflow = error }
  }

  var obstacle: String? { feed.query.obstacle ?? aggregate.obstacle }
  var interests: LiveInterests { obstacle == nil ? feed.query.interests : .any }

  mutating func read(in tables: LiveTables) {
    let tally = LiveAccumulator(aggregate)
    feed.read(in: tables) { tally.add($0.row) }
    self.tally = tally
    show(tally)
  }

  mutating func take(_ parts: [LivePart], of commit: LiveCommit, isFollowed: Bool) -> LiveStep<Result>? {
    let tally = tally
    let isTaken = feed.take(parts, of: commit) { change in
      isBehind = true
      if let old = change.old { tally.remove(old.row) }
      if let new = change.new { tally.add(new.row) }
    }
    if isTaken && (!isFollowed || !isBehind) { return nil }
    let old = shown
    if isTaken { settle() } else { read(in: commit.tables) }
    return aggregate.isSame(old, shown) ? nil : LiveStep(old, shown)
  }

  mutating func settle() { if isBehind { show(tally) } }

  func again(in store: Store) -> (fold: Self, commit: Int) {
    var fold = self
    let tally = LiveAccumulator(aggregate)
    let commit = feed.query.forEachRow(of: store) { tally.add($0.row) }
    fold.tally = tally
    fold.show(tally)
    return (fold, commit)
  }

  func difference(from old: Self) -> LiveStep<Result>? {
    aggregate.isSame(old.shown, shown) ? nil : LiveStep(old.shown, shown)
  }

  func composed(_ first: LiveStep<Result>, _ second: LiveStep<Result>) -> LiveStep<Result>? {
    aggregate.isSame(first.old, second.new) ? nil : LiveStep(first.old, second.new)
  }

  static func change(_ delta: LiveStep<Result>, _ span: CommitSpan, by _: Void) -> LiveValueUpdate<Result>? {
    LiveValueUpdate(delta.old, delta.new, span)
  }
}

extension FinderChain where Record.Adapter == ArrayAdapter {
  /// Returns an aggregate of the finder's records that is kept true by each commit of its store.
  ///
  /// ```swift
  /// let open = Todo.where(\.done == false).live(.count)
  /// ```
  ///
  /// It shows the committed records; inside a transaction of the store, without its writes. Otherwise it waits for
  /// writers.
  ///
  /// - Complexity: That of the finder. Then O(1) for each change that can concern it; O(log *n*) for extremes, and for
  ///   finders with a limit, an offset, distinct columns or conditions on related records.
  public func live<Result: Sendable>(_ aggregate: Aggregate<Record, Result>) -> LiveAggregate<Result> {
    let fold = LiveAggregateFold(aggregate.source(finder).liveQuery, aggregate.reversible())
    return LiveValue(LiveFoldSource(fold, in: finder.store), in: finder.store)
  }

  /// Returns several aggregates of the finder's records that are kept true together.
  ///
  /// ```swift
  /// let numbers = Todo.live(.count, .maximum(\.priority))
  /// let (count, highest) = numbers.value
  /// ```
  public func live<First: Sendable, Second: Sendable, each Other: Sendable>(
    _ first: Aggregate<Record, First>, _ second: Aggregate<Record, Second>,
    _ others: repeat Aggregate<Record, each Other>
  ) -> LiveAggregate<(First, Second, repeat each Other)> {
    live(Aggregate<Record, (First, Second, repeat each Other)>(first, second, repeat each others))
  }
}

extension Model where Adapter == ArrayAdapter {
  /// Returns an aggregate of all records that is kept true by each commit; see `live(_:)` of a finder.
  public static func live<Result: Sendable>(_ aggregate: Aggregate<Self, Result>) -> LiveAggregate<Result> {
    records.live(aggregate)
  }

  /// Returns several aggregates of all records that are kept true together; see `live(_:_:_:)` of a finder.
  public static func live<First: Sendable, Second: Sendable, each Other: Sendable>(
    _ first: Aggregate<Self, First>, _ second: Aggregate<Self, Second>, _ others: repeat Aggregate<Self, each Other>
  ) -> LiveAggregate<(First, Second, repeat each Other)> {
    records.live(first, second, repeat each others)
  }
}
