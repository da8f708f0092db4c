public import Foundation

extension Store {
  /// Calls a handler with the changeset of each commit from now on.
  ///
  /// ```swift
  /// let observation = store.observeCommits { changeset in print(changeset) }
  /// try Todo.create { $0.name = "Walk the dog" }   // prints "Todo: 1 inserted"
  /// ```
  ///
  /// Without a queue the handler is called on the thread that commits, before the call that wrote returns. Each thread's own
  /// commits come in their order; those of different threads may come in another one than that of their ids, and side by side.
  /// With a queue, or with ``commits()``, all come in the order of the commits, one after the other.
  ///
  /// The handler may read and write. What it writes on the committing thread is told when the commit at hand was told to all.
  ///
  /// - Parameters:
  ///   - queue: The queue on which the handler is called; nil for the thread that commits.
  ///   - handler: What to call. No lock is held meanwhile.
  /// - Returns: The observation, which ends when it is cancelled or released.
  /// - Complexity: O(1) for each commit. Nobody is slowed down by a handler on a queue.
  public func observeCommits(
    on queue: DispatchQueue? = nil, perform handler: @escaping @Sendable (Changeset) -> Void
  ) -> CommitObservation {
    // A queue of our own on top of the given one keeps the order even where that one runs several things at a time.
    let own = queue.map { DispatchQueue(label: "MotionModel.commits", target: $0) }
    return CommitObservation(observe(own.map { .queue($0, handler) } ?? .thread(handler)), delivery)
  }

  /// The changesets of all commits from now on, in the order of the commits.
  ///
  /// ```swift
  /// for await changeset in store.commits() { await screen.show(changeset) }
  /// ```
  ///
  /// It begins with this call, not with the loop, and ends with the task that reads it, or with the store. Commits wait in it
  /// until they are read. It is for one reader: for another one, call this again.
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
