public import Foundation

/// A changeset that does not fit the store that it was to be applied to. The store is as it was.
///
/// ``Changeset/rebased(onto:_:)`` makes one fit that was made elsewhere.
@nonexhaustive
public enum ChangesetError: Error, Hashable {
  /// It inserts a record whose id a record in the store has.
  case recordThere(model: String, id: String)
  /// It updates or deletes a record that is not in the store.
  case recordGone(model: String, id: String)
  /// It updates or deletes a record that differs, in the columns of these names, from what the changeset says it was.
  case recordDiffers(model: String, id: String, columns: [String])
}

extension ChangesetError: CustomStringConvertible {
  /// One sentence: which change does not fit, and why.
  public var description: String {
    switch self {
    case .recordThere(let model, let id):
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

extension ChangesetError: LocalizedError {
  /// The description, which `localizedDescription` gives too.
  public var errorDescription: String? { description }
}
