import MotionModel

/// What is undone and redone at once.
struct UndoStep: Sendable {
  /// What a person would call it.
  let name: String?
  /// The group whose commits it is made of; nil for a commit of its own.
  let group: UndoGroup?
  /// When it came, among the steps of its history.
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
}

/// A block whose commits are one step; a class because it is known by its identity.
final class UndoGroup: Sendable {
  /// The history that remembers it; weak because the steps of that history hold their groups.
  weak let history: UndoHistory?
  let purpose: Purpose
  /// Whether the commit of a replay was made.
  let isReplayed = Locked(false)

  enum Purpose: Sendable {
    case edit(name: String)
    /// The commit is that of an undo or a redo, and becomes a step that the other of the two would take; what hooks write after
    /// it is not remembered.
    case replay(name: String?, UndoSteps.Stack)
  }

  @TaskLocal static var current: UndoGroup?

  init(_ history: UndoHistory, _ purpose: Purpose) { (self.history, self.purpose) = (history, purpose) }
}
