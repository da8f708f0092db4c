import MotionModel

/// The steps of an ``UndoHistory``.
struct UndoSteps: Sendable {
  var undo: [UndoStep] = []
  var redo: [UndoStep] = []
  /// Whether a step is being undone or redone, so that two threads do not do it both.
  var isBusy = false

  /// Adds what was committed, to the latest step where that is of the same group, and forgets the oldest.
  mutating func add(_ step: UndoStep, _ limit: HistoryLimit) {
    redo = []
    if let group = step.group, undo.last?.group === group {
      undo[undo.count - 1].add(step.changeset)
      if undo.last?.changeset.isEmpty == true { undo.removeLast() }
    } else {
      undo.append(step)
    }
    undo.removeFirst(limit.excess(of: undo.lazy.map(\.bytes)))
  }
}
