import MotionModel

/// The changes that are undone or redone together.
struct UndoStep: Sendable {
  /// The name for users.
  let name: String?
  /// The group whose commits the step combines; nil for a single commit.
  let group: UndoGroup?
  /// The position of the step in the order in which its history recorded steps.
  var number = 0
  private(set) var changeset: Changeset
  private(set) var bytes: Int

  init(name: String?, group: UndoGroup? = nil, _ changeset: Changeset) {
    (self.name, self.group, bytes) = (name, group, changeset.estimatedBytes)
    self.changeset = group == nil ? changeset : changeset.detached
  }

  mutating func add(_ later: Changeset) {
    changeset.append(later.detached)
    bytes = changeset.estimatedBytes
  }

  /// Removes the changes of records that end as they began.
  mutating func removeUnchanged() {
    changeset.removeUnchanged()
    bytes = changeset.estimatedBytes
  }
}

/// A block whose commits are one step; a class because groups are compared by identity.
final class UndoGroup: Sendable {
  /// The history that records the group; weak because the steps of a history hold their groups.
  weak let history: UndoHistory?
  let purpose: Purpose
  /// The group of another history around this one, which includes the same commits.
  private let outer: UndoGroup?
  /// Whether the commit of the replay was recorded.
  let isReplayed = Locked(false)

  enum Purpose: Sendable {
    case edit(name: String)
    /// The commit is that of an undo or a redo, and becomes a step of the other stack. Commits that hooks make
    /// after it are not recorded.
    case replay(name: String?, UndoSteps.Stack)
  }

  @TaskLocal static var current: UndoGroup?

  init(_ history: UndoHistory, _ purpose: Purpose) {
    (self.history, self.purpose, outer) = (history, purpose, Self.current)
  }

  /// Returns the innermost group of a history that the calling task is in.
  static func current(of history: UndoHistory) -> UndoGroup? {
    var group = current
    while let inner = group, inner.history !== history { group = inner.outer }
    return group
  }
}
