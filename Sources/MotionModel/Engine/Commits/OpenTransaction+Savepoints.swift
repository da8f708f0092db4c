import Foundation

extension OpenTransaction {
  /// Creates a savepoint inside the innermost one.
  ///
  /// - Parameters:
  ///   - isPreview: Whether all writes from now on are undone in any case.
  ///   - recorder: Collects the findings of a preview; nil to keep the recorder that is in use.
  /// - Returns: The number of the savepoint; nil if the transaction has ended or is sealed.
  func begin(_ isPreview: Bool, _ recorder: (any TransactionRecorder)?) -> Int? {
    state.withLock { state in
      guard state.takesWrites else { return nil }
      state.applyPlacedChanges()
      state.savepoints.append(
        SavepointState(
          number: state.number, mark: state.log.mark(), tables: state.tables, pending: state.pending,
          metadata: state.metadata, writeCount: state.writeCount,
          isPreview: state.isPreview, recorder: state.recorder, hooks: state.hooks, notes: state.notes.mark))
      state.isPreview = state.isPreview || isPreview
      state.recorder = recorder ?? state.recorder
      state.savepointCount += 1
      state.number = state.savepointCount
      return state.number
    }
  }

  /// Runs `body` inside a savepoint, which is then released. If `body` throws, its writes are undone.
  ///
  /// - Parameter written: Receives the writes, before the savepoint is released.
  func nested(
    in number: Int, written: ((Changeset) -> Void)? = nil, _ body: (OpenTransaction) throws -> Void
  ) throws {
    let recorder = recorder
    let mark = recorder?.refusalCount ?? 0
    do {
      try body(self)
      if let written { written(changeset) }
      end(number)
    } catch {
      undo(number)
      if !(error is DryRunEnded) { recorder?.refused(error, since: mark) }
      throw error
    }
  }

  private func end(_ number: Int) {
    state.withLock { state in
      guard state.isOpen else { return }
      // NB: The savepoint is removed before the tables are changed. If it still held them, they would be copied for
      // each nested call.
      let hasWritten = state.leave(number).writeCount > 0
      if hasWritten { state.applyPlacedChanges() }
      state.log.forgetMarks(since: state.mark)
    }
  }

  private func undo(_ number: Int) {
    state.withLock { state in
      guard state.isOpen else { return }
      let outer = state.leave(number) { state, outer in state.rollback(to: outer) }
      state.metadata = outer.metadata
    }
  }

  // MARK: - Transactions

  /// The innermost savepoint.
  @usableFromInline var savepoint: Savepoint { Savepoint(transaction: self, number: state.withLock { $0.number }) }

  /// Undoes all writes since a savepoint. The savepoint and the metadata of the commit stay.
  func rollback(to number: Int) {
    state.withLock { state in
      state.requireInnermost(number, "rolled back")
      state.rollback(to: state.savepoints.last ?? state.beginning)
    }
  }

  /// Returns the metadata of the commit, as they are in the innermost savepoint.
  func metadata(_ number: Int) -> Changeset.Metadata {
    state.withLock { state in
      state.requireInnermost(number, "asked")
      return state.metadata ?? Changeset.Metadata()
    }
  }

  func setMetadata(_ metadata: Changeset.Metadata, _ number: Int) {
    state.withLock { state in
      state.requireInnermost(number, "changed")
      state.metadata = metadata.isEmpty ? nil : metadata
    }
  }

  /// Returns all changes since a savepoint.
  func changeset(since number: Int) -> Changeset {
    state.withLock { state in
      state.requireInnermost(number, "asked")
      return state.changeset(at: now)
    }
  }
}

extension TransactionState {
  /// The state in which the transaction began.
  fileprivate var beginning: SavepointState {
    SavepointState(
      number: 0, mark: 0, tables: start, pending: Changeset(), metadata: nil, writeCount: 0,
      isPreview: isPreview, recorder: recorder, hooks: hooks, notes: WriteNotes.Mark())
  }

  /// Removes the innermost savepoint; traps if its number is not `number`.
  ///
  /// - Parameter change: Changes the state while the savepoint's settings still apply. It receives the savepoint.
  /// - Returns: The savepoint.
  @discardableResult fileprivate mutating func leave(
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
    // The body of a sealed transaction is over, although its writes are still being checked.
    let isOver = !isOpen || sealer != nil && savepoints.isEmpty
    if !isOver && self.number == number { return }
    if !isOver && savepoints.contains(where: { $0.number == number }) {
      fatalError(
        "A transaction cannot be \(what) while another, or a call that writes, is under way inside it: end that first.")
    }
    fatalError("A transaction cannot be \(what) when it is over: do it in its body.")
  }
}

/// A point in a transaction to which all later writes can be undone.
@usableFromInline package struct Savepoint: Sendable {
  fileprivate let transaction: OpenTransaction
  fileprivate let number: Int

  /// Undoes all writes since this savepoint.
  package func rollback() { transaction.rollback(to: number) }

  /// The metadata of the commit.
  package var metadata: Changeset.Metadata {
    get { transaction.metadata(number) }
    nonmutating set { transaction.setMetadata(newValue, number) }
  }

  /// All changes since this savepoint.
  package var changeset: Changeset { transaction.changeset(since: number) }
}

/// The error that ends a preview, so that its writes are undone.
struct DryRunEnded: Error {}
