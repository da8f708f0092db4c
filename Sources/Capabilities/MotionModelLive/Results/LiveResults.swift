public import Dispatch
public import MotionModel

/// The records of a finder, kept true by each commit.
///
/// ```swift
/// let urgent = Todo.where(\.priority > 2).order(by: \.dueDate).limit(20).live()
/// urgent.count                       // as the finder's, without a query
/// for todo in urgent { … }           // one consistent moment, whatever is written meanwhile
/// let observation = urgent.onChange { change in print(change) }
/// for await change in urgent.changes { … }
/// ```
///
/// It keeps to all parts of its finder: conditions, order, distinct columns, offset and limit. Records come when they
/// begin to meet the conditions, go when they cease to meet them, and move when their sort keys change; a window is
/// refilled. It shows committed records only: not the writes of an open transaction. The live result of a snapshot
/// never changes; that of a branch's store shows the branch.
///
/// By default it changes with each commit, on any thread: then `elements` is one consistent moment. A result of
/// `live(on: queue)` changes only on the queue, directly before its handlers are called, so that code on the queue sees
/// no change within its turn.
///
/// In a block of `Store.silenced(_:)`, the live result is maintained and no change is notified: the block's changes are
/// part of the next one. A `coalesced` block is one change at its end.
///
/// It holds copies of the records that it shows, and of a few behind the end of its window. When it is released, it
/// ends.
///
/// It is a ``LiveValue`` that is a collection of its records, by which they are written, too.
public typealias LiveResults<Record: Model> = LiveValue<LiveElements<Record>, LiveChange<Record>>

/// Shows the rows of a list as records.
struct LiveRecordListing<Record: Model>: LiveListing {
  let finder: Finder<Record>
  let query: LiveQuery

  func value(of version: LiveVersion) -> LiveElements<Record> { LiveElements(version) }

  func change(
    from before: LiveVersion, to after: LiveVersion, _ difference: LiveDifference, _ span: CommitSpan
  ) -> LiveChange<Record>? {
    LiveChange(from: before, to: after, difference, span)
  }
}

extension LiveValue {
  convenience init<Listing: LiveListing>(_ listing: Listing) where Value == Listing.Value, Change == Listing.Change {
    self.init(LiveFoldSource(LiveListFold(listing), in: listing.finder.store), in: listing.finder.store)
  }

  /// Returns what makes a list of the rows.
  func listing<Listing: LiveListing>(_ type: Listing.Type) -> Listing
  where Value == Listing.Value, Change == Listing.Change {
    guard let source = source as? LiveFoldSource<LiveListFold<Listing>> else {
      preconditionFailure("a list of another source")
    }
    return source.recipe
  }
}

extension FinderChain where Record.Adapter == ArrayAdapter {
  /// Returns the records of the finder as a result that is kept true by each commit of its store.
  ///
  /// ```swift
  /// let urgent = Todo.where(\.priority > 2).order(by: \.dueDate).limit(20).live()
  /// ```
  ///
  /// It shows the committed records; inside a transaction of the store, without its writes. Otherwise it waits for
  /// writers.
  ///
  /// - Complexity: That of the finder. Then O(log *n*) for each change that can concern it.
  public func live() -> LiveResults<Record> {
    let listing = LiveRecordListing(finder: finder, query: liveQuery)
    #if DEBUG
      if !listing.query.isRanked { LivePlan(obstacle: listing.query.obstacle).warn(of: Record.schema.modelName) }
    #endif
    return LiveValue(listing)
  }

  /// Returns the records of the finder as a result that is kept true, and that changes on a queue only.
  ///
  /// ```swift
  /// let urgent = Todo.where(\.priority > 2).live(on: .main)
  /// ```
  ///
  /// - Parameter queue: The queue. If it is concurrent, one change comes after the other all the same.
  public func live(on queue: DispatchQueue) -> LiveResults<Record> { live().shown(on: queue) }
}
