public import Dispatch
public import MotionModel
public import Observation
import Synchronization

/// A value that is kept true by each commit of a store, and that says what changed.
///
/// There are several kinds, each with its own kind of change:
///
/// ```swift
/// let urgent = Todo.where(\.priority > 2).live()                    // LiveResults: a list
/// let todo = Todo.live(7)                                           // LiveRecord: one record
/// let settings = store.live(.settings)                              // LiveKey: the value of a key
/// let open = Todo.where(\.done == false).live(.count)               // LiveAggregate: a count, a sum, an extreme
/// let byProject = Todo.group(by: \.projectID).live(.count)          // LiveGroupAggregates: one for each group
/// let board = Todo.order(by: \.name).live(sectionedBy: \.status)    // LiveSections: a list with headers
///
/// open.value                                                        // 3
/// let observation = open.onChange { print("\($0.before) → \($0.after)") }
/// for await change in open.changes { … }
/// ```
///
/// It shows committed records only: not the writes of an open transaction. The live value of a snapshot never changes;
/// that of a branch's store shows the branch. In a block of `Store.silenced(_:)`, it is maintained and no change is
/// notified: the block's changes are part of the next one. A `coalesced` block is one change at its end. A commit that
/// leaves the value unchanged is not notified.
///
/// Code that reads ``value`` inside `withObservationTracking`, such as a view of SwiftUI, is notified when it changes.
///
/// When it is released, it ends.
public final class LiveValue<Value: Sendable, Change: Sendable>: Sendable, Observable {
  let source: any LiveValueSource<Value, Change>
  let store: Store
  private let observers = AtomicLazyReference<LiveObservers>()
  /// The value that is shown on a queue with its readers, and the live value behind it; nil for a live value that
  /// changes with each commit.
  private let queued: (screen: LiveScreen<Value, Change>, original: LiveValue)?

  init(_ source: any LiveValueSource<Value, Change>, in store: Store) {
    (self.source, self.store, queued) = (source, store, nil)
  }

  private init(_ original: LiveValue, on screen: LiveScreen<Value, Change>) {
    (source, store, queued) = (original.source, original.store, (screen, original))
  }

  deinit {
    observers.load()?.close()
    if let queued { queued.screen.end() } else { source.close(in: store) }
  }

  /// The value at this moment.
  public var value: Value {
    if let queued {
      observers.made.access(self, \.value)
      return queued.screen.shown
    }
    observers.made.access(self, \.value) { [source, store] changed in source.watch(changed, in: store) }
    return source.value(in: store)
  }

  /// Whether the value changes on the main queue only.
  var isOnMain: Bool { queued?.screen.isMain == true }

  /// How the value is kept true.
  public var plan: LivePlan { LivePlan(obstacle: source.obstacle) }

  /// Calls a handler with each change from now on.
  ///
  /// Without a queue, it is called on the committing thread, before the call that wrote returns; for a value that is
  /// shown on a queue, it is called on that queue. A handler is called by one thread at a time. Changes before or
  /// during a call are delivered as one change.
  ///
  /// The handler may read, write, cancel its observation, and release the live value; no lock is held during the call.
  ///
  /// - Parameters:
  ///   - queue: The queue on which the handler is called.
  ///   - handler: Receives each change.
  /// - Returns: The observation, which ends when it is cancelled or released.
  public func onChange(
    on queue: DispatchQueue? = nil, perform handler: @escaping @Sendable (Change) -> Void
  ) -> StoreObservation {
    if queue == nil, let queued {
      let number = queued.screen.add(handler)
      return StoreObservation { [self] in withExtendedLifetime(self) { queued.screen.remove(number) } }
    }
    let following = source.follow(.handler(on: queue, handler), in: store)
    return StoreObservation { [self] in withExtendedLifetime(self) { following.end() } }
  }

  /// The changes from now on.
  ///
  /// Each call returns a new sequence, which begins with the value as it is now; each loop over it has all changes from
  /// then on. A loop that is slow receives several changes as one, and memory stays bounded. A loop ends when its task
  /// is cancelled. The sequence keeps the live value.
  public var changes: LiveValueChanges<Value, Change> { LiveValueChanges(self, source, in: store) }
}

extension LiveValue where Change: LiveValueChange<Value> {
  /// Returns the same live value, but one that changes on a queue only, directly before its handlers are called. So
  /// code on the queue sees one moment between its turns.
  ///
  /// ```swift
  /// let open = Todo.where(\.done == false).live(.count).shown(on: .main)
  /// ```
  ///
  /// It keeps the original. A sum that its type cannot hold is not shown: the last one stays that the type could hold.
  ///
  /// - Parameter queue: The queue. If it is concurrent, one change comes after the other all the same.
  public func shown(on queue: DispatchQueue) -> LiveValue { LiveValue(showing: queued?.original ?? self, on: queue) }

  private convenience init(showing original: LiveValue, on queue: DispatchQueue) {
    let screen = LiveScreen<Value, Change>(queue)
    self.init(original, on: screen)
    screen.begin { [weak self] change in
      guard let self else { return change() }
      observers.made.change(self, change)
    } _: {
      $0.apply(to: &$1)
    } _: { mode in
      source.begin(mode, in: store)
    }
  }
}

/// The changes of a live value, as an asynchronous sequence; see ``LiveValue/changes``.
public struct LiveValueChanges<Value: Sendable, Change: Sendable>: AsyncSequence, Sendable {
  /// What changed.
  public typealias Element = Change
  /// A sequence of changes does not fail.
  public typealias Failure = Never

  private let live: LiveValue<Value, Change>
  /// Collects the changes with which loops begin.
  private let start: LiveSubscription<Change>

  init(_ live: LiveValue<Value, Change>, _ source: any LiveValueSource<Value, Change>, in store: Store) {
    self.live = live
    start = LiveSubscription { source.follow(.signal($0), in: store) }
  }

  /// Reads the changes, in one task. If several tasks share an iterator, each change is received by one of them.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let live: LiveValue<Value, Change>
    private let subscription: LiveSubscription<Change>

    fileprivate init(_ changes: LiveValueChanges) {
      live = changes.live
      subscription = LiveSubscription { changes.start.following.again(.signal($0)) }
    }

    /// Waits for the next change; nil when the task is cancelled, or the store is freed.
    public mutating func next(isolation: isolated (any Actor)? = #isolation) async -> Change? {
      await subscription.next(isolation: isolation)
    }

    /// Waits for the next change; nil when the task is cancelled, or the store is freed.
    public mutating func next() async -> Change? { await next(isolation: nil) }
  }

  /// Returns an iterator over all changes since the sequence was created.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
