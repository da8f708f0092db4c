import MotionModel

/// The steps of an ``UndoHistory``.
struct UndoSteps: Sendable {
  /// Where a step waits, by what would be done with it.
  enum Stack: Sendable {
    case undo, redo
  }

  var undo: [UndoStep] = []
  var redo: [UndoStep] = []
  /// Whether a step is being undone or redone, so that two threads do not do it both.
  var isBusy = false
  private var lastNumber = 0

  subscript(_ stack: Stack) -> [UndoStep] {
    get { stack == .undo ? undo : redo }
    set { if stack == .undo { undo = newValue } else { redo = newValue } }
  }

  /// Adds what was committed, to the latest step where that is of the same group, and forgets the oldest.
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

  /// Adds what was committed as a step of its own.
  mutating func push(_ step: UndoStep, on stack: Stack) {
    lastNumber += 1
    var step = step
    step.number = lastNumber
    self[stack].append(step)
  }

  /// Puts a step back that was taken and could not be undone or redone: below those that others added meanwhile, which have to be
  /// undone first.
  mutating func putBack(_ step: UndoStep, on stack: Stack) {
    let index = self[stack].firstIndex { $0.number > step.number } ?? self[stack].endIndex
    self[stack].insert(step, at: index)
  }
}
