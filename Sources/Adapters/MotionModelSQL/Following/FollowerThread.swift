import Dispatch
import Foundation
import MotionModelValues

/// The thread of a follower, which runs until it is stopped.
package final class FollowerThread: Sendable {
  private let state = Locked((isRunning: false, isStopped: false))
  /// Wakes the thread from a pause.
  private let signal = DispatchSemaphore(value: 0)
  private let ended = DispatchSemaphore(value: 0)

  package init() {}

  /// Whether the thread has to end.
  package var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Begins to run `body`, which returns soon after the thread is stopped.
  package func start(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.isRunning = true }
    let thread = Thread { [ended] in
      body()
      ended.signal()
    }
    thread.name = "MotionModel follower"
    thread.start()
  }

  /// Stops the thread, and waits until it has ended.
  ///
  /// - Returns: False if it was stopped before.
  package func stop() -> Bool {
    let (isFirst, isRunning) = state.withLock { state in
      defer { state.isStopped = true }
      return (!state.isStopped, state.isRunning)
    }
    if isFirst && isRunning {
      wake()
      ended.wait()
    }
    return isFirst
  }

  /// Ends a pause.
  package func wake() { signal.signal() }

  /// Lets the thread wait, until it is woken or stopped.
  package func pause(_ time: Duration) {
    if isStopped { return }
    _ = signal.wait(timeout: .now() + .microseconds(Int(max(1, min(time / .microseconds(1), 1e9)))))
  }
}
