public import Dispatch
import Foundation

/// How many seconds a test waits for what another thread or task has to do.
///
/// A busy machine may delay a thread or a queue for long while all tests run side by side, so only what
/// hangs takes this long.
public let patience = 120.0

extension DispatchSemaphore {
  /// Waits for a signal, and returns whether it came before the test lost its patience.
  public func isSignalled() -> Bool { wait(timeout: .now() + patience) == .success }
}

/// Blocks this thread until the condition holds or the test loses its patience.
public func wait(until condition: () -> Bool) {
  let end = ContinuousClock.now + .seconds(patience)
  while !condition() && .now < end { Thread.sleep(forTimeInterval: 0.005) }
}

/// Suspends the task until the condition holds or the test loses its patience.
///
/// It checks the condition a minimum number of times, however long that takes: between two checks, the tasks of all
/// other tests may run.
public func wait(until condition: () -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(patience)
  var looks = 0
  while !condition() && (looks < 200 || .now < end) {
    looks += 1
    try await Task.sleep(for: .milliseconds(5))
  }
}
