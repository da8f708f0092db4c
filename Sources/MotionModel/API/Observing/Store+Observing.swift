public import Foundation

extension Store {
  /// Calls a handler with the changeset of each commit from now on.
  ///
  /// ```swift
  /// let observation = store.observeCommits { changeset in print(changeset) }
  /// try Todo.create { $0.name = "Walk the dog" }   // prints "Todo: 1 inserted"
  /// ```
  ///
  /// Without a queue, the handler is called on the committing thread, before the call that wrote returns. The
  /// commits of one thread arrive in order; commits of different threads may arrive in another order than that of
  /// their ids, and concurrently. With a queue, or with ``commits()``, all commits arrive in order, one after the
  /// other.
  ///
  /// The handler may read and write, and this store is the one in use during the call. A commit that it makes on the
  /// committing thread is notified after all observers were notified of the current one.
  ///
  /// - Parameters:
  ///   - queue: The queue on which the handler is called; nil for the thread that commits.
  ///   - handler: Receives each changeset; no lock is held during the call.
  /// - Returns: The observation, which ends when it is cancelled or released.
  /// - Complexity: O(1) for each commit. A handler on a queue does not delay writers.
  public func observeCommits(
    on queue: DispatchQueue? = nil, perform handler: @escaping @Sendable (Changeset) -> Void
  ) -> StoreObservation {
    // A serial queue that targets the given one keeps the order even if the given queue is concurrent.
    let own = queue.map { DispatchQueue(label: "MotionModel.commits", target: $0) }
    let observer = observe(own.map { .queue($0, handler) } ?? .thread(handler))
    return StoreObservation { [delivery] in delivery.remove(observer) }
  }

  /// Returns a stream of the changesets of all commits from now on, in order.
  ///
  /// ```swift
  /// for await changeset in store.commits() { await screen.show(changeset) }
  /// ```
  ///
  /// The stream begins with this call, not with the loop, and ends with the task that reads it, or with the store.
  /// Commits are buffered until they are read. A stream has one reader: call this method again for another. The task
  /// that reads it keeps its own store in use, so let it use this store's tables.
  public func commits() -> AsyncStream<Changeset> {
    let (stream, continuation) = AsyncStream.makeStream(of: Changeset.self)
    let observer = observe(.stream(continuation))
    continuation.onTermination = { [weak delivery] _ in delivery?.remove(observer) }
    return stream
  }

  private func observe(_ place: CommitObserver.Place) -> CommitObserver {
    delivery.observe(place) { commitCount }
  }
}
