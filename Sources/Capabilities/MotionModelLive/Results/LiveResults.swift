public import Dispatch
public import MotionModel
public import Observation
import Synchronization

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
/// By default it changes with each commit, on any thread: then ``elements`` is one consistent moment. A result of
/// `live(on: queue)` changes only on the queue, directly before its handlers are called, so that code on the queue sees
/// no change within its turn.
///
/// In a block of `Store.silenced(_:)`, the live result is maintained and no change is notified: the block's changes are
/// part of the next one. A `coalesced` block is one change at its end.
///
/// It holds copies of the records that it shows, and of a few behind the end of its window. When it is released, it
/// ends.
///
/// ## Topics
/// ### Reading
/// - ``elements``
/// - ``plan``
/// ### Changes
/// - ``onChange(on:perform:)``
/// - ``onChange(on:notify:)``
/// - ``onChange(isolatedTo:perform:)``
/// - ``onChange(notifyOnMain:)``
/// - ``changes``
/// ### Writing
/// - ``append(_:)``
/// - ``append(contentsOf:)``
/// - ``remove(at:)``
/// - ``update(at:_:)``
public final class LiveResults<Record: Model>: Sendable, Observable {
  /// The finder whose records these are.
  public let finder: Finder<Record>
  let source: LiveSource
  private let observers = AtomicLazyReference<LiveObservers>()
  /// The version that is shown on a queue, and its readers; nil for a result that changes with each commit.
  private let screen: LiveScreen<LiveVersion, LiveDelta>?

  init(_ finder: Finder<Record>, on queue: DispatchQueue? = nil) {
    self.finder = finder
    source = LiveSource(finder.liveQuery)
    source.open(in: finder.store)
    screen = queue.map { LiveScreen($0) }
    #if DEBUG
      if !source.query.isRanked { plan.warn(of: Record.schema.modelName) }
    #endif
    guard let screen else { return }
    screen.begin { [weak self] change in
      guard let self else { return change() }
      observers.made.change(self, change)
    } _: {
      $1 = $0.after
    } _: { mode in
      let (version, place) = source.version(in: finder.store)
      return (version, source.follow(mode, from: version, place, in: finder.store))
    }
  }

  deinit {
    screen?.end()
    observers.load()?.close()
    finder.store.close(source)
  }

  // MARK: - Reading

  /// The records at this moment.
  public var elements: LiveElements<Record> {
    if let screen {
      observers.made.access(self, \.elements)
      return LiveElements(screen.shown)
    }
    observers.made.access(self, \.elements) { [source, store = finder.store] changed in
      source.watch(changed, in: store)
    }
    return LiveElements(source.version(in: finder.store).0)
  }

  /// Whether the result changes on the main queue only.
  var isOnMain: Bool { screen?.isMain == true }

  /// How the result is kept true.
  public var plan: LivePlan { LivePlan(obstacle: source.query.obstacle) }

  // MARK: - Changes

  /// Calls a handler with each change from now on.
  ///
  /// Without a queue, it is called on the committing thread, before the call that wrote returns; for a result that is
  /// shown on a queue, it is called on that queue. A handler is called by one thread at a time. Changes before or
  /// during a call are delivered as one change.
  ///
  /// The handler may read, write, cancel its observation, and release the live result; no lock is held during the call.
  ///
  /// - Parameters:
  ///   - queue: The queue on which the handler is called.
  ///   - handler: Receives each change.
  /// - Returns: The observation, which ends when it is cancelled or released.
  public func onChange(
    on queue: DispatchQueue? = nil, perform handler: @escaping @Sendable (LiveChange<Record>) -> Void
  ) -> LiveObservation {
    if queue == nil, let screen {
      let number = screen.add { delta in handler(LiveChange(delta)) }
      return LiveObservation { [self] in withExtendedLifetime(self) { screen.remove(number) } }
    }
    let (version, place) = source.version(in: finder.store)
    let following = source.follow(
      .handler(on: queue) { handler(LiveChange($0)) }, from: version, place, in: finder.store)
    return LiveObservation { [self] in withExtendedLifetime(self) { following.end() } }
  }

  /// The changes from now on.
  ///
  /// ```swift
  /// for await change in urgent.changes { show(change) }
  /// ```
  ///
  /// Each call returns a new sequence, which begins with the records as they are now; each loop over it has all changes
  /// from then on. A loop that is slow receives several changes as one, and memory stays bounded. A loop ends when its
  /// task is cancelled. The sequence keeps the live result.
  public var changes: LiveChanges<Record> {
    let (version, place) = source.version(in: finder.store)
    return LiveChanges(self, version, place)
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
  public func live() -> LiveResults<Record> { LiveResults(finder) }

  /// Returns the records of the finder as a result that is kept true, and that changes on a queue only.
  ///
  /// ```swift
  /// let urgent = Todo.where(\.priority > 2).live(on: .main)
  /// ```
  ///
  /// - Parameter queue: The queue. If it is concurrent, one change comes after the other all the same.
  public func live(on queue: DispatchQueue) -> LiveResults<Record> { LiveResults(finder, on: queue) }
}
