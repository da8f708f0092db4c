/// Stands for being told of the commits of a store; see ``Store/observeCommits(on:perform:)``.
///
/// It ends when it is cancelled or when nobody holds it any more.
public final class CommitObservation: Sendable {
  private let observer: CommitObserver
  private let delivery: CommitDelivery

  init(_ observer: CommitObserver, _ delivery: CommitDelivery) { (self.observer, self.delivery) = (observer, delivery) }

  /// Ends it: no call of the handler begins after this, not even for commits that were made before.
  ///
  /// A call that is under way on another thread goes on to its end. It may be called from the handler itself, from that of
  /// another observation, and more than once.
  public func cancel() { delivery.remove(observer) }

  deinit { cancel() }
}
