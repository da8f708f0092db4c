import MotionModel

/// A reader of a live result that waits in a task.
final class LiveSubscription: Sendable {
  private let source: LiveSource
  private let reader: LiveReader
  private let gate: LiveGate

  /// Begins to read the changes to a version.
  init(to source: LiveSource, at version: LiveVersion, _ place: Int) {
    let gate = LiveGate()
    (self.source, self.gate) = (source, gate)
    reader = LiveReader(.signal { gate.open() }, at: version, place)
    if source.add(reader, at: place) { gate.open() }
  }

  deinit { source.remove(reader) }

  /// Waits for a change.
  ///
  /// - Returns: All changes since the last call; nil when the task is cancelled, or the store is freed.
  func next(in store: Store) async -> LiveNews? {
    while !Task.isCancelled {
      await gate.pass()
      if Task.isCancelled { return nil }
      if let news = reader.next(of: source, in: store) { return news }
      if reader.isEnded { return nil }
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
