public import Foundation

/// Changes that could not be brought together, because others made other changes to the same columns or records. Nothing was
/// changed.
public struct ChangeConflicts: Error, Sendable {
  /// The conflicts, one for each record.
  public let conflicts: [ChangeConflict]

  /// Makes an error of conflicts.
  public init(_ conflicts: [ChangeConflict]) { self.conflicts = conflicts }
}

extension ChangeConflicts: CustomStringConvertible {
  /// One sentence: the records that both changed, without values.
  public var description: String {
    """
    The changes cannot be brought together, because the same was changed differently meanwhile \
    (\(conflicts.map(\.description).joined(separator: "; "))): choose a policy that says which counts.
    """
  }
}

extension ChangeConflicts: LocalizedError {
  /// The description, which `localizedDescription` gives too.
  public var errorDescription: String? { description }
}
