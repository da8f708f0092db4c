import MotionModel

/// A task's subscription to the changes of a live result.
///
/// Several tasks may wait for changes, if a program shares an iterator: each change is received by one of them.
final class LiveSubscription<Delta: Sendable>: Sendable {
  private let gate: LiveGate
  let following: LiveFollowing<Delta>

  /// - Parameter follow: Begins to follow; it is given what is to be called when there may be a change.
  init(_ follow: (@escaping @Sendable () -> Void) -> LiveFollowing<Delta>) {
    let gate = LiveGate()
    (self.gate, following) = (gate, follow { gate.open() })
  }

  deinit { following.end() }

  /// Waits for a change.
  ///
  /// - Parameter isolation: The actor on which the changes are taken. Changes that come while the actor is busy are
  ///   included.
  /// - Returns: All changes since the last call; nil when the task is cancelled, or the store is freed.
  func next(isolation: isolated (any Actor)?) async -> Delta? {
    while await gate.enter(isolation: isolation) {
      defer { gate.leave() }
      if let delta = following.next() { return delta }
      if following.delivery.isEnded {
        // The other tasks end, too.
        gate.open()
        return nil
      }
    }
    return nil
  }
}

/// Lets one waiting task at a time continue. The task that enters closes the gate.
final class LiveGate: Sendable {
  private struct State: Sendable {
    var isOpen = false
    /// Whether a task is inside.
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []

    var mayEnter: Bool { isOpen && !isTaken }

    /// - Returns: Whether the task is inside now.
    mutating func enter() -> Bool {
      if !mayEnter { return false }
      (isOpen, isTaken) = (false, true)
      return true
    }
  }

  private let state = Locked(State())

  /// Lets a waiting task enter, or else the next one.
  func open() { wake { $0.isOpen = true } }

  /// Ends what a task does that has entered.
  func leave() { wake { $0.isTaken = false } }

  /// Waits until the gate is open and no task is inside.
  ///
  /// - Returns: Whether the task has entered, and has to leave; false when it is cancelled.
  func enter(isolation: isolated (any Actor)? = #isolation) async -> Bool {
    while !Task.isCancelled {
      if state.withLock({ $0.enter() }) { return true }
      await wait(isolation: isolation)
    }
    return false
  }

  private func wait(isolation: isolated (any Actor)?) async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = state.withLock { state in
          if state.mayEnter || Task.isCancelled { return true }
          state.waiting.append(continuation)
          return false
        }
        if isDone { continuation.resume() }
      }
    } onCancel: {
      wake { _ in }
    }
  }

  /// Resumes all waiting tasks after a change: one of them enters, and the rest wait again.
  private func wake(_ change: (inout State) -> Void) {
    let woken = state.withLock { state in
      change(&state)
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in woken { continuation.resume() }
  }
}
