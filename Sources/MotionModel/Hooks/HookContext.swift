/// What is going on while a hook or a check runs.
public struct HookContext<Record: Model>: Sendable {
  /// What is done to the record.
  public let operation: HookOperation
  /// The store in which it is done.
  public let store: Store
  /// The record as it was stored before; nil when it is new.
  public let stored: Record?
  /// Whether the operation is only tried and will be undone, so that a hook should not tell the world outside of it.
  public let isPreview: Bool

  /// The hook that is running.
  var place: HookPlace

  init(operation: HookOperation, store: Store, stored: Record?, place: HookPlace = .check) {
    (self.operation, self.store, self.stored, self.place) = (operation, store, stored, place)
    isPreview = store.isPreview
  }

  /// An error that stops the operation, with a reason that reaches the caller.
  ///
  /// ```swift
  /// .beforeDelete { todo, context in
  ///   if todo.isLocked { throw context.halt("The todo is locked.") }
  /// }
  /// ```
  ///
  /// - Parameter reason: Why, in a sentence for whoever called.
  /// - Returns: ``StoreError/halted(model:id:operation:hook:reason:)``.
  public func halt(_ reason: String) -> StoreError {
    .halted(
      model: Record.schema.modelName, id: stored.map { "\($0.id.attribute)" }, operation: operation,
      hook: place.description, reason: reason)
  }
}
