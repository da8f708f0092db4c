/// Runs an operation once for all who ask for its result while it runs.
actor SingleFlight<Value: Sendable> {
  private var waiting: [Int: CheckedContinuation<Value, any Error>] = [:]
  private var nextTicket = 0
  private var isRunning = false

  /// How many tasks wait for the operation.
  var waitingCount: Int { waiting.count }

  /// Waits for the operation that is running, or starts one.
  ///
  /// Cancelling a waiting task ends its wait, and not the operation, for which others may wait. An operation without
  /// waiting tasks runs to its end as well: its result, such as a new token in place of the old one, would otherwise be
  /// lost.
  ///
  /// - Parameter body: The operation. It is called only if none is running.
  func run(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try Task.checkCancellation()
    let ticket = nextTicket
    nextTicket += 1
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Value, any Error>) in
        if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
        waiting[ticket] = continuation
        if !isRunning { start(body) }
      }
    } onCancel: {
      Task { await self.cancel(ticket) }
    }
  }

  private func start(_ body: @escaping @Sendable () async throws -> Value) {
    isRunning = true
    Task {
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      finish(result)
    }
  }

  private func finish(_ result: Result<Value, any Error>) {
    let continuations = waiting.values
    (isRunning, waiting) = (false, [:])
    for continuation in continuations { continuation.resume(with: result) }
  }

  private func cancel(_ ticket: Int) {
    waiting.removeValue(forKey: ticket)?.resume(throwing: CancellationError())
  }
}
