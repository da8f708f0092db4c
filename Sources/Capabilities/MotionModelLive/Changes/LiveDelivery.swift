import Dispatch
import MotionModel

/// Hands changes to one of those who follow a live result.
///
/// One thread at a time does so. If there are more changes meanwhile, made on another thread, the first thread hands
/// out these too, so changes never overtake each other.
final class LiveDelivery<Delta: Sendable>: Sendable {
  /// How changes are handed out.
  enum Mode: Sendable {
    /// On the committing thread.
    case thread(@Sendable (Delta) -> Void)
    /// On a serial queue.
    case queue(DispatchQueue, @Sendable (Delta) -> Void)
    /// Not at all: it is called when there may be something to read.
    case signal(@Sendable () -> Void)

    /// Calls a handler on a queue, or on the committing thread.
    static func handler(on queue: DispatchQueue?, _ handler: @escaping @Sendable (Delta) -> Void) -> Mode {
      queue.map { .queue(DispatchQueue(label: "MotionModel.live", target: $0), handler) } ?? .thread(handler)
    }
  }

  private struct State: Sendable {
    var mode: Mode?
    /// Whether a thread hands out changes.
    var isBusy = false
    /// Whether there may be something that was not handed out.
    var isBehind = false

    /// Takes note that there may be something to hand out.
    ///
    /// - Returns: How the calling thread is to do so; nil if another one does, or the delivery has ended.
    mutating func begin() -> Mode? {
      switch mode {
      case .signal, nil: return mode
      case .thread, .queue:
        defer { isBusy = true }
        // A thread begins at once, a queue asks again.
        if isBusy {
          isBehind = true
          return nil
        }
        if case .queue = mode { isBehind = true }
        return mode
      }
    }

    /// Returns whether there is more to hand out; else the thread that does so is done.
    mutating func continues() -> Bool {
      let continues = isBehind && mode != nil
      (isBehind, isBusy) = (false, continues)
      return continues
    }
  }

  private let state: Locked<State>

  init(_ mode: Mode) { state = Locked(State(mode: mode)) }

  /// Hands out what there is.
  ///
  /// - Parameter next: Returns all changes since its last call; nil when there are none.
  func tell(in store: Store, _ next: @escaping @Sendable () -> Delta?) {
    switch state.withLock({ $0.begin() }) {
    case .thread(let handler):
      repeat {
        if let delta = next() { handler(delta) }
      } while state.withLock { $0.continues() }
    case .queue(let queue, let handler): queue.async { store.using { self.tell(next, handler) } }
    case .signal(let signal): signal()
    case nil: break
    }
  }

  /// Hands out what there is, on a queue.
  private func tell(_ next: () -> Delta?, _ handler: (Delta) -> Void) {
    while state.withLock({ $0.continues() }) {
      if let delta = next() { handler(delta) }
    }
  }

  /// Ends the delivery: no call of a handler begins afterwards.
  func end() {
    // NB: The handler is freed outside the lock, because that may run users' code.
    let last = state.withLock { $0.mode.take() }
    if case .signal(let signal) = last { signal() }
  }

  /// Whether the delivery has ended.
  var isEnded: Bool { state.withLock { $0.mode == nil } }
}

/// An observation of a live result, which it keeps.
struct LiveFollowing<Delta: Sendable>: Sendable {
  let delivery: LiveDelivery<Delta>
  /// Returns all changes since its last call; nil when there are none. One thread at a time may call it.
  let next: @Sendable () -> Delta?
  /// Ends the observation.
  let end: @Sendable () -> Void
  /// Begins another observation, which first receives the changes that this one has not received.
  let again: @Sendable (LiveDelivery<Delta>.Mode) -> LiveFollowing
}
