import Dispatch
import MotionModel

/// What a reader of a live result is told: two versions, and the difference between them.
struct LiveNews: Sendable {
  let before: LiveVersion
  let after: LiveVersion
  let difference: LiveDifference
  let metadata: ChangesetMetadata
}

/// Somebody who is told of the changes of a live result: each time of all changes since the last time.
///
/// One thread at a time tells a reader. If the result changes meanwhile on another thread, the first thread tells that
/// too, so changes never overtake each other.
final class LiveReader: Sendable {
  /// How the reader is told.
  enum Delivery: Sendable {
    /// On the committing thread.
    case thread(@Sendable (LiveNews) -> Void)
    /// On a serial queue.
    case queue(DispatchQueue, @Sendable (LiveNews) -> Void)
    /// Not at all: it is called when there may be something to read, and reads by ``next(of:in:)``.
    case signal(@Sendable () -> Void)
  }

  fileprivate struct State: Sendable {
    var delivery: Delivery?
    var version: LiveVersion
    var place: Int
    /// Whether a thread tells the reader.
    var isBusy = false
    /// Whether there may be something that the reader was not told.
    var isBehind = false
  }

  private let state: Locked<State>

  init(_ delivery: Delivery, at version: LiveVersion, _ place: Int) {
    state = Locked(State(delivery: delivery, version: version, place: place))
  }

  /// The version that the reader was told last.
  var version: LiveVersion { state.withLock { $0.version } }

  /// Tells the reader that the result changed.
  func tell(of source: LiveSource, in store: Store) {
    let delivery = state.withLock { state -> Delivery? in
      state.isBehind = true
      if case .signal = state.delivery { return state.delivery }
      if state.isBusy || state.delivery == nil { return nil }
      state.isBusy = true
      return state.delivery
    }
    switch delivery {
    case .thread(let handler): tell(of: source, in: store, handler)
    case .queue(let queue, let handler):
      queue.async { store.using { self.tell(of: source, in: store, handler) } }
    case .signal(let signal): signal()
    case nil: break
    }
  }

  private func tell(of source: LiveSource, in store: Store, _ handler: (LiveNews) -> Void) {
    while state.withLock({ $0.continues() }) {
      if let news = next(of: source, in: store) { handler(news) }
    }
  }

  /// Returns all changes since the last call; nil when there are none. One thread at a time may call it.
  func next(of source: LiveSource, in store: Store) -> LiveNews? {
    let (before, place) = state.withLock { ($0.version, $0.place) }
    let news = source.news(for: self, at: place, in: store)
    state.withLock { ($0.version, $0.place) = (news.version, news.place) }
    let difference = LiveDifference(from: before, to: news.version, news.touches, source.query)
    if difference.isEmpty { return nil }
    return LiveNews(before: before, after: news.version, difference: difference, metadata: news.metadata)
  }

  /// Ends the reader: no call of its handler begins afterwards.
  func end() {
    // NB: The handler is freed outside the lock, because that may run users' code.
    let last = state.withLock { state in
      defer { state.delivery = nil }
      return state.delivery
    }
    if case .signal(let signal) = last { signal() }
  }

  /// Whether the reader has ended.
  var isEnded: Bool { state.withLock { $0.delivery == nil } }
}

extension LiveReader.State {
  /// Returns whether there is more to tell; else the thread that tells is done.
  fileprivate mutating func continues() -> Bool {
    let continues = isBehind && delivery != nil
    (isBehind, isBusy) = (false, continues)
    return continues
  }
}

extension LiveDifference {
  /// Finds the difference from what was touched; from all rows if that is not known.
  fileprivate init(from before: LiveVersion, to after: LiveVersion, _ touches: [LiveTouch]?, _ query: LiveQuery) {
    if let touches, touches.count <= before.rows.count + after.rows.count + 16 {
      self.init(from: before, to: after, LiveTouch.composed(touches[...], query), query) {
        before.rows.index(of: $0.reference, in: query.order)
      } newIndex: {
        after.rows.index(of: $0.reference, in: query.order)
      }
      return
    }
    let (old, new) = (before.indexes, after.indexes)
    let touched =
      query.obstacle == nil
      ? LiveTouch.between(before.rows, after.rows, query) : LiveTouch.all(before.rows, after.rows, query)
    self.init(from: before, to: after, touched, query) {
      old[ObjectIdentifier($0)]
    } newIndex: {
      new[ObjectIdentifier($0)]
    }
  }
}
