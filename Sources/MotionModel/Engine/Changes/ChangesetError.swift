public import MotionModelValues

/// The error of applying a changeset that does not fit the store. The store is unchanged.
///
/// ``Changeset/rebased(onto:_:)`` adapts a changeset that was made from another state.
@nonexhaustive
public enum ChangesetError: DescribedError, Hashable {
  /// The changeset inserts a record with the id of a record that is in the store.
  case recordExists(model: String, id: String)
  /// The changeset updates or deletes a record that is not in the store.
  case recordGone(model: String, id: String)
  /// The changeset updates or deletes a record that differs from the one in the store, in the named columns.
  case recordDiffers(model: String, id: String, columns: [String])
}

extension ChangesetError {
  /// One sentence with the change that does not fit, and the reason.
  public var description: String {
    switch self {
    case .recordExists(let model, let id):
      "The changeset cannot be applied, because it inserts \(model) \(id), which is in the store: rebase it."
    case .recordGone(let model, let id):
      "The changeset cannot be applied, because it changes \(model) \(id), which is not in the store: rebase it."
    case .recordDiffers(let model, let id, let columns):
      """
      The changeset cannot be applied, because \(model) \(id) was changed since in \
      \(columns.map { "\"\($0)\"" }.joined(separator: ", ")): rebase it.
      """
    }
  }
}
