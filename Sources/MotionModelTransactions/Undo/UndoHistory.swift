public import MotionModel

/// Records the commits of a store, so that they can be undone and redone.
///
/// ```swift
/// let history = UndoHistory(of: store, limit: .count(100))
/// try history.group("Rename") { try todo.update { $0.name = "Feed the cat" } }
/// history.undoName   // => "Rename"
/// try history.undo()
/// try history.redo()
/// ```
///
/// Undoing is an ordinary commit: unique columns, required parents and commit checks can refuse it, hooks after the
/// commit run, and observers are notified. See <doc:Undoing>.
///
/// A history ends with the process, unless it is made by ``init(of:resuming:as:excluding:limit:recording:)``.
///
/// A history may be used from any thread. It stops recording when it is deallocated.
public final class UndoHistory: Sendable {
  /// Which commits a history records.
  public enum Recording: Sendable {
    /// All commits of the store. Each is a step of its own unless it is made in a group.
    case all
    /// Commits made in a group of this history. All other commits count as commits of other users.
    case groups
  }

  /// The store whose commits are recorded.
  public let store: Store
  /// How many steps, or bytes of them, are kept.
  package let limit: StoreHistory.Limit

  private let recording: Recording
  private let excluded: [any Model.Type]
  /// The name of the marks in the metadata of commits, for a later history; nil if there are none.
  private let name: String?
  let state = Locked(UndoSteps())
  private let recorder = Locked<CommitRecorder?>(nil)

  /// Begins to record the commits of a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - excluded: Models whose changes are not recorded, and so are never undone, such as the entries of an audit log.
  ///     Nor are counters and touches of parents recorded that follow from these changes alone.
  ///   - limit: How much is kept; the oldest step is dropped first.
  ///   - recording: Which commits are recorded.
  public convenience init(
    of store: Store, excluding excluded: [any Model.Type] = [], limit: StoreHistory.Limit = .count(100),
    recording: Recording = .all
  ) {
    self.init(store, excluded, limit, recording, markedAs: nil)
  }

  init(
    _ store: Store, _ excluded: [any Model.Type], _ limit: StoreHistory.Limit, _ recording: Recording,
    markedAs name: String?
  ) {
    (self.store, self.excluded, self.limit, self.recording, self.name) = (store, excluded, limit, recording, name)
    let marking: CommitRecorder.Marking = { [weak self] number, metadata in self?.mark(&metadata, ofCommit: number) }
    let recorder = store.recordCommits(marking: name == nil ? nil : marking) { [weak self] in self?.record($0) }
    self.recorder.withLock { $0 = recorder }
  }

  deinit { recorder.withLock { $0.map(store.stopRecording) } }

  // MARK: - Looking

  /// Whether there is a step to undo.
  public var canUndo: Bool { state.withLock { !$0.undo.isEmpty } }
  /// Whether there is a step to redo.
  public var canRedo: Bool { state.withLock { !$0.redo.isEmpty } }
  /// The name of the step that would be undone; nil if there is no step or it has no name.
  public var undoName: String? { state.withLock { $0.undo.last?.name } }
  /// The name of the step that would be redone; nil if there is no step or it has no name.
  public var redoName: String? { state.withLock { $0.redo.last?.name } }
  /// How many steps can be undone.
  public var undoCount: Int { state.withLock { $0.undo.count } }
  /// How many steps can be redone.
  public var redoCount: Int { state.withLock { $0.redo.count } }
  /// The estimated memory of all steps, as for `Changeset.estimatedBytes`.
  public var estimatedBytes: Int { state.withLock { ($0.undo + $0.redo).reduce(0) { $0 + $1.bytes } } }

  /// The changes that undoing would make if nothing was changed since; nil if there is nothing to undo.
  public var undoChangeset: Changeset? { state.withLock { $0.undo.last?.changeset.inverted } }

  // MARK: - Recording

  /// Combines everything that `body` commits in the store into one named step.
  ///
  /// The group includes the calls of `body` and the tasks started in it, until the group ends. Commits made before
  /// `body` throws are still a step. A group inside another is part of the outer one. There is no step if nothing is
  /// committed, or if the commits cancel out, in all columns: a model with the time of its latest save does not end as
  /// it began.
  ///
  /// - Returns: What `body` returned.
  @discardableResult
  public func group<Result, Failure: Error>(
    _ name: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let group = group(named: name)
    defer { finish(group) }
    return try UndoGroup.$current.with(group, body)
  }

  /// Combines everything that an asynchronous `body` commits in the store into one named step.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `body` runs on, the caller's by default.
  ///   - name: The name of the step.
  ///   - body: The code whose commits become one step.
  @discardableResult
  public func group<Result>(
    isolation: isolated (any Actor)? = #isolation, _ name: String, _ body: () async throws -> Result
  ) async rethrows -> Result {
    let group = group(named: name)
    defer { finish(group) }
    return try await UndoGroup.$current.withValue(group, operation: body, isolation: isolation)
  }

  private func group(named name: String) -> UndoGroup {
    if let group = UndoGroup.current(of: self) { return group }
    return UndoGroup(self, .edit(name: name))
  }

  /// Drops what the commits of a group have reverted; an inner group leaves that to the outer one.
  private func finish(_ group: UndoGroup) {
    let first = group.first.withLock { $0 }
    if UndoGroup.current(of: self) == nil { state.withLock { $0.finish(first) } }
  }

  /// Records a commit, while the next one waits.
  private func record(_ commit: Changeset) {
    if !store.isOwn(commit) { return }
    let mark = if let name { UndoMark(commit.metadata[name]) } else { self.mark(ofCommit: commit.id) }
    guard let mark, let changeset = recorded(of: commit) else { return }
    state.withLock { $0.record(changeset, as: mark, limit) }
    UndoGroup.current(of: self)?.first.withLock { $0 = $0 ?? commit.id }
  }

  /// Returns the changes of a commit that are recorded; nil if there are none.
  func recorded(of commit: Changeset) -> Changeset? {
    let excluded = excluded + (store.companion?.ownModels ?? [])
    let changeset = excluded.isEmpty ? commit : commit.leavingOut(excluded)
    return changeset.isEmpty ? nil : changeset
  }

  /// Returns what a commit of the calling task is for this history; nil if it is not recorded.
  private func mark(ofCommit number: Int) -> UndoMark? {
    guard let group = UndoGroup.current(of: self) else {
      return recording == .all ? .edit(name: nil, group: nil) : nil
    }
    let first = group.first.withLock { $0 }
    switch group.purpose {
    case .edit(let name): return .edit(name: name, group: first ?? number)
    case .replay(let step, let stack):
      if first != nil { return nil }
      // Others may have recorded steps since the step was taken, which stay.
      let next = state.withLock { steps in steps[stack.other].first { $0.number > step.number }?.number }
      return .replay(onto: stack, name: step.name, of: step.number, before: next)
    }
  }

  /// Marks the commit of the calling task that gets a number, and removes the mark that an applied changeset may have.
  private func mark(_ metadata: inout Changeset.Metadata, ofCommit number: Int) {
    guard let name else { return }
    let mark = mark(ofCommit: number)
    if mark != nil || UndoMark(metadata[name]) != nil { metadata[name] = mark?.value }
  }

  /// Removes all steps. A history that is resumed later has them again.
  public func removeAll() {
    state.withLock { state in (state.undo, state.redo) = ([], []) }
  }

  // MARK: - Undoing

  /// Undoes the latest step, as one commit.
  ///
  /// Changes that others made since stay, unless they are to the same column or record.
  ///
  /// - Parameter metadata: Who makes the commit and why.
  /// - Returns: What was committed.
  /// - Throws: ``UndoError`` if there is nothing to undo or the same column or record was changed since,
  ///   `StoreError` if the store refuses the result, or the error of a commit check. The store and the history are
  ///   then as they were.
  /// - Complexity: O(*k*) in the number of changes of the step.
  @discardableResult
  public func undo(metadata: Changeset.Metadata? = nil) throws -> Changeset {
    try store.finishing { try replay(from: .undo, to: .redo, metadata, or: .nothingToUndo) }
  }

  /// Redoes the step that was undone last, as one commit.
  ///
  /// Steps cannot be redone any more once a new step is recorded.
  ///
  /// - Parameter metadata: Who makes the commit and why.
  /// - Returns: What was committed.
  /// - Throws: What ``undo(metadata:)`` throws.
  @discardableResult
  public func redo(metadata: Changeset.Metadata? = nil) throws -> Changeset {
    try store.finishing { try replay(from: .redo, to: .undo, metadata, or: .nothingToRedo) }
  }

  private func replay(
    from source: UndoSteps.Stack, to target: UndoSteps.Stack, _ metadata: Changeset.Metadata?, or error: UndoError
  ) throws -> Changeset {
    if store.isInTransaction {
      fatalError(
        "A history cannot undo or redo inside a transaction of its store, which may be undone itself: end that first.")
    }
    let step = state.withLock { steps -> UndoStep? in
      if steps.isBusy { return nil }
      let step = steps[source].popLast()
      steps.isBusy = step != nil
      return step
    }
    guard let step else { throw error }
    defer { state.withLock { $0.isBusy = false } }
    do {
      // NB: A step is dropped if undoing it changes nothing, because others had reverted it already.
      return try UndoGroup.$current.withValue(UndoGroup(self, .replay(step, onto: target))) {
        var inverse = step.changeset.inverted
        inverse.metadata = metadata ?? Changeset.Metadata()
        return try store.merge(inverse)
      }
    } catch {
      state.withLock { $0.putBack(step, on: source) }
      throw (error as? ChangeConflicts).map { UndoError.changedSince(name: step.name, $0.conflicts) } ?? error
    }
  }
}
