public import Dispatch
import Foundation

/// The number of seconds that a test waits for another thread or task.
///
/// While all tests run side by side, a busy machine can delay a thread or a queue for long. Only a thread or a task
/// that hangs takes this long.
public let patience = 600.0

extension DispatchSemaphore {
  /// Waits for a signal, and returns whether it came within ``patience``.
  public func isSignalled() -> Bool { wait(timeout: .now() + patience) == .success }
}

/// Blocks this thread until the condition holds, at most for ``patience``.
public func wait(until condition: () -> Bool) {
  let end = ContinuousClock.now + .seconds(patience)
  while !condition() && .now < end { Thread.sleep(forTimeInterval: 0.005) }
}

/// Suspends the task until the condition holds, at most for ``patience``.
///
/// It checks the condition at least 200 times, however long that takes, because the tasks of all other tests may run
/// between two checks.
public func wait(until condition: () -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(patience)
  var looks = 0
  while !condition() && (looks < 200 || .now < end) {
    looks += 1
    try await Task.sleep(for: .milliseconds(5))
  }
}
