import MotionModel

/// The changes that are undone or redone together.
struct UndoStep: Sendable {
  /// The name for users.
  let name: String?
  /// The group whose commits the step combines, by the number of its first commit; nil for a single commit.
  let group: Int?
  private(set) var changeset: Changeset
  private(set) var bytes: Int

  /// The number of the first commit, in the order of which a history has its steps.
  var number: Int { changeset.id }

  init(name: String?, group: Int? = nil, _ changeset: Changeset) {
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

/// A block whose commits are one step; a class because tasks share it.
final class UndoGroup: Sendable {
  /// The history that records the group; weak because a task that was started in it may end later.
  weak let history: UndoHistory?
  let purpose: Purpose
  /// The group of another history around this one, which includes the same commits.
  private let outer: UndoGroup?
  /// The number of the first commit that was recorded.
  let first = Locked<Int?>(nil)

  enum Purpose: Sendable {
    case edit(name: String)
    /// The first commit undoes or redoes a step, and becomes a step of the other stack. Commits that hooks make after
    /// it are not recorded.
    case replay(UndoStep, onto: UndoSteps.Stack)
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
