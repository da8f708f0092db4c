import MotionModel
import MotionModelTesting
import MotionModelTransactions

extension TestModels {
  /// Undoes commits, makes them again, and applies and merges their changesets.
  func applyChangesets(_ transcript: inout Transcript) {
    var commits: [Changeset] = []
    transcript.note("committed") {
      let undo = UndoHistory(of: store)
      let project = try Project.create { $0.name = "a" }
      try project.todos.create { $0.name = "one" }
      try Todo.updateAll { $0.priority = 4 }
      try Todo.deleteAll()
      var states = [try state()]
      for _ in 0..<3 {
        commits.append(try undo.undo())
        states.append(try state())
      }
      for _ in 0..<2 {
        commits.append(try undo.redo())
        states.append(try state())
      }
      return states
    }
    transcript.note("told") { commits.map(\.description) }
    transcript.note("applied") {
      guard let last = commits.last else { return "nothing" }
      try store.apply(last.inverted)
      let undone = try state()
      try store.apply(last)
      return "\(undone), \(try state())"
    }
    transcript.note("does not fit") {
      guard let first = commits.first else { return }
      try store.apply(first)
    }
    transcript.note("merged") {
      guard let last = commits.last else { return "nothing" }
      return try store.merge(last.inverted, .ours).description
    }
  }

  private func state() throws -> String {
    "\(try Project.order(by: \.id).all), \(try Todo.order(by: \.id).all)"
  }
}
