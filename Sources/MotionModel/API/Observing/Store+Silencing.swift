extension Store {
  // MARK: - Silence

  /// Runs `body` without telling anybody of what it commits in this store.
  ///
  /// ```swift
  /// try store.silenced { try importOldFiles() }
  /// ```
  ///
  /// Neither notifications nor handlers of ``observeCommits(on:perform:)`` nor ``commits()`` get to know of it. It holds for
  /// everything that `body` calls and for the tasks that it starts, and for nobody else; it ends with `body`, however that ends.
  /// Hooks run as ever. Changes that the block makes inside an outer transaction are notified when that transaction commits.
  ///
  /// - Returns: What `body` returned.
  @discardableResult
  public func silenced<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try StoreBlock(.silenced, in: self).run(body)
  }

  /// Runs an asynchronous `body` without telling anybody of what it commits in this store.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `body` runs on: the caller's.
  ///   - body: What is to be silent.
  /// - Returns: What `body` returned.
  @discardableResult
  public func silenced<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await StoreBlock(.silenced, in: self).run(isolation: isolation, body)
  }

  // MARK: - All at once

  /// Runs `body` and tells what it committed in this store at its end, as one changeset.
  ///
  /// ```swift
  /// try store.coalesced {
  ///   for var todo in todos { try todo.update { $0.done = true } }
  /// }   // one call of each handler, for all todos
  /// ```
  ///
  /// Each commit happens and is seen by readers when it is made; only the telling waits. The changeset has, for each record that
  /// was touched, what it was before and what it is at the end, also where others changed the same record meanwhile, whose
  /// commits are told as ever. A record that came and went is not told; when nothing remains, nobody is. The changeset has the
  /// id and the time of the last commit.
  ///
  /// It holds for everything that `body` calls and for the tasks that it starts, until the block ends. When `body` throws, what
  /// was committed is told. A block inside another is told with that one.
  ///
  /// - Returns: What `body` returned.
  @discardableResult
  public func coalesced<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let block = StoreBlock(.coalesced, in: self)
    delivery.open(block)
    defer { tellCollected(in: block) }
    return try block.run(body)
  }

  /// Runs an asynchronous `body` and tells what it committed in this store at its end, as one changeset.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `body` runs on: the caller's.
  ///   - body: What is to be told together.
  /// - Returns: What `body` returned.
  @discardableResult
  public func coalesced<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let block = StoreBlock(.coalesced, in: self)
    delivery.open(block)
    defer { tellCollected(in: block) }
    return try await block.run(isolation: isolation, body)
  }

  private func tellCollected(in block: StoreBlock) {
    let announcement = delivery.close(block, isTold: !StoreBlock.manner(in: self).isSilenced)
    if let announcement { delivery.announce(announcement, in: self) }
  }
}
