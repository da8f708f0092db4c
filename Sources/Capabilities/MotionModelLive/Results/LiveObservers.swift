import MotionModel
import Observation
import Synchronization

/// Lets code that reads a property of a live result inside `withObservationTracking` know when it changes. It costs
/// commits nothing unless the property was read lately.
///
/// Observation begins to track when the reading closure has returned. A change by another thread before that is not
/// notified, but the next change is. So changes are followed for a while after each read, and not only until the first
/// change.
final class LiveObservers: Sendable {
  /// A registrar, together with the property: creating a key path in generic code takes a microsecond.
  private struct Tracking: Sendable {
    let access: @Sendable (any AnyObject & Sendable) -> Void
    let change: @Sendable (any AnyObject & Sendable, () -> Void) -> Void

    init<Results: Observable & AnyObject & Sendable, Value>(_ property: any KeyPath<Results, Value> & Sendable) {
      let registrar = ObservationRegistrar()
      access = { registrar.access(unsafeDowncast($0, to: Results.self), keyPath: property) }
      change = { registrar.withMutation(of: unsafeDowncast($0, to: Results.self), keyPath: property, $1) }
    }
  }

  private struct State: Sendable {
    /// Created when the property is read for the first time.
    var tracking: Tracking?
    /// Whether the property was read since the last change.
    var isRead = false
    /// When it was first changed after it was last read.
    var firstChange: ContinuousClock.Instant?
    /// Ends following changes.
    var end: (@Sendable () -> Void)?

    /// Takes note of a change.
    ///
    /// - Returns: Whether the property may be tracked.
    mutating func noteChange(patience: Duration) -> Bool {
      if isRead {
        (isRead, firstChange) = (false, .now)
        return true
      }
      return firstChange.map { $0.duration(to: .now) < patience } ?? false
    }
  }

  private let state = Locked(State())
  /// How long after the first change a reader that read before it may still begin to track.
  private let patience: Duration

  init(patience: Duration = .seconds(1)) { self.patience = patience }

  /// Takes note that a property of a result is about to be read. It must be the same one each time.
  ///
  /// The property is followed before it counts as read, and counts as read before it is read. So no change is missed
  /// between these steps: the reader is notified of it, or reads its result.
  ///
  /// - Parameter follow: Begins to follow changes of the property: it receives a closure to call after each change, and
  ///   returns a closure that ends following. By default, ``change(_:_:)`` changes the property.
  func access<Results: Observable & AnyObject & Sendable, Value>(
    _ results: Results, _ property: @autoclosure () -> any KeyPath<Results, Value> & Sendable,
    following follow: ((@escaping @Sendable () -> Void) -> @Sendable () -> Void)? = nil
  ) {
    let tracking = state.withLock { state in
      let tracking = state.tracking ?? Tracking(property())
      state.tracking = tracking
      return tracking
    }
    if let follow, !countsAsRead() { begin(results, follow) }
    tracking.access(results)
    // A change in between may have ended to follow changes.
    while let follow, !countsAsRead() { begin(results, follow) }
    if follow == nil { _ = countsAsRead() }
  }

  /// - Returns: Whether changes are followed.
  private func countsAsRead() -> Bool {
    state.withLock { state in
      state.isRead = true
      return state.end != nil
    }
  }

  /// Begins to follow changes. If several threads do so at once, one of them continues to follow.
  private func begin(
    _ results: some Observable & AnyObject & Sendable,
    _ follow: (@escaping @Sendable () -> Void) -> @Sendable () -> Void
  ) {
    let end = follow { [weak results] in
      if let results { self.tellReaders(of: results) {} }
    }
    let isSpare = state.withLock { state in
      if state.end != nil { return true }
      state.end = end
      return false
    }
    if isSpare { end() }
  }

  /// Changes the property of a result, and lets those know who have read it.
  func change(_ results: some Observable & AnyObject & Sendable, _ change: () -> Void) {
    tellReaders(of: results, change)
    // Another thread may have read it in between, and seen what was there before.
    tellReaders(of: results) {}
  }

  private func tellReaders(of results: some Observable & AnyObject & Sendable, _ change: () -> Void) {
    let tracking = state.withLock { state in state.noteChange(patience: patience) ? state.tracking : nil }
    if let tracking { return tracking.change(results, change) }
    change()
    end()
  }

  /// Ends following changes, unless the property was read since the last one.
  private func end() {
    let end = state.withLock { $0.isRead ? nil : $0.end.take() }
    end?()
  }

  /// Ends following changes: the result is released.
  func close() {
    let end = state.withLock { $0.end.take() }
    end?()
  }
}

extension AtomicLazyReference<LiveObservers> {
  /// The observers, which most results never have: they are created when they are first needed.
  var made: LiveObservers { load() ?? storeIfNil(LiveObservers()) }
}
