import Foundation

extension Session {
  /// Makes a savepoint.
  ///
  /// - Parameters:
  ///   - isPreview: Whether what is written from now on will be undone in any case.
  ///   - recorder: What collects the findings of a preview, if it is one of its own.
  /// - Returns: The number of the savepoint; nil when the session is over.
  func begin(_ isPreview: Bool, _ recorder: (any SessionRecorder)?) -> Int? {
    state.withLock { state in
      guard state.isOpen else { return nil }
      state.settle()
      var saved = state
      saved.savepoints = []
      state.savepoints.append(saved)
      state.changeset = emptyChangeset(as: state.changeset)
      state.isPreview = state.isPreview || isPreview
      state.recorder = recorder ?? state.recorder
      state.savepointCount += 1
      state.number = state.savepointCount
      return state.number
    }
  }

  /// Runs `body` after a savepoint, and forgets what it wrote when it throws.
  ///
  /// - Parameter written: Becomes what was written.
  /// - Returns: What `body` returned.
  func nested<Result>(
    in number: Int, _ written: inout Changeset, _ body: () throws -> Result
  ) throws -> Result {
    let recorder = recorder
    let mark = recorder?.refusalCount ?? 0
    do {
      let result = try body()
      written = end(number)
      return result
    } catch {
      undo(number)
      if !(error is TrialOver) { recorder?.refused(error, since: mark) }
      throw error
    }
  }

  private func end(_ number: Int) -> Changeset {
    state.withLock { state in
      guard state.isOpen else { return state.changeset }
      var outer = state.leave(number)
      (state.isPreview, state.recorder, state.number) = (outer.isPreview, outer.recorder, outer.number)
      // NB: The savepoint lets go of its tables before they are changed, and of its changeset before that is added to: while two hold
      // them, each nested call would copy what all those before it wrote.
      outer.tables = Tables()
      if outer.writeCount > 0 { state.settle() }
      let inner = state.changeset
      if outer.changeset.hasEffect {
        swap(&state.changeset, &outer.changeset)
        state.changeset.append(inner)
        state.changeset.metadata = inner.metadata
      }
      return inner
    }
  }

  private func undo(_ number: Int) {
    state.withLock { state in
      guard state.isOpen else { return }
      let outer = state.leave(number)
      state.goBack(to: outer)
      (state.isPreview, state.recorder, state.number) = (outer.isPreview, outer.recorder, outer.number)
    }
  }

  // MARK: - Transactions

  /// The innermost savepoint.
  var savepoint: Savepoint { Savepoint(session: self, number: state.withLock { $0.number }) }

  /// Forgets what was written since a savepoint, which stays; what is known of the commit stays, too.
  func rollback(to number: Int) {
    state.withLock { state in
      state.requireInnermost(number, "rolled back")
      var beginning =
        state.savepoints.last
        ?? SessionState(
          fence: state.fence, start: state.start, tables: state.start, changeset: Changeset(date: now),
          hooks: state.hooks)
      beginning.changeset = emptyChangeset(as: state.changeset)
      state.goBack(to: beginning)
    }
  }

  /// What is known of the commit, as of the innermost savepoint.
  func metadata(_ number: Int) -> ChangesetMetadata {
    state.withLock { state in
      state.requireInnermost(number, "asked")
      return state.changeset.metadata
    }
  }

  func setMetadata(_ metadata: ChangesetMetadata, _ number: Int) {
    state.withLock { state in
      state.requireInnermost(number, "changed")
      state.changeset.metadata = metadata
    }
  }

  /// What was written since a savepoint.
  func changeset(since number: Int) -> Changeset {
    state.withLock { state in
      state.requireInnermost(number, "asked")
      return state.changeset
    }
  }

  private func emptyChangeset(as other: Changeset) -> Changeset {
    var changeset = Changeset(date: now)
    changeset.metadata = other.metadata
    return changeset
  }
}

extension SessionState {
  /// Takes the innermost savepoint away, which must be the one of a number.
  ///
  /// - Returns: The state at the savepoint.
  fileprivate mutating func leave(_ number: Int) -> SessionState {
    guard self.number == number, let saved = savepoints.popLast() else { Self.refuseOverlap() }
    return saved
  }

  static func refuseOverlap() -> Never {
    fatalError(
      """
      A transaction, or a call that writes, has ended while one that another task began inside it was under way: a task that is \
      started inside a transaction must write when that is over.
      """)
  }

  /// Becomes what it was, but for what is remembered of the time since.
  fileprivate mutating func goBack(to earlier: SessionState) {
    if changeset.hasEffect && !isPreview { discarded.append(changeset) }
    (tables, changeset, isPending) = (earlier.tables, earlier.changeset, earlier.isPending)
    (writeCount, hooks) = (earlier.writeCount, earlier.hooks)
  }

  fileprivate func requireInnermost(_ number: Int, _ what: String) {
    if isOpen && self.number == number { return }
    if isOpen && savepoints.contains(where: { $0.number == number }) {
      fatalError(
        "A transaction cannot be \(what) while another, or a call that writes, is under way inside it: end that first.")
    }
    fatalError("A transaction cannot be \(what) when it is over: do it in its body.")
  }
}

/// The place in a session to which what is written later can be undone.
package struct Savepoint: Sendable {
  fileprivate let session: Session
  fileprivate let number: Int

  /// Forgets what was written since then.
  package func rollback() { session.rollback(to: number) }

  /// What is known of the commit.
  package var metadata: ChangesetMetadata {
    get { session.metadata(number) }
    nonmutating set { session.setMetadata(newValue, number) }
  }

  /// What was written since then.
  package var changeset: Changeset { session.changeset(since: number) }
}
