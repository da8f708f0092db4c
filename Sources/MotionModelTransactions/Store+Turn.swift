public import MotionModel

extension Store {
  /// Runs `body` as a transaction when no other writer has its turn, and lets the thread do other work until then.
  ///
  /// ```swift
  /// try await store.inTurn {
  ///   try account.update { $0.balance -= 10 }
  ///   try other.update { $0.balance += 10 }
  /// }
  /// ```
  ///
  /// It does what `transaction` does. `transaction` called by a task blocks one of the few threads of Swift's tasks
  /// while another thread writes; this call suspends the task. The body and the commit then run without suspension, on
  /// the caller's actor.
  ///
  /// Tasks have their turns by priority, and in the order of their calls within one priority. A thread that calls
  /// `transaction` or saves a record may be quicker than the task whose turn it is, which then waits on as the first;
  /// after some such times it waits as a thread does, so that its turn comes. Inside a transaction of the store, `body`
  /// is run at once, as a part of that transaction.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `body` runs on, the caller's by default.
  ///   - priority: The priority among the tasks that wait; nil for that of the calling task.
  ///   - metadata: Who makes the commit and why.
  ///   - retries: How often `body` is run again, in another turn, if a record is stale, see `LockVersion`, or others
  ///     were in the way of an adapter.
  ///   - body: The writes that belong together.
  /// - Returns: What `body` returned.
  /// - Throws: `CancellationError` if the task is cancelled before its turn, in which case nothing is written.
  ///   Otherwise what `transaction` throws.
  @discardableResult
  public func inTurn<Result>(
    isolation: isolated (any Actor)? = #isolation, priority: TaskPriority? = nil, metadata: Changeset.Metadata? = nil,
    retries: Int = 0, _ body: (Store.Transaction) throws -> Result
  ) async throws -> Result {
    Self.checkRetries(retries)
    for attempt in 0..<max(retries, overtakenRetries) {
      do {
        return try await takingTurn(isolation: isolation, priority: priority) {
          try transaction(metadata: metadata, body)
        }
      } catch {
        if attempt >= retries && !isOvertaken(error) { throw error }
        try pauseToRetry(attempt, after: error)
      }
    }
    return try await takingTurn(isolation: isolation, priority: priority) { try transaction(metadata: metadata, body) }
  }

  /// Runs `body` as a transaction when no other writer has its turn, undone only if `body` throws.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `body` runs on, the caller's by default.
  ///   - priority: The priority among the tasks that wait; nil for that of the calling task.
  ///   - metadata: Who makes the commit and why.
  ///   - retries: How often `body` is run again, in another turn, if a record is stale or others were in the way.
  ///   - body: The writes that belong together.
  /// - Returns: What `body` returned.
  /// - Throws: `CancellationError` if the task is cancelled before its turn. Otherwise what `transaction` throws.
  @discardableResult
  public func inTurn<Result>(
    isolation: isolated (any Actor)? = #isolation, priority: TaskPriority? = nil, metadata: Changeset.Metadata? = nil,
    retries: Int = 0, _ body: () throws -> Result
  ) async throws -> Result {
    try await inTurn(isolation: isolation, priority: priority, metadata: metadata, retries: retries) { _ in try body() }
  }
}
