/// What is going on while a hook or a check runs.
public struct HookContext<Record: Model>: Sendable {
  /// What does not change from hook to hook; a class, so that handing it on does not copy the stored record.
  private let occasion: HookOccasion<Record>
  /// The hook that is running.
  var place: HookPlace

  init(operation: HookOperation, store: Store, stored: Record?, place: HookPlace = .check) {
    occasion = HookOccasion(operation, store, stored)
    self.place = place
  }

  /// What is done to the record.
  public var operation: HookOperation { occasion.operation }
  /// The store in which it is done.
  public var store: Store { occasion.store }
  /// The record as it was stored before; nil when it is new.
  public var stored: Record? { occasion.stored }
  /// Whether the operation is only tried and will be undone, so that a hook should not tell the world outside of it.
  public var isPreview: Bool { store.isPreview }

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

/// An operation on a record, as hooks see it.
private final class HookOccasion<Record: Model>: Sendable {
  let operation: HookOperation
  let store: Store
  let stored: Record?

  init(_ operation: HookOperation, _ store: Store, _ stored: Record?) {
    (self.operation, self.store, self.stored) = (operation, store, stored)
  }
}
