/// The operation and the store for which a hook or a check runs.
public struct HookContext<Record: Model>: Sendable {
  package let untyped: UntypedHookContext

  package init(_ context: UntypedHookContext) { untyped = context }

  /// The operation on the record.
  public var operation: HookOperation { untyped.event.operation }
  /// The store of the operation.
  public var store: Store { untyped.event.store }
  /// The record as it was stored before the operation; nil when it is new.
  public var stored: Record? { untyped.event.stored(of: Record.self) }
  /// The commit, in a hook that runs after it, or after a rollback; nil in other hooks.
  ///
  /// Its ``Changeset/id``, ``Changeset/date`` and ``Changeset/metadata`` say which commit it is, when it was made, by
  /// whom and why. A changeset that was rolled back has no id.
  public var commit: Changeset? { untyped.event.commit }
  /// Whether the operation runs in a preview and will be undone, so that hooks should have no effects outside the
  /// store.
  public var isPreview: Bool { store.isPreview }

  /// Whether a save check runs for one of several records of a call. Records are then compared at the end of the
  /// call.
  package var isOneOfMany: Bool { untyped.label === HookLabel.checkOfMany }

  /// Returns an error that stops the operation, with a reason for the caller.
  ///
  /// ```swift
  /// .beforeDelete { todo, context in
  ///   if todo.isLocked { throw context.halt("The todo is locked.") }
  /// }
  /// ```
  ///
  /// - Parameter reason: The reason, as a sentence for the caller.
  /// - Returns: ``StoreError/halted(model:id:operation:hook:reason:)``.
  public func halt(_ reason: String) -> StoreError { untyped.halt(reason) }
}

extension HookContext {
  /// Adds warnings about a record, which do not stop it from being saved; a preview collects them.
  package func warn(_ record: Record, _ warnings: [any Error]) {
    if !warnings.isEmpty { store.transaction?.findings?.warned(of: record, warnings) }
  }
}
