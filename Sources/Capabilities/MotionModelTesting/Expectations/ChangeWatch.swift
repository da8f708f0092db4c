import MotionModel

/// Notes what changes in a store from its creation to its end.
struct ChangeWatch {
  /// How changes are noted.
  private enum Mode {
    /// The commits are recorded as they are made.
    case commits(Locked<[Changeset]>, CommitRecorder)
    /// The calling task is inside a transaction, which has changed this so far. It commits later, so no commit can be
    /// recorded.
    case transaction(before: Changeset)
  }

  private let store: Store
  private let mode: Mode

  /// Begins to watch.
  init(_ store: Store) {
    self.store = store
    if let savepoint = store.savepoint {
      mode = .transaction(before: savepoint.changeset)
    } else {
      let commits = Locked<[Changeset]>([])
      mode = .commits(commits, store.recordCommits { commit in commits.withLock { $0.append(commit) } })
    }
  }

  /// Ends watching, and returns the text of the net changes since the beginning.
  func end(ignoring columns: Set<String>) -> String {
    switch mode {
    case .commits(let commits, let recorder):
      store.stopRecording(recorder)
      return Changeset.composed(commits.withLock { $0 }).text(ignoring: columns)
    case .transaction(let before):
      let after = store.savepoint?.changeset ?? .empty
      // NB: The inverse deletes and inserts again what the transaction had inserted before, which looks like a move.
      return before.inverted.composed(with: after).text(ignoring: columns, showsMoves: false)
    }
  }
}
