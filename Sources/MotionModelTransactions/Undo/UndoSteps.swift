import MotionModel

/// The steps of an ``UndoHistory``.
struct UndoSteps: Sendable {
  /// The stack of a step: steps that can be undone, or steps that can be redone.
  enum Stack: Sendable {
    case undo, redo
  }

  var undo: [UndoStep] = []
  var redo: [UndoStep] = []
  /// Whether a step is being undone or redone, so that two threads do not take steps at once.
  var isBusy = false
  private var lastNumber = 0

  subscript(_ stack: Stack) -> [UndoStep] {
    get { stack == .undo ? undo : redo }
    set { if stack == .undo { undo = newValue } else { redo = newValue } }
  }

  /// Adds a commit to the latest step if both are of the same group, or else as a new step, and drops the oldest
  /// steps.
  mutating func add(_ step: UndoStep, _ limit: HistoryLimit) {
    redo = []
    if let group = step.group, undo.last?.group === group {
      undo[undo.count - 1].add(step.changeset)
      if undo.last?.changeset.isEmpty == true { undo.removeLast() }
    } else {
      push(step, on: .undo)
    }
    undo.removeFirst(limit.excess(of: undo.lazy.map(\.bytes)))
  }

  /// Removes from a group's step what its commits have reverted, and the step if nothing is left.
  mutating func finish(_ group: UndoGroup) {
    guard undo.last?.group === group else { return }
    undo[undo.count - 1].removeUnchanged()
    if undo.last?.changeset.isEmpty == true { undo.removeLast() }
  }

  /// Adds a commit as a step of its own.
  mutating func push(_ step: UndoStep, on stack: Stack) {
    lastNumber += 1
    var step = step
    step.number = lastNumber
    self[stack].append(step)
  }

  /// Puts back a step that could not be undone or redone: below the steps that others added meanwhile, which have
  /// to be undone first.
  mutating func putBack(_ step: UndoStep, on stack: Stack) {
    let index = self[stack].firstIndex { $0.number > step.number } ?? self[stack].endIndex
    self[stack].insert(step, at: index)
  }
}
