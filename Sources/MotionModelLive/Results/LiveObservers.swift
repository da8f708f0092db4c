import MotionModel
import Observation

/// Lets code that reads a live result inside `withObservationTracking` know when it changes. It costs nothing until the
/// result is read.
final class LiveObservers: Sendable {
  private struct State: Sendable {
    var registrar: ObservationRegistrar?
    var reader: LiveReader?
  }

  private let state = Locked(State())

  /// Takes note that a property of a result is read.
  ///
  /// - Parameters:
  ///   - source: What changes the property with each commit; nil if it is changed by ``change(_:_:_:)``.
  ///   - store: The store of the source.
  func access<Results: Observable & AnyObject & Sendable, Value>(
    _ results: Results, _ property: any KeyPath<Results, Value> & Sendable, following source: LiveSource? = nil,
    in store: Store? = nil
  ) {
    let (registrar, isNew) = state.withLock { state in
      let registrar = state.registrar ?? ObservationRegistrar()
      defer { state.registrar = registrar }
      return (registrar, state.registrar == nil)
    }
    registrar.access(results, keyPath: property)
    guard isNew, let source, let store else { return }
    let (version, place) = source.version(in: store)
    let reader = LiveReader(
      .signal { [weak self, weak results] in
        if let results { self?.change(results, property) {} }
      }, at: version, place)
    state.withLock { $0.reader = reader }
    _ = source.add(reader, at: .max)
  }

  /// Changes a property of a result, and lets those know who have read it.
  func change<Results: Observable, Value>(
    _ results: Results, _ property: any KeyPath<Results, Value> & Sendable, _ change: () -> Void
  ) {
    guard let registrar = state.withLock({ $0.registrar }) else { return change() }
    registrar.withMutation(of: results, keyPath: property, change)
  }

  /// Ends to follow a source.
  func end(_ source: LiveSource) {
    guard let reader = state.withLock({ $0.reader }) else { return }
    reader.end()
    source.remove(reader)
  }
}
