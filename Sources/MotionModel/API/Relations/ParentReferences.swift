/// Which ids an optional key may have; see ``Relation``.
///
/// ```swift
/// let project = BelongsTo<Project>(\.projectID, references: .existing)
/// ```
public enum ParentReferences: String, Sendable, Hashable, CaseIterable {
  /// Any: a key may have the id of a record that is not stored, and then counts as nil.
  case any
  /// None, or the id of a stored record. No commit leaves another one: neither by saving a record, nor by deleting its
  /// parent.
  case existing
}
