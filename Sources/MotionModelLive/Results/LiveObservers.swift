import MotionModel
import Observation
import Synchronization

/// Lets code that reads a property of a live result inside `withObservationTracking` know when it changes. It costs commits
/// nothing unless the property was read since the last change or the one before.
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
    /// Whether the property was read since those who read it were last told: tracking ends with the first change.
    var isRead = false
    /// Whether changes are followed: from when the property is read until the second change after that.
    var isFollowing = false
    /// Ends to follow changes.
    var end: (@Sendable () -> Void)?
  }

  private let state = Locked(State())

  /// Takes note that a property of a result is read. It must be the same one each time.
  ///
  /// - Parameter follow: Begins to follow what changes the property: it is given what is to be called after each change, and
  ///   returns what ends it. By default, ``change(_:_:)`` changes the property.
  func access<Results: Observable & AnyObject & Sendable, Value>(
    _ results: Results, _ property: @autoclosure () -> any KeyPath<Results, Value> & Sendable,
    following follow: ((@escaping @Sendable () -> Void) -> @Sendable () -> Void)? = nil
  ) {
    let (tracking, isNew) = state.withLock { state in
      let tracking = state.tracking ?? Tracking(property())
      defer { (state.tracking, state.isRead, state.isFollowing) = (tracking, true, true) }
      return (tracking, !state.isFollowing)
    }
    tracking.access(results)
    guard isNew, let follow else { return }
    let end = follow { [weak results] in
      if let results { self.change(results) {} }
    }
    let isOver = state.withLock { state in
      if !state.isFollowing || state.end != nil { return true }
      state.end = end
      return false
    }
    if isOver { end() }
  }

  /// Changes the property of a result, and lets those know who have read it.
  func change(_ results: some Observable & AnyObject & Sendable, _ change: () -> Void) {
    let tracking = state.withLock { state in
      defer { state.isRead = false }
      return state.isRead ? state.tracking : nil
    }
    if let tracking { return tracking.change(results, change) }
    change()
    end()
  }

  /// Ends to follow changes, unless the property was read since the last one.
  private func end() {
    let end = state.withLock { state -> (@Sendable () -> Void)? in
      if state.isRead { return nil }
      defer { (state.isFollowing, state.end) = (false, nil) }
      return state.end
    }
    end?()
  }

  /// Ends to follow changes: the result is released.
  func close() {
    let end = state.withLock { state in
      defer { state.end = nil }
      return state.end
    }
    end?()
  }
}

extension AtomicLazyReference<LiveObservers> {
  /// The observers, which most results never have: they are created when they are first needed.
  var made: LiveObservers { load() ?? storeIfNil(LiveObservers()) }
}
