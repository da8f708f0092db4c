/// Lets a number of requests to each host through at a time. The rest wait in the order in which they came.
actor RequestGate {
  private let limit: Int
  private var hosts: [String: Waiting] = [:]
  private var nextTicket = 0

  private struct Waiting {
    var underWay = 0
    var queue: [(ticket: Int, continuation: CheckedContinuation<Void, any Error>)] = []
  }

  init(limit: Int) { self.limit = max(limit, 1) }

  /// Runs `body` when a request may be sent to a host.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits, or what `body` throws.
  nonisolated func inTurn<Success: Sendable>(
    _ host: String, _ body: () async throws -> Success
  ) async throws -> Success {
    try await enter(host)
    let result: Result<Success, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    await leave(host)
    return try result.get()
  }

  /// Waits until a request may be sent to a host. Each call that returns is followed by ``leave(_:)``.
  ///
  /// - Throws: `CancellationError` if the task is cancelled while it waits.
  func enter(_ host: String) async throws {
    try Task.checkCancellation()
    if hosts[host, default: Waiting()].underWay < limit {
      hosts[host, default: Waiting()].underWay += 1
      return
    }
    let ticket = nextTicket
    nextTicket += 1
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled { return continuation.resume(throwing: CancellationError()) }
        hosts[host]?.queue.append((ticket, continuation))
      }
    } onCancel: {
      Task { await self.cancel(ticket, host) }
    }
  }

  /// Passes the slot to the next waiting request of the host.
  func leave(_ host: String) {
    guard var waiting = hosts[host] else { return }
    if waiting.queue.isEmpty {
      waiting.underWay -= 1
    } else {
      waiting.queue.removeFirst().continuation.resume()
    }
    hosts[host] = waiting.underWay == 0 ? nil : waiting
  }

  private func cancel(_ ticket: Int, _ host: String) {
    guard let index = hosts[host]?.queue.firstIndex(where: { $0.ticket == ticket }) else { return }
    hosts[host]?.queue.remove(at: index).continuation.resume(throwing: CancellationError())
  }
}
