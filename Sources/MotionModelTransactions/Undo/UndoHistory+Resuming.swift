public import MotionModel

extension UndoHistory {
  /// Begins to record the commits of a store, with the steps of an earlier history: undo and redo outlive the process.
  ///
  /// ```swift
  /// let store = try Store(file: url, models: [Todo.self])
  /// let history = try UndoHistory(of: store, resuming: store.history)
  /// history.undoName   // => "Rename", of the process before
  /// ```
  ///
  /// Steps, names and groups are as they were, and so are steps to be redone. For that, the history marks each recorded
  /// commit in its metadata, and the journal keeps the mark. A commit without a mark counts as one of other users. No
  /// commit has a mark that was made before this history, or beside a history without this option.
  ///
  /// A step is gone if its first commit is not in the past any more, because the store was compacted. A step that was
  /// dropped, because undoing it changed nothing, is there again until an older step is undone.
  ///
  /// - Parameters:
  ///   - store: The store. In a replica, undoing a step is refused.
  ///   - past: The commits of the store so far, which `MotionModelJournal` has as `store.history`. Writers wait while
  ///     they are read.
  ///   - name: The name of the marks in the metadata. Several histories of a store need different names.
  ///   - excluded: Models whose changes are not recorded.
  ///   - limit: How much is kept; the oldest step is dropped first.
  ///   - recording: Which commits are recorded from now on.
  /// - Throws: The errors of reading the past.
  /// - Complexity: The time of reading the past from the commits of the oldest kept step on. The last 4,096 commits are
  ///   read first, and 16 times as many if they have fewer steps than the limit, and so on. The memory is that of the
  ///   steps.
  public convenience init<Past: CommitHistory>(
    of store: Store, resuming past: @autoclosure () throws -> Past, as name: String = "undo",
    excluding excluded: [any Model.Type] = [], limit: StoreHistory.Limit = .count(100), recording: Recording = .all
  ) throws {
    self.init(store, excluded, limit, recording, markedAs: name)
    try store.asOnlyWriter {
      let steps = try steps(of: past(), name)
      state.withLock { $0 = steps }
    }
  }

  private func steps(of past: some CommitHistory, _ name: String) throws -> UndoSteps {
    let commits = past.commits
    var count = 4_096
    while true {
      let start = max(commits.lowerBound, commits.upperBound - count)
      var steps = UndoSteps()
      try past.forEachChangeset(after: start) { commit in
        guard let mark = UndoMark(commit.metadata[name]), let changeset = recorded(of: commit) else { return }
        steps.resume(changeset, as: mark, after: start, limit)
      }
      steps.finish(steps.undo.last?.group)
      // With more of the past, the same steps would be dropped.
      if steps.hasDropped || start == commits.lowerBound { return steps }
      count *= 16
    }
  }
}
