import Foundation

/// A group of writes that has not been committed: tables of its own, and what was changed in them so far.
///
/// Tables of its own cost copies of what is changed in them. A transaction that comes to a single change, as the saving of a record with
/// hooks does, can do without: the change is checked and kept, and put into the tables only if somebody wants to see them, or
/// another change comes. The same holds from one savepoint on.
///
/// It travels in a task local, and tasks that are started inside inherit it. Hence the lock; and once the transaction is over, it
/// tells a task that outlives it that it takes no more.
final class OpenTransaction: Sendable {
  /// The time of all that is written in it.
  let now: Date
  let state: Locked<TransactionState>

  init(_ tables: Tables, now: Date, isPreview: Bool, recorder: (any TransactionRecorder)?) {
    self.now = now
    state = Locked(TransactionState(tables: tables, isPreview: isPreview, recorder: recorder))
  }

  var isOpen: Bool { state.withLock { $0.isOpen } }
  var isPreview: Bool { state.withLock { $0.isPreview } }
  var recorder: (any TransactionRecorder)? { state.withLock { $0.recorder } }
  /// What was written since the innermost savepoint.
  var changeset: Changeset { state.withLock { $0.changeset(at: now) } }

  /// The tables with what was written so far; nil when the transaction is over.
  var tables: Tables? {
    state.withLock { state in
      state.settle()
      return state.isOpen ? state.tables : nil
    }
  }

  /// One table with what was written so far; nil when the transaction is over.
  func version(_ layout: TableLayout) -> TableVersion? {
    state.withLock { state in
      if state.pendingChange(to: layout) != nil { state.settle() }
      return state.isOpen ? state.tables.version(layout) : nil
    }
  }

  /// One table, to find a record in by its id; nil when the transaction is over.
  func table(_ layout: TableLayout) -> TransactionTable? {
    state.withLock { state in
      state.isOpen ? TransactionTable(state.tables.version(layout), without: state.pendingChange(to: layout)) : nil
    }
  }

  /// How often something was written so far.
  var writeCount: Int { state.withLock { $0.writeCount } }

  // MARK: - Rows that are stored elsewhere

  /// Takes in rows that are stored elsewhere, except those of records that it has taken in or deleted before.
  func load(_ rows: [UnsafeRawPointer], of layout: TableLayout) {
    state.withLock { state in
      guard state.isOpen else { return }
      state.settle()
      let rows = state.notDeleted(rows, of: layout)
      state.tables.change(layout) { table in for row in rows { table.load(row) } }
    }
  }

  /// What was written so far to the records of one model.
  func changes(to layout: TableLayout) -> ChangesetPart? {
    state.withLock { state in state.isOpen ? state.log.changes(since: 0).part(of: layout) : nil }
  }

  /// What the transaction comes to for records that are stored elsewhere, if nothing else is written.
  var externalChanges: Changeset {
    let changeset = outcome
    return changeset.isExternal ? changeset.filtered(\.isExternal) : Changeset()
  }

  // MARK: - Checking

  /// What the transaction comes to, if nothing else is written.
  var outcome: Changeset {
    state.withLock { state in
      if state.savepoints.isEmpty { state.log.collapse() }
      return state.changeset(at: now)
    }
  }

  func checkIntegrity() throws {
    let (changeset, tables) = state.withLock { ($0.changeset(at: now), $0.tables) }
    if Integrity.concerns(changeset) { try Integrity.check(changeset, in: tables) }
  }

  // MARK: - Ending

  /// What a transaction came to.
  struct Outcome {
    var tables = Tables()
    var changeset = Changeset()
    /// Whether the changeset is one change that the tables do not have, which are then those that the transaction began with.
    fileprivate(set) var isPending = false
    /// What was undone although the transaction went on.
    var discarded: [Changeset] = []
  }

  /// Ends the transaction.
  ///
  /// - Parameter isUndone: Whether what was written is forgotten. The tables of the outcome then tell which ids were given.
  /// - Returns: What it came to; nil when it was over already.
  func close(isUndone: Bool = false) -> Outcome? {
    state.withLock { state in
      guard state.isOpen else { return nil }
      if !state.savepoints.isEmpty { TransactionState.refuseOverlap() }
      if isUndone { state.reserveNumbers() }
      return state.end(at: now)
    }
  }

  // MARK: - Writing

  /// Applies the changes that `prepare` derives from the tables as they are.
  ///
  /// - Parameter prepare: It must not run users' code: the transaction is locked.
  /// - Returns: The changes; nil when the transaction is over.
  func write(_ prepare: (Tables) throws(StoreError) -> Changeset) throws(StoreError) -> Changeset? {
    try write { state throws(StoreError) in
      var changeset = try prepare(state.tables)
      try state.write(&changeset, .save(now))
      return changeset
    }
  }

  /// The tables with what was written so far, and how often they were changed; nil when the transaction is over.
  var tablesToChange: (tables: Tables, count: Int)? {
    state.withLock { state in
      state.settle()
      return state.isOpen ? (state.tables, state.changeCount) : nil
    }
  }

  /// Applies a changeset, unless the tables were changed since it was derived from them.
  ///
  /// - Parameter count: How often the tables had been changed.
  /// - Returns: Whether it was applied.
  func apply(_ changeset: Changeset, unlessChangedSince count: Int) throws(StoreError) -> Bool {
    try write { state throws(StoreError) in
      if state.changeCount != count { return false }
      var changeset = changeset
      try state.write(&changeset, .application)
      return true
    } ?? true
  }

  /// - Returns: What `body` returned; nil when the transaction is over.
  private func write<Result>(
    _ body: (inout TransactionState) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    do throws(StoreError) {
      return try state.withLock { state throws(StoreError) in
        guard state.isOpen else { return nil }
        state.settle()
        return try body(&state)
      }
    } catch {
      recorder?.refused(error)
      throw error
    }
  }

  /// Has the changes to the records of one model, those that are there so far, told together.
  func markBulk(_ layout: TableLayout) { state.withLock { $0.log.markBulk(layout, since: $0.mark) } }

  // MARK: - Hooks

  /// Counts an operation with hooks.
  ///
  /// - Returns: Whether it may run: not when as many as `limit` are under way.
  func enterHooks(limit: Int) -> Bool {
    state.withLock { state in
      if state.hooks >= limit { return false }
      state.hooks += 1
      return true
    }
  }

  /// How many operations with hooks are under way.
  var hookDepth: Int { state.withLock { $0.hooks } }

  /// Ends the counting of an operation with hooks.
  func leaveHooks() { state.withLock { $0.hooks -= 1 } }
}

extension TransactionState {
  /// The rows whose records the transaction has not deleted.
  ///
  /// A table remembers deleted ids from one transaction to the next, and somebody else may have stored a record again meanwhile.
  fileprivate func notDeleted(_ rows: [UnsafeRawPointer], of layout: TableLayout) -> [UnsafeRawPointer] {
    let known = tables.version(layout).deleted
    if !rows.contains(where: { known.contains(layout.id.hash($0)) }) { return rows }
    guard let part = log.changes(since: 0).part(of: layout) else { return rows }
    let deleted = Set(part.entries.filter { $0.kind == .delete }.map { layout.id.hash(part.address($0.row)) })
    return rows.filter { !deleted.contains(layout.id.hash($0)) }
  }

  /// Ends the transaction, which keeps nothing.
  ///
  /// The outcome takes its values out of the state: each that was copied instead would be counted up and down.
  fileprivate mutating func end(at date: Date) -> OpenTransaction.Outcome {
    var outcome = OpenTransaction.Outcome()
    if hasWithdrawn { settle() }
    log.collapse()
    swap(&outcome.changeset, &log.recent)
    outcome.changeset.date = date
    if let metadata { outcome.changeset.metadata = metadata }
    swap(&outcome.discarded, &discarded)
    outcome.isPending = isPending
    // NB: Nothing may hold the tables any more, or what comes next would have to copy what it changes in them.
    start = Tables()
    swap(&outcome.tables, &tables)
    (isOpen, isPreview, recorder, isPending) = (false, false, nil, false)
    return outcome
  }
}
