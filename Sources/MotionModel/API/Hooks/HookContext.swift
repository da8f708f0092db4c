/// What is going on while a hook or a check runs.
public struct HookContext<Record: Model>: Sendable {
  private let moment: HookMoment

  init(_ moment: HookMoment) { self.moment = moment }

  /// What is done to the record.
  public var operation: HookOperation { moment.occasion.operation }
  /// The store in which it is done.
  public var store: Store { moment.occasion.store }
  /// The record as it was stored before; nil when it is new.
  public var stored: Record? { moment.occasion.stored(of: Record.self) }
  /// Whether the operation is only tried and will be undone, so that a hook should not tell the world outside of it.
  public var isPreview: Bool { store.isPreview }

  /// Whether a save check is asked of one of several records that a call saves: what compares records waits for the end of the call.
  package var isOneOfMany: Bool { moment.place === HookPlace.checkOfMany }

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
  public func halt(_ reason: String) -> StoreError { moment.halt(reason) }
}

extension HookContext {
  /// Says something of a record that does not stop it from being saved; a preview collects it.
  package func warn(_ record: Record, _ warnings: [any Error]) {
    if !warnings.isEmpty { store.transaction?.recorder?.warned(of: record, warnings) }
  }
}
