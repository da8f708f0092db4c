/// What happened to one record: it came (`old` is nil), it changed, or it went (`new` is nil).
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

  /// The columns that differ between the record before and after; all of them when it came or went.
  public var columns: [ColumnChange] { Record.schema.changes(from: old, to: new) }
}

/// The three things that can happen to a record.
public enum ChangeKind: String, Sendable, Hashable, CaseIterable, Codable {
  /// It was added.
  case insert
  /// It was changed.
  case update
  /// It was taken away.
  case delete
}
