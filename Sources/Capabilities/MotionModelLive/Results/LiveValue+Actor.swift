import Dispatch
public import MotionModel

extension LiveValue {
  /// Calls a handler on the main actor with each change from now on. It may change a `@MainActor` view model.
  ///
  /// ```swift
  /// observation = urgent.onMainChange { [weak self] change in self?.title = "\(change.after.count) urgent" }
  /// ```
  ///
  /// It is called on the main queue, in a turn of its own, as by ``onChange(on:perform:)`` with `on: .main`. A value
  /// that is shown there, as by `live(on: .main)`, changes directly before.
  ///
  /// - Parameter handler: Receives each change.
  /// - Returns: The observation, which ends when it is cancelled or released. It keeps the live value.
  public func onMainChange(_ handler: @escaping @MainActor (Change) -> Void) -> StoreObservation {
    onChange(on: isOnMain ? nil : .main) { change in MainActor.assumeIsolated { handler(change) } }
  }

  /// Calls a handler on an actor with each change from now on.
  ///
  /// ```swift
  /// let observation = urgent.onChange(isolatedTo: index) { index, change in index.update(change) }
  /// ```
  ///
  /// The committing thread does not wait for it. If the value changes again before the handler is called, or while it
  /// runs, it receives these changes as one.
  ///
  /// - Parameters:
  ///   - actor: The actor, which is kept.
  ///   - handler: Receives the actor and each change.
  /// - Returns: The observation, which ends when it is cancelled or released; once it is cancelled on the actor, no
  ///   call begins. It keeps the live value.
  public func onChange<Isolation: Actor>(
    isolatedTo actor: Isolation, perform handler: @escaping @Sendable (isolated Isolation, Change) -> Void
  ) -> StoreObservation {
    // NB: Detached, because the caller may be inside a transaction.
    let task = Task.detached { [changes, store] in await call(handler, on: actor, with: changes, in: store) }
    return StoreObservation { task.cancel() }
  }
}

/// Calls a handler with each change until the task is cancelled. It waits on the handler's actor: changes during a busy
/// time of the actor are delivered as one.
private func call<Isolation: Actor, Changes: AsyncSequence>(
  _ handler: @Sendable (isolated Isolation, Changes.Element) -> Void, on actor: isolated Isolation,
  with changes: Changes, in store: Store
) async where Changes.Element: Sendable, Changes.Failure == Never {
  for await change in changes {
    if !Task.isCancelled { store.using { handler(actor, change) } }
  }
}
