import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelREST

struct RequestGateTests {
  @Test func `no more than the limit are inside, and all get in`() async throws {
    let gate = RequestGate(limit: 3)
    let counter = InsideCounter()
    try await withThrowingTaskGroup { group in
      for _ in 0..<50 {
        group.addTask {
          try await gate.enter("a")
          counter.enter()
          await Task.yield()
          counter.leave()
          await gate.leave("a")
        }
      }
      try await group.waitForAll()
    }
    #expect(counter.most <= 3)
    #expect(counter.all == 50)
  }

  @Test func `hosts have places of their own`() async throws {
    let gate = RequestGate(limit: 1)
    try await gate.enter("a")
    try await gate.enter("b")
    await gate.leave("a")
    try await gate.enter("a")
  }

  @Test(.timeLimit(.patient)) func `one that is cancelled while it waits leaves the others their places`()
    async throws
  {
    let gate = RequestGate(limit: 1)
    try await gate.enter("a")
    let waiting = Task { try await gate.enter("a") }
    await Task.yield()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    await gate.leave("a")
    try await gate.enter("a")
  }
}

/// Counts the tasks that are inside something.
private final class InsideCounter: Sendable {
  private let counts = Locked((now: 0, most: 0, all: 0))

  var most: Int { counts.withLock { $0.most } }
  var all: Int { counts.withLock { $0.all } }

  func enter() { counts.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) } }
  func leave() { counts.withLock { $0.now -= 1 } }
}
