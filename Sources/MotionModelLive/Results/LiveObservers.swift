import MotionModel
import Observation

/// Lets code that reads a live result inside `withObservationTracking` know when it changes. It costs nothing until the
/// result is read.
struct LiveObservers: Sendable {
  private struct State: Sendable {
    var registrar: ObservationRegistrar?
    var end: (@Sendable () -> Void)?
    /// Whether a property was read since those who read it were last told: tracking ends with the first change.
    var isRead = false
  }

  private let state = Locked(State())

  /// Takes note that a property of a result is read.
  ///
  /// - Parameter follow: Begins to follow what changes the property, when it is read for the first time: it is given what
  ///   is to be called after each change, and returns what ends it. By default, ``change(_:_:_:)`` changes the property.
  func access<Results: Observable & AnyObject & Sendable, Value>(
    _ results: Results, _ property: any KeyPath<Results, Value> & Sendable,
    following follow: ((@escaping @Sendable () -> Void) -> @Sendable () -> Void)? = nil
  ) {
    let (registrar, isNew) = state.withLock { state in
      let registrar = state.registrar ?? ObservationRegistrar()
      defer { (state.registrar, state.isRead) = (registrar, true) }
      return (registrar, state.registrar == nil)
    }
    registrar.access(results, keyPath: property)
    guard isNew, let follow else { return }
    let end = follow { [self, weak results] in
      if let results { change(results, property) {} }
    }
    state.withLock { $0.end = end }
  }

  /// Changes a property of a result, and lets those know who have read it.
  func change<Results: Observable, Value>(
    _ results: Results, _ property: any KeyPath<Results, Value> & Sendable, _ change: () -> Void
  ) {
    let registrar = state.withLock { state in
      defer { state.isRead = false }
      return state.isRead ? state.registrar : nil
    }
    guard let registrar else { return change() }
    registrar.withMutation(of: results, keyPath: property, change)
  }

  /// Ends to follow what changes the property.
  func end() { state.withLock { $0.end }?() }
}
