public import MotionModel

/// An error of undoing or redoing a step. The store and the history are as they were.
public enum UndoError: DescribedError {
  /// There is nothing to undo.
  case nothingToUndo
  /// There is nothing to redo.
  case nothingToRedo
  /// Others changed the same columns or records since. In the conflicts, *ours* is the change that undoing or
  /// redoing would make.
  case changedSince(name: String?, [ChangeConflict])
}

extension UndoError {
  /// One sentence: what was refused, for which records, and why.
  public var description: String {
    switch self {
    case .nothingToUndo: "There is nothing to undo."
    case .nothingToRedo: "There is nothing to redo."
    case .changedSince(let name, let conflicts):
      """
      \(name.map { "\"\($0)\"" } ?? "The change") cannot be undone or redone, because the same was changed since \
      (\(conflicts.map(\.description).joined(separator: "; "))): undo that first, or change it by hand.
      """
    }
  }
}
