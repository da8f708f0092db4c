public import MotionModel

/// The changes of a live result, as an asynchronous sequence; see ``LiveResults/changes``.
public struct LiveChanges<Record: Model>: AsyncSequence, Sendable {
  /// A change, which is never empty.
  public typealias Element = LiveChange<Record>
  /// A sequence of changes does not fail.
  public typealias Failure = Never

  private let results: LiveResults<Record>
  private let version: LiveVersion
  private let place: Int

  init(_ results: LiveResults<Record>, _ version: LiveVersion, _ place: Int) {
    (self.results, self.version, self.place) = (results, version, place)
  }

  /// Reads the changes, in one task. If several tasks share an iterator, each change is received by one of them.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let results: LiveResults<Record>
    private let subscription: LiveSubscription<LiveDelta>

    fileprivate init(_ changes: LiveChanges) {
      results = changes.results
      let (source, store) = (changes.results.source, changes.results.finder.store)
      subscription = LiveSubscription { signal in
        source.follow(.signal(signal), from: changes.version, changes.place, in: store)
      }
    }

    /// Waits for the next change; nil when the task is cancelled, or the store is freed.
    public mutating func next(isolation: isolated (any Actor)? = #isolation) async -> LiveChange<Record>? {
      await subscription.next(isolation: isolation).map(LiveChange.init)
    }

    /// Waits for the next change; nil when the task is cancelled, or the store is freed.
    public mutating func next() async -> LiveChange<Record>? { await next(isolation: nil) }
  }

  /// Returns an iterator over all changes since the sequence was created.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}
