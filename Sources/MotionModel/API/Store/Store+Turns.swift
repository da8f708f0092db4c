extension Store {
  /// Runs `body` when the calling task may write, without blocking its thread until then.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `body` runs on, the caller's by default.
  ///   - priority: Decides which of the waiting tasks is next; nil for that of the calling task.
  ///   - body: Opens a transaction of this store before it does anything else.
  /// - Throws: `CancellationError` if the task is cancelled before its turn, or the error of `body`.
  package func takingTurn<Result>(
    isolation: isolated (any Actor)? = #isolation, priority: TaskPriority? = nil, _ body: () throws -> Result
  ) async throws -> Result {
    if isSnapshot || savepoint != nil { return try body() }
    let priority = (priority ?? Task.currentPriority).rawValue
    return try await writer.withTurn(isolation: isolation, priority: priority, body)
  }
}
