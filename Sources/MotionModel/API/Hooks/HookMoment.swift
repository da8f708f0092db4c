/// What is going on while a hook runs, for code that does not know the model; a ``HookContext`` is this with the type.
struct HookMoment: Sendable {
  /// What does not change from hook to hook.
  let occasion: HookOccasion
  /// The hook that is running.
  let place: HookPlace

  init(_ occasion: HookOccasion, _ place: HookPlace) { (self.occasion, self.place) = (occasion, place) }

  /// An error that stops the operation, with a reason that reaches the caller.
  func halt(_ reason: String) -> StoreError {
    .halted(
      model: occasion.layout.name, id: occasion.withStored { $0.map(occasion.layout.id.text) },
      operation: occasion.operation, hook: place.description, reason: reason)
  }
}

/// An operation on a record, as hooks see it; a class, so that handing it on does not copy the stored record.
///
/// It has raw memory, which is written once, when it is made. That is why it may be sent between threads.
final class HookOccasion: @unchecked Sendable {
  let operation: HookOperation
  let store: Store
  let layout: TableLayout
  /// The record as it was stored before; nil when it is new.
  private let row: UnsafeMutableRawPointer?

  /// - Parameter stored: Is copied.
  convenience init(_ operation: HookOperation, _ store: Store, _ layout: TableLayout, stored: UnsafeRawPointer?) {
    let row = stored.map { stored in
      let row = layout.memory.allocate(1)
      layout.memory.copy(stored, row, 1)
      return row
    }
    self.init(operation, store, layout, owning: row)
  }

  private init(
    _ operation: HookOperation, _ store: Store, _ layout: TableLayout, owning row: UnsafeMutableRawPointer?
  ) {
    (self.operation, self.store, self.layout, self.row) = (operation, store, layout, row)
  }

  convenience init<Record: Model>(_ operation: HookOperation, _ store: Store, stored record: Record?) {
    let layout = Record.schema.layout
    let row = record.map { record in
      let row = layout.memory.allocate(1)
      row.assumingMemoryBound(to: Record.self).initialize(to: record)
      return row
    }
    self.init(operation, store, layout, owning: row)
  }

  deinit {
    guard let row else { return }
    layout.memory.destroy(row, 1)
    row.deallocate()
  }

  /// Lets `body` look at the record as it was stored before.
  func withStored<Result, Failure: Error>(
    _ body: (UnsafeRawPointer?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    defer { withExtendedLifetime(self) {} }
    return try body(row.map { UnsafeRawPointer($0) })
  }

  /// How a record is written that is saved in a way.
  func writing(_ wanted: RowWriter.Operation) -> RowWriter.Operation {
    operation == .create ? .insert : wanted == .upsert ? .upsert : .update
  }

  /// The record as it was stored before; nil when it is new.
  func stored<Record: Model>(of model: Record.Type) -> Record? {
    withStored { $0?.assumingMemoryBound(to: Record.self).pointee }
  }
}
