public import MotionModel

/// Remembers the commits of a store, so that they can be undone and done again.
///
/// ```swift
/// let history = UndoHistory(of: store, limit: .count(100))
/// try history.group("Rename") { try todo.update { $0.name = "Feed the cat" } }
/// history.undoName   // => "Rename"
/// try history.undo()
/// try history.redo()
/// ```
///
/// Undoing is a commit like any other: told, asked about unique columns, required parents and commit checks, and followed by the
/// hooks after a commit. See <doc:Undoing>.
///
/// It may be used from any thread. It ends when nobody holds it any more.
public final class UndoHistory: Sendable {
  /// Which commits are remembered.
  public enum Recording: Sendable {
    /// All of the store: each is a step of its own, unless it is made in a group.
    case all
    /// Those made in a group of this history. What is changed outside belongs to others.
    case groups
  }

  /// The store.
  public let store: Store
  /// How many steps, or bytes of them, are remembered.
  public let limit: HistoryLimit

  private let recording: Recording
  private let state = Locked(UndoSteps())
  private let recorder = Locked<CommitRecorder?>(nil)

  /// Begins to remember the commits of a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - limit: How much is remembered; the oldest is forgotten first.
  ///   - recording: Which commits are remembered.
  public init(of store: Store, limit: HistoryLimit = .count(100), recording: Recording = .all) {
    (self.store, self.limit, self.recording) = (store, limit, recording)
    let recorder = store.recordCommits { [weak self] in self?.record($0) }
    self.recorder.withLock { $0 = recorder }
  }

  deinit { recorder.withLock { $0.map(store.stopRecording) } }

  // MARK: - Looking

  /// Whether there is a step to undo.
  public var canUndo: Bool { state.withLock { !$0.undo.isEmpty } }
  /// Whether there is a step to redo.
  public var canRedo: Bool { state.withLock { !$0.redo.isEmpty } }
  /// What the step that would be undone is called; nil when there is none, or it has no name.
  public var undoName: String? { state.withLock { $0.undo.last?.name } }
  /// What the step that would be redone is called; nil when there is none, or it has no name.
  public var redoName: String? { state.withLock { $0.redo.last?.name } }
  /// How many steps can be undone.
  public var undoCount: Int { state.withLock { $0.undo.count } }
  /// How many steps can be redone.
  public var redoCount: Int { state.withLock { $0.redo.count } }
  /// The memory that the steps take, estimated as `Changeset.estimatedBytes` says.
  public var estimatedBytes: Int { state.withLock { ($0.undo + $0.redo).reduce(0) { $0 + $1.bytes } } }

  /// What would be changed by undoing, if nothing was changed since; nil when there is nothing to undo.
  public var undoChangeset: Changeset? { state.withLock { $0.undo.last?.changeset.inverted } }

  // MARK: - Recording

  /// Makes one step, with a name, of all that `body` commits in the store.
  ///
  /// It holds for everything that `body` calls and for the tasks that it starts, until it ends. When it throws, what was committed is
  /// a step all the same. A group inside another belongs to that one. When nothing is committed, there is no step.
  ///
  /// - Returns: What `body` returned.
  @discardableResult
  public func group<Result, Failure: Error>(
    _ name: String, _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let outcome = UndoGroup.$current.withValue(group(named: name)) { () -> Swift.Result<Result, Failure> in
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try outcome.get()
  }

  /// Makes one step, with a name, of all that an asynchronous `body` commits in the store.
  ///
  /// - Parameters:
  ///   - isolation: The actor that `body` runs on: the caller's.
  ///   - name: The name.
  ///   - body: What is to be one step.
  @discardableResult
  public func group<Result>(
    isolation: isolated (any Actor)? = #isolation, _ name: String, _ body: () async throws -> Result
  ) async rethrows -> Result {
    try await UndoGroup.$current.withValue(group(named: name), operation: body, isolation: isolation)
  }

  private func group(named name: String) -> UndoGroup {
    if let group = UndoGroup.current, group.history === self { return group }
    return UndoGroup(self, .edit(name: name))
  }

  /// Takes a commit, while the next one waits.
  private func record(_ changeset: Changeset) {
    if changeset.isEmpty { return }
    let group = UndoGroup.current.flatMap { $0.history === self ? $0 : nil }
    switch group?.purpose {
    case .replay(let name, let stack):
      let isFirst = group?.isReplayed.withLock { isReplayed in
        defer { isReplayed = true }
        return !isReplayed
      }
      if isFirst == true { state.withLock { $0.push(UndoStep(name: name, changeset), on: stack) } }
    case .edit(let name): state.withLock { $0.add(UndoStep(name: name, group: group, changeset), limit) }
    case nil where recording == .all: state.withLock { $0.add(UndoStep(name: nil, changeset), limit) }
    case nil: break
    }
  }

  /// Forgets all steps.
  public func removeAll() {
    state.withLock { state in (state.undo, state.redo) = ([], []) }
  }

  // MARK: - Undoing

  /// Undoes the latest step, as one commit.
  ///
  /// What others changed since stays, as long as it is not the same column or record.
  ///
  /// - Returns: What was committed.
  /// - Throws: ``UndoError`` when there is nothing to undo or the same was changed since, `StoreError` when what would come of
  ///   it must not be, or whatever a commit check throws. The store and the history are then as they were.
  /// - Complexity: O(*k*) in the number of changes of the step.
  @discardableResult
  public func undo() throws -> Changeset { try replay(from: .undo, to: .redo, or: .nothingToUndo) }

  /// Does the step again that was undone last, as one commit.
  ///
  /// A new step ends what could be redone.
  ///
  /// - Returns: What was committed.
  /// - Throws: What ``undo()`` throws.
  @discardableResult
  public func redo() throws -> Changeset { try replay(from: .redo, to: .undo, or: .nothingToRedo) }

  private func replay(
    from source: UndoSteps.Stack, to target: UndoSteps.Stack, or error: UndoError
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
      // NB: What comes to nothing, because others had done it already, is a step no more.
      return try UndoGroup.$current.withValue(UndoGroup(self, .replay(name: step.name, target))) {
        try store.merge(step.changeset.inverted)
      }
    } catch {
      state.withLock { $0.putBack(step, on: source) }
      throw (error as? ChangeConflicts).map { UndoError.changedSince(name: step.name, $0.conflicts) } ?? error
    }
  }
}
