import MotionModel

/// The steps of an ``UndoHistory``.
struct UndoSteps: Sendable {
  /// The stack of a step: steps that can be undone, or steps that can be redone.
  enum Stack: Sendable {
    case undo, redo

    var other: Stack { self == .undo ? .redo : .undo }
  }

  var undo: [UndoStep] = []
  var redo: [UndoStep] = []
  /// Whether a step is being undone or redone, so that two threads do not take steps at once.
  var isBusy = false
  /// Whether the oldest steps were dropped.
  private(set) var hasDropped = false

  subscript(_ stack: Stack) -> [UndoStep] {
    get { stack == .undo ? undo : redo }
    set { if stack == .undo { undo = newValue } else { redo = newValue } }
  }

  /// Records a commit.
  mutating func record(_ changeset: Changeset, as mark: UndoMark, _ limit: StoreHistory.Limit) {
    switch mark {
    case .edit(let name, let group): add(UndoStep(name: name, group: group, changeset), limit)
    case .replay(let stack, let name, let step, let end):
      self[stack.other].removeAll { $0.number >= step && $0.number < end ?? .max }
      self[stack].append(UndoStep(name: name, changeset))
    }
  }

  /// Records a commit of the past.
  ///
  /// - Parameter start: The number of the commit before those that are recorded. A step that began earlier cannot be
  ///   undone as a whole, and is none.
  mutating func resume(_ changeset: Changeset, as mark: UndoMark, after start: Int, _ limit: StoreHistory.Limit) {
    if undo.last?.group != mark.group { finish(undo.last?.group) }
    if let group = mark.group, group <= start { redo = [] } else { record(changeset, as: mark, limit) }
  }

  /// Adds a commit to the latest step if both are of the same group, or else as a new step, and drops the oldest
  /// steps.
  private mutating func add(_ step: UndoStep, _ limit: StoreHistory.Limit) {
    redo = []
    if let group = step.group, undo.last?.group == group {
      undo[undo.count - 1].add(step.changeset)
      if undo.last?.changeset.isEmpty == true { undo.removeLast() }
    } else {
      undo.append(step)
    }
    let excess = limit.excess(of: undo.lazy.map(\.bytes))
    undo.removeFirst(excess)
    if excess > 0 { hasDropped = true }
  }

  /// Removes from a group's step what its commits have reverted, and the step if nothing is left.
  mutating func finish(_ group: Int?) {
    guard let group, undo.last?.group == group else { return }
    undo[undo.count - 1].removeUnchanged()
    if undo.last?.changeset.isEmpty == true { undo.removeLast() }
  }

  /// Puts back a step that could not be undone or redone: below the steps that others added meanwhile, which have
  /// to be undone first.
  mutating func putBack(_ step: UndoStep, on stack: Stack) {
    let index = self[stack].firstIndex { $0.number > step.number } ?? self[stack].endIndex
    self[stack].insert(step, at: index)
  }
}
