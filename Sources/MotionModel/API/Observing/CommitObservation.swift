/// The observation of a store's commits; see ``Store/observeCommits(on:perform:)``.
///
/// It ends when it is cancelled or released.
public final class CommitObservation: Sendable {
  private let observer: CommitObserver
  private let delivery: CommitDelivery

  init(_ observer: CommitObserver, _ delivery: CommitDelivery) { (self.observer, self.delivery) = (observer, delivery) }

  /// Ends the observation: no call of the handler begins afterwards, not even for earlier commits.
  ///
  /// A call that is already running on another thread continues. This method may be called from any handler, and
  /// more than once.
  public func cancel() { delivery.remove(observer) }

  deinit { cancel() }
}
