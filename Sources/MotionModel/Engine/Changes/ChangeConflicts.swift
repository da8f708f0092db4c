public import MotionModelValues

/// The error for changes that conflict with other changes of the same columns or records. Nothing was changed.
public struct ChangeConflicts: DescribedError {
  /// The conflicts, one for each record.
  public let conflicts: [ChangeConflict]
  /// Whether the other changes are commits that another process has made meanwhile.
  var isOvertaken = false
}

extension ChangeConflicts {
  /// One sentence with the conflicting records, without values.
  public var description: String {
    """
    The changes cannot be brought together, because the same was changed differently meanwhile \
    (\(conflicts.map(\.description).joined(separator: "; "))): choose a policy that says which counts.
    """
  }
}
