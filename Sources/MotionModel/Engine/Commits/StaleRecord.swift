/// An old copy of a record whose model has a ``LockVersion``, and the stored record in whose place it was not put, or which was not deleted
/// for it.
///
/// ```swift
/// do {
///   try todo.save()
/// } catch StoreError.stale(let conflict) {
///   if let (mine, stored) = conflict.records(of: Todo.self) { … }
/// }
/// ```
public struct StaleRecord: Sendable {
  /// The model's name.
  public let model: String
  /// The id of both.
  public let id: String
  /// The old copy.
  public let record: any Model
  /// What was stored then.
  public let stored: any Model

  init(_ layout: TableLayout, _ row: UnsafeRawPointer, stored: UnsafeRawPointer) {
    (model, id) = (layout.name, layout.id.text(stored))
    (record, self.stored) = (layout.record(row), layout.record(stored))
  }

  /// The old copy and what was stored, if they are of a model.
  public func records<Record: Model>(of model: Record.Type) -> (record: Record, stored: Record)? {
    guard let record = record as? Record, let stored = stored as? Record else { return nil }
    return (record, stored)
  }
}

extension StaleRecord: Hashable {
  /// Whether both are about equal records.
  public static func == (first: StaleRecord, second: StaleRecord) -> Bool {
    first.model == second.model && first.record.attributes == second.record.attributes
      && first.stored.attributes == second.stored.attributes
  }

  /// Hashes the model and the id.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(model)
    hasher.combine(id)
  }
}
