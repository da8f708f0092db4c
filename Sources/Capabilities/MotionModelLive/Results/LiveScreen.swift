import Dispatch
import MotionModel

/// What a live result or value shows on a queue, and the handlers that are called there.
final class LiveScreen<Shown: Sendable, Delta: Sendable>: Sendable {
  typealias Handler = @Sendable (Delta) -> Void

  private struct State: Sendable {
    /// Nil until the screen is filled.
    var shown: Shown?
    var following: LiveFollowing<Delta>?
    /// By the numbers with which they are removed.
    var handlers: [(number: Int, call: Handler)] = []
    var next = 0
  }

  private let queue: DispatchQueue
  private let state = Locked(State())

  /// Whether the handlers are called on the main queue.
  let isMain: Bool

  init(_ queue: DispatchQueue) {
    self.queue = DispatchQueue(label: "MotionModel.live", target: queue)
    // NB: On Linux, `DispatchQueue.main` is another object each time.
    isMain = queue.label == DispatchQueue.main.label
  }

  /// What is shown.
  var shown: Shown {
    guard let shown = state.withLock({ $0.shown }) else { preconditionFailure("a screen that was not filled") }
    return shown
  }

  /// Shows something, and follows its changes from then on.
  ///
  /// - Parameters:
  ///   - publish: Receives a closure that replaces the shown value, and must call it.
  ///   - apply: Applies a change to the shown value.
  ///   - follow: Begins to follow, and returns the value to show first.
  func begin(
    _ publish: @escaping @Sendable (() -> Void) -> Void, _ apply: @escaping @Sendable (Delta, inout Shown) -> Void,
    _ follow: (LiveDelivery<Delta>.Mode) -> (Shown, LiveFollowing<Delta>)
  ) {
    // The first change waits until there is something that it can be applied to.
    queue.suspend()
    defer { queue.resume() }
    let (shown, following) = follow(
      .queue(queue) { [weak self] delta in
        guard let self else { return }
        publish { self.state.withLock { state in state.shown.change { apply(delta, &$0) } } }
        self.call(delta)
      })
    state.withLock { ($0.shown, $0.following) = (shown, following) }
  }

  private func call(_ delta: Delta) {
    for (number, call) in state.withLock({ $0.handlers }) {
      // A handler that was called before may have removed this one.
      if state.withLock({ $0.handlers.contains { $0.number == number } }) { call(delta) }
    }
  }

  /// Adds a handler.
  ///
  /// - Returns: The number with which it is removed.
  func add(_ handler: @escaping Handler) -> Int {
    state.withLock { state in
      state.next += 1
      state.handlers.append((state.next, handler))
      return state.next
    }
  }

  func remove(_ number: Int) {
    // NB: The handler is freed outside the lock, because that may run users' code.
    let removed = state.withLock { state in
      state.handlers.firstIndex { $0.number == number }.map { state.handlers.remove(at: $0) }
    }
    withExtendedLifetime(removed) {}
  }

  /// Stops following.
  func end() { state.withLock { $0.following }?.end() }
}

extension Optional {
  /// Changes the value in place, if there is one.
  fileprivate mutating func change(_ body: (inout Wrapped) -> Void) {
    guard var value = take() else { return }
    body(&value)
    self = value
  }
}
