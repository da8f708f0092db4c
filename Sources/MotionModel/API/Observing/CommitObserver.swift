import Foundation

/// Somebody who is told of a store's commits.
final class CommitObserver: Sendable {
  typealias Handler = @Sendable (Changeset) -> Void

  /// Where it is told.
  enum Place: Sendable {
    /// On the thread that committed.
    case thread(Handler)
    /// On a queue, which takes one commit after the other.
    case queue(DispatchQueue, Handler)
    /// In whatever task reads the stream.
    case stream(AsyncStream<Changeset>.Continuation)
  }

  /// Nil when it is over, so that what a handler holds is freed.
  private let place: Locked<Place?>
  /// The last commit that is not told, because it was made before.
  private let last: Int

  init(_ place: Place, after last: Int) { (self.place, self.last) = (Locked(place), last) }

  /// Whether it is to be told of a commit.
  func wants(_ changeset: Changeset) -> Bool { changeset.id > last }

  /// Puts a commit where it will be told later, unless that is on the committing thread.
  ///
  /// - Returns: Whether it was put there.
  func enqueue(_ changeset: Changeset) -> Bool {
    switch place.withLock({ $0 }) {
    case .thread: return false
    case .queue(let queue, _): queue.async { self.tell(changeset) }
    case .stream(let continuation): continuation.yield(changeset)
    case nil: break
    }
    return true
  }

  /// Calls the handler here and now.
  func tell(_ changeset: Changeset) {
    switch place.withLock({ $0 }) {
    case .thread(let handler), .queue(_, let handler): handler(changeset)
    case .stream, nil: break
    }
  }

  /// Is not told of anything any more.
  func end() {
    // NB: What is freed may run users' code, so it goes out of the lock first.
    let last = place.withLock { place in
      defer { place = nil }
      return place
    }
    if case .stream(let continuation) = last { continuation.finish() }
  }
}
