import Foundation

/// An observer of a store's commits.
final class CommitObserver: Sendable {
  typealias Handler = @Sendable (Changeset) -> Void

  /// How the observer is notified.
  enum Place: Sendable {
    /// On the thread that committed.
    case thread(Handler)
    /// On a queue, which takes one commit after the other.
    case queue(DispatchQueue, Handler)
    /// In the task that reads the stream.
    case stream(AsyncStream<Changeset>.Continuation)
  }

  /// Nil after the end, so that values captured by the handler are freed.
  private let place: Locked<Place?>
  /// The number of the last commit before the observation, which is not notified.
  private let last: Int

  init(_ place: Place, after last: Int) { (self.place, self.last) = (Locked(place), last) }

  /// Returns whether the observer is to be notified of a commit.
  func wants(_ changeset: Changeset) -> Bool { changeset.id > last }

  /// Puts a commit of a store into the observer's queue or stream.
  ///
  /// - Returns: False if the observer is to be notified on the committing thread.
  func enqueue(_ changeset: Changeset, of store: Store) -> Bool {
    switch place.withLock({ $0 }) {
    case .thread: return false
    case .queue(let queue, _): queue.async { store.asCurrent { self.notify(changeset) } }
    case .stream(let continuation): continuation.yield(changeset)
    case nil: break
    }
    return true
  }

  /// Calls the handler on the calling thread.
  func notify(_ changeset: Changeset) {
    switch place.withLock({ $0 }) {
    case .thread(let handler), .queue(_, let handler): handler(changeset)
    case .stream, nil: break
    }
  }

  /// Ends the observation.
  func end() {
    // NB: The handler is freed outside the lock, because that may run users' code.
    let last = place.withLock { place in
      defer { place = nil }
      return place
    }
    if case .stream(let continuation) = last { continuation.finish() }
  }
}
