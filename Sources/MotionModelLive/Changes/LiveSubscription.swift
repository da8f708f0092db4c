import MotionModel

/// Somebody who follows a live result in a task.
final class LiveSubscription<News: Sendable>: Sendable {
  private let gate: LiveGate
  let following: LiveFollowing<News>

  /// - Parameter follow: Begins to follow; it is given what is to be called when there may be a change.
  init(_ follow: (@escaping @Sendable () -> Void) -> LiveFollowing<News>) {
    let gate = LiveGate()
    (self.gate, following) = (gate, follow { gate.open() })
  }

  deinit { following.end() }

  /// Waits for a change.
  ///
  /// - Returns: All changes since the last call; nil when the task is cancelled, or the store is freed.
  func next() async -> News? {
    while !Task.isCancelled {
      await gate.pass()
      if Task.isCancelled { return nil }
      if let news = following.next() { return news }
      if following.delivery.isEnded { return nil }
    }
    return nil
  }
}

/// Lets a waiting task go on. It is closed again by each task that passes.
final class LiveGate: Sendable {
  private struct State: Sendable {
    var isOpen = false
    var waiting: CheckedContinuation<Void, Never>?
  }

  private let state = Locked(State())

  /// Lets the waiting task go on, or else the next one.
  func open() {
    let waiting = state.withLock { state in
      defer { state.waiting = nil }
      state.isOpen = state.waiting == nil
      return state.waiting
    }
    waiting?.resume()
  }

  /// Waits until the gate is open, or the task is cancelled, and closes it.
  func pass() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOpen = state.withLock { state in
          defer { state.isOpen = false }
          if !state.isOpen && !Task.isCancelled { state.waiting = continuation }
          return state.waiting == nil
        }
        if isOpen { continuation.resume() }
      }
    } onCancel: {
      open()
    }
  }
}
