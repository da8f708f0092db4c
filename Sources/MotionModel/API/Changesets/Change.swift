/// The change of one record: it was inserted (`old` is nil), updated, or deleted (`new` is nil).
public struct Change<Record: Model>: Sendable {
  /// The record's id.
  public let id: Record.ID
  /// The record before, or nil when it was inserted.
  public let old: Record?
  /// The record after, or nil when it was deleted.
  public let new: Record?

  init(id: Record.ID, old: Record?, new: Record?) {
    self.id = id
    self.old = old
    self.new = new
  }

  /// Whether the record was inserted, updated or deleted.
  public var kind: ChangeKind { old == nil ? .insert : new == nil ? .delete : .update }

  /// The columns that differ between the record before and after; all columns when it was inserted or deleted.
  public var columns: [ColumnChange] { Record.schema.changes(from: old, to: new) }
}
