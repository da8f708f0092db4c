extension Store {
  // MARK: - Silencing

  /// Runs `body` without notifying observers of its commits in this store.
  ///
  /// ```swift
  /// try store.silenced { try importOldFiles() }
  /// ```
  ///
  /// No notifications are posted, and neither handlers of ``observeCommits(on:perform:)`` nor ``commits()`` receive the
  /// commits. It applies to the calls of `body` and to the tasks started in it, until `body` returns or throws. Other
  /// tasks are not affected. Hooks run as usual. Changes that the block makes inside an outer transaction are notified
  /// when that transaction commits.
  ///
  /// - Returns: The result of `body`.
  @discardableResult public func silenced<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try StoreBlock(.silenced, in: self).run(body)
  }

  /// Runs an asynchronous `body` without notifying observers of its commits in this store.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `body` runs on, by default the caller's.
  ///   - body: The code whose commits are silenced.
  /// - Returns: The result of `body`.
  @discardableResult public func silenced<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await StoreBlock(.silenced, in: self).run(isolation: isolation, body)
  }

  // MARK: - Coalescing

  /// Runs `body`, and notifies observers of its commits in this store at the end, as one changeset.
  ///
  /// ```swift
  /// try store.coalesced {
  ///   for var todo in todos { try todo.update { $0.done = true } }
  /// }   // one call of each handler, for all todos
  /// ```
  ///
  /// Each commit takes effect immediately; only its notification waits. For each record that the block changed, the
  /// changeset has its state before and at the end, even if others changed the same record meanwhile; those commits
  /// are notified as usual. A record that was inserted and deleted again is left out; if no change remains,
  /// observers are not notified. The changeset has the id and the time of the last commit.
  ///
  /// It applies to the calls of `body` and to the tasks started in it, until the block ends. When `body` throws, its
  /// commits are notified too. The commits of a nested block are notified with the outermost one.
  ///
  /// - Returns: The result of `body`.
  @discardableResult public func coalesced<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let block = StoreBlock(.coalesced, in: self)
    delivery.open(block)
    defer { notifyCollected(in: block) }
    return try block.run(body)
  }

  /// Runs an asynchronous `body`, and notifies observers of its commits in this store at the end, as one changeset.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `body` runs on, by default the caller's.
  ///   - body: The code whose commits are notified together.
  /// - Returns: The result of `body`.
  @discardableResult public func coalesced<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let block = StoreBlock(.coalesced, in: self)
    delivery.open(block)
    defer { notifyCollected(in: block) }
    return try await block.run(isolation: isolation, body)
  }

  private func notifyCollected(in block: StoreBlock) {
    let announcement = delivery.close(block, notifies: !StoreBlock.settings(in: self).isSilenced, of: self)
    if let announcement { delivery.announce(announcement) }
  }
}
