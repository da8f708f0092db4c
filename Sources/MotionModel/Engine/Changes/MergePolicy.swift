/// How conflicts between changes are resolved.
///
/// ```swift
/// try draft.merge(.ours)
/// try draft.merge(.resolving { $0.columns.contains { $0.name == "price" } ? .theirs : .ours })
/// ```
public struct MergePolicy: Sendable {
  let resolve: @Sendable (ChangeConflict) throws -> Resolution

  /// Throws ``ChangeConflicts`` with all conflicts.
  public static let fail = MergePolicy { _ in .unresolved }
  /// Our changes count: a record that they deleted is inserted again, and a column that both changed gets our value.
  public static let ours = MergePolicy { _ in .ours }
  /// Their changes count.
  public static let theirs = MergePolicy { _ in .theirs }

  /// Calls a closure for each record with a conflict.
  ///
  /// - Parameter resolve: Returns which change counts. It may read, and must not write to the stores that are merged.
  public static func resolving(
    _ resolve: @escaping @Sendable (ChangeConflict) throws -> Resolution
  ) -> MergePolicy {
    MergePolicy(resolve: resolve)
  }

  /// Which of two changes of one record counts.
  public enum Resolution: Sendable, Hashable {
    /// Ours, in all columns in conflict.
    case ours
    /// Theirs, in all columns in conflict.
    case theirs
    /// Ours in the columns of these names, theirs in other columns; where one change deletes the record, theirs counts.
    case columns(ours: Set<String>)
    /// Neither: the conflict is thrown with the other unresolved ones.
    case unresolved
  }
}
