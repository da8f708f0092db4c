import Dispatch
import MotionModel

/// What a live result shows on a queue, and the handlers that are called there.
final class LiveScreen: Sendable {
  typealias Handler = @Sendable (LiveNews) -> Void

  private struct State: Sendable {
    var version = LiveVersion()
    var reader: LiveReader?
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

  /// The version that is shown.
  var version: LiveVersion { state.withLock { $0.version } }

  /// Shows a version, and follows a source from then on.
  ///
  /// - Parameter publish: Is given what replaces the version, and has to call it.
  func begin(
    at version: LiveVersion, _ place: Int, of source: LiveSource, in store: Store,
    _ publish: @escaping @Sendable (() -> Void) -> Void
  ) {
    let reader = LiveReader(
      .queue(queue) { [weak self] news in
        guard let self else { return }
        publish { self.state.withLock { $0.version = news.after } }
        self.call(news)
      }, at: version, place)
    state.withLock { ($0.version, $0.reader) = (version, reader) }
    if source.add(reader, at: place) { reader.tell(of: source, in: store) }
  }

  private func call(_ news: LiveNews) {
    for (number, call) in state.withLock({ $0.handlers }) {
      // A handler that was called before may have removed this one.
      if state.withLock({ $0.handlers.contains { $0.number == number } }) { call(news) }
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

  /// Stops following a source.
  func end(_ source: LiveSource) {
    guard let reader = state.withLock({ $0.reader }) else { return }
    reader.end()
    source.remove(reader)
  }
}
