import MotionModel

/// Delivers as many changes as a subscriber of Combine demands. Changes without demand are composed into one.
///
/// It calls from one thread at a time. It ends when it is cancelled or released.
final class LiveDemand<Change: Sendable>: Sendable {
  /// Where the changes come from.
  struct Source: Sendable {
    /// Returns all changes since its last call; nil when there are none.
    let next: @Sendable () -> Change?
    /// Whether there are no more changes, because the store is freed.
    let isEnded: @Sendable () -> Bool
    /// Ends following.
    let end: @Sendable () -> Void
  }

  /// Who receives the changes.
  struct Sink: Sendable {
    /// Receives a change, and returns how many more are wanted than were before.
    let receive: @Sendable (Change) -> Int
    /// Is called once when there are no more changes.
    let finish: @Sendable () -> Void
  }

  private struct State: Sendable {
    /// Nil once it is cancelled or finished.
    var sink: Sink?
    var source: Source?
    /// How many changes are wanted; `Int.max` for all.
    var wanted = 0
    /// Whether a thread hands out changes.
    var isBusy = false
    /// Whether there may be something to do.
    var isBehind = false

    mutating func want(_ more: Int) { wanted = wanted > .max - more ? .max : wanted + more }

    /// Returns what to do next; nil when the thread that does so is done.
    mutating func turn() -> (source: Source, sink: Sink, isWanted: Bool)? {
      guard isBehind, let source, let sink else {
        isBusy = false
        return nil
      }
      isBehind = false
      return (source, sink, wanted > 0)
    }
  }

  private let state: Locked<State>

  init(_ sink: Sink) { state = Locked(State(sink: sink)) }

  deinit { cancel() }

  /// Begins to follow.
  ///
  /// - Parameter follow: Is given what is to be called when there may be a change, and returns where it comes from.
  func follow(_ follow: (@escaping @Sendable () -> Void) -> Source) {
    let source = follow { [weak self] in self?.handOut() }
    let isCancelled = state.withLock { state in
      if state.sink != nil { state.source = source }
      return state.sink == nil
    }
    if isCancelled { source.end() } else { handOut() }
  }

  /// Wants some more changes; `Int.max` for all.
  func request(_ count: Int) {
    state.withLock { $0.want(count) }
    handOut()
  }

  /// Ends following. A call that another thread has begun, or is about to begin, is made.
  func cancel() {
    // NB: The sink is freed outside the lock, because that may run users' code.
    let old = state.withLock { ($0.sink.take(), $0.source.take()) }
    old.1?.end()
  }

  private func handOut() {
    let isFree = state.withLock { state in
      state.isBehind = true
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if !isFree { return }
    while let (source, sink, isWanted) = state.withLock({ $0.turn() }) {
      if isWanted, let change = source.next() {
        let more = sink.receive(change)
        state.withLock { state in
          if state.wanted < .max { state.wanted -= 1 }
          state.want(more)
          state.isBehind = true
        }
      } else if source.isEnded() {
        cancel()
        sink.finish()
      }
    }
  }
}

extension LiveValue {
  /// Begins to hand out the changes from now on as they are demanded. The demand keeps the live value.
  func follow(by demand: LiveDemand<Change>) {
    demand.follow { signal in
      let following = source.follow(.signal(signal), in: store)
      return LiveDemand<Change>.Source {
        following.next()
      } isEnded: {
        following.delivery.isEnded
      } end: {
        withExtendedLifetime(self) { following.end() }
      }
    }
  }
}
