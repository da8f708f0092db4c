/// The context of a running hook, for code that does not know the model; a ``HookContext`` adds the type.
package struct UntypedHookContext: Sendable {
  /// The operation, which all its hooks share.
  let event: HookEvent
  /// The hook that is running.
  let label: HookLabel

  init(_ event: HookEvent, _ label: HookLabel) {
    (self.event, self.label) = (event, label)
    if HookReport.isWanted { HookReport.note(label, event) }
  }

  /// Returns an error that stops the operation, with a reason for the caller.
  func halt(_ reason: String) -> StoreError {
    .halted(
      model: event.layout.name, id: event.withStored { $0.map(event.layout.id.text) },
      operation: event.operation, hook: label.description, reason: reason)
  }
}

/// An operation on a record, as hooks see it; a class, so that passing it on does not copy the stored record.
///
/// It owns raw memory that is written once, in the initializer, so it may be sent between threads.
final class HookEvent: @unchecked Sendable {
  let operation: HookOperation
  let store: Store
  let layout: TableLayout
  /// The record as it was stored before the operation; nil when it is new.
  private let row: MutableRow?
  /// The commit that a hook after it is notified of; nil for other hooks.
  let commit: Changeset?

  /// - Parameter stored: The stored record, which is copied; nil when there is none.
  convenience init(_ operation: HookOperation, _ store: Store, _ layout: TableLayout, stored: Row?) {
    self.init(operation, store, layout, owning: stored.map(layout.memory.copied))
  }

  private init(
    _ operation: HookOperation, _ store: Store, _ layout: TableLayout, owning row: MutableRow?, commit: Changeset? = nil
  ) {
    (self.operation, self.store, self.layout, self.row, self.commit) = (operation, store, layout, row, commit)
  }

  convenience init<Record: Model>(
    _ operation: HookOperation, _ store: Store, stored record: Record?, commit: Changeset? = nil
  ) {
    let layout = Record.schema.layout
    let row = record.map { record in withRow(of: record) { layout.memory.copied($0) } }
    self.init(operation, store, layout, owning: row, commit: commit)
  }

  deinit {
    if let row { layout.memory.free(row) }
  }

  /// Calls `body` with the record as it was stored before; nil when it is new.
  func withStored<Result, Failure: Error>(_ body: (Row?) throws(Failure) -> Result) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(row.map { Row($0) })
  }

  /// Returns the write for a save that was called as `wanted`: an insert for a new record, else an upsert or an
  /// update.
  func writing(_ wanted: RowWriter.Operation) -> RowWriter.Operation {
    operation == .create ? .insert : wanted == .upsert ? .upsert : .update
  }

  /// Returns the record as it was stored before; nil when it is new.
  func stored<Record: Model>(of model: Record.Type) -> Record? {
    withStored { $0?[Record.self] }
  }
}
