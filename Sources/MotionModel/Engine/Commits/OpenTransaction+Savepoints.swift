import Foundation

extension OpenTransaction {
  /// Makes a savepoint.
  ///
  /// - Parameters:
  ///   - isPreview: Whether what is written from now on will be undone in any case.
  ///   - recorder: What collects the findings of a preview, if it is one of its own.
  /// - Returns: The number of the savepoint; nil when the transaction is over.
  func begin(_ isPreview: Bool, _ recorder: (any TransactionRecorder)?) -> Int? {
    state.withLock { state in
      guard state.isOpen else { return nil }
      state.settle()
      state.savepoints.append(
        SavepointState(
          number: state.number, mark: state.log.mark(), tables: state.tables, metadata: state.metadata,
          writeCount: state.writeCount, isPreview: state.isPreview, recorder: state.recorder, hooks: state.hooks))
      state.isPreview = state.isPreview || isPreview
      state.recorder = recorder ?? state.recorder
      state.savepointCount += 1
      state.number = state.savepointCount
      return state.number
    }
  }

  /// Runs `body` after a savepoint, and forgets what it wrote when it throws.
  ///
  /// - Parameter written: Is given what was written, before the savepoint goes.
  /// - Returns: What `body` returned.
  func nested<Result>(
    in number: Int, written: ((Changeset) -> Void)? = nil, _ body: () throws -> Result
  ) throws -> Result {
    let recorder = recorder
    let mark = recorder?.refusalCount ?? 0
    do {
      let result = try body()
      if let written { written(changeset) }
      end(number)
      return result
    } catch {
      undo(number)
      if !(error is TrialOver) { recorder?.refused(error, since: mark) }
      throw error
    }
  }

  private func end(_ number: Int) {
    state.withLock { state in
      guard state.isOpen else { return }
      // NB: The savepoint lets go of its tables before they are changed, which would otherwise be copied for each nested call.
      let hasWritten = state.leave(number).writeCount > 0
      if hasWritten { state.settle() }
      state.log.forgetMarks(since: state.mark)
    }
  }

  private func undo(_ number: Int) {
    state.withLock { state in
      guard state.isOpen else { return }
      let outer = state.leave(number) { state, outer in state.goBack(to: outer) }
      state.metadata = outer.metadata
    }
  }

  // MARK: - Transactions

  /// The innermost savepoint.
  var savepoint: Savepoint { Savepoint(transaction: self, number: state.withLock { $0.number }) }

  /// Forgets what was written since a savepoint, which stays; what is known of the commit stays, too.
  func rollback(to number: Int) {
    state.withLock { state in
      state.requireInnermost(number, "rolled back")
      state.goBack(to: state.savepoints.last ?? state.beginning)
    }
  }

  /// What is known of the commit, as of the innermost savepoint.
  func metadata(_ number: Int) -> ChangesetMetadata {
    state.withLock { state in
      state.requireInnermost(number, "asked")
      return state.metadata ?? ChangesetMetadata()
    }
  }

  func setMetadata(_ metadata: ChangesetMetadata, _ number: Int) {
    state.withLock { state in
      state.requireInnermost(number, "changed")
      state.metadata = metadata.isEmpty ? nil : metadata
    }
  }

  /// What was written since a savepoint.
  func changeset(since number: Int) -> Changeset {
    state.withLock { state in
      state.requireInnermost(number, "asked")
      return state.changeset(at: now)
    }
  }
}

extension TransactionState {
  /// What the transaction began with.
  fileprivate var beginning: SavepointState {
    SavepointState(
      number: 0, mark: 0, tables: start, metadata: nil, writeCount: 0, isPreview: isPreview, recorder: recorder,
      hooks: hooks)
  }

  /// Takes the innermost savepoint away, which must be the one of a number.
  ///
  /// - Parameter change: Is called with the savepoint while that is still in force.
  /// - Returns: The savepoint.
  @discardableResult
  fileprivate mutating func leave(
    _ number: Int, _ change: (inout TransactionState, SavepointState) -> Void = { _, _ in }
  ) -> SavepointState {
    guard self.number == number, let saved = savepoints.popLast() else { Self.refuseOverlap() }
    change(&self, saved)
    (isPreview, recorder, self.number) = (saved.isPreview, saved.recorder, saved.number)
    return saved
  }

  static func refuseOverlap() -> Never {
    fatalError(
      """
      A transaction, or a call that writes, has ended while one that another task began inside it was under way: a task that is \
      started inside a transaction must write when that is over.
      """)
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

/// The place in a transaction to which what is written later can be undone.
package struct Savepoint: Sendable {
  fileprivate let transaction: OpenTransaction
  fileprivate let number: Int

  /// Forgets what was written since then.
  package func rollback() { transaction.rollback(to: number) }

  /// What is known of the commit.
  package var metadata: ChangesetMetadata {
    get { transaction.metadata(number) }
    nonmutating set { transaction.setMetadata(newValue, number) }
  }

  /// What was written since then.
  package var changeset: Changeset { transaction.changeset(since: number) }
}

/// Undoes what a trial wrote.
struct TrialOver: Error {}
