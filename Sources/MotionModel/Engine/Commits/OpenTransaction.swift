import Foundation

/// A transaction that has not been committed: its own tables, and the changes that were made to them so far.
///
/// Applying changes to its own tables costs copies of the memory that changes. A transaction with few changes avoids
/// that, for example one that saves a record with hooks, or a record and its parent. The changes are checked and kept
/// as pending. They are applied to the tables only when these are read, or when a change follows that is not
/// independent of them. The same holds for the first changes after each savepoint. See ``PendingChanges``.
///
/// A transaction is stored in a task local. Tasks started inside inherit it, so it has a lock. Once the body has
/// returned, the transaction is sealed: its writes are being checked, and a task that is still running writes a commit
/// of its own, when the transaction is over.
@usableFromInline final class OpenTransaction: Sendable {
  /// The time of all writes in the transaction.
  let now: Date
  let state: Locked<TransactionState>

  init(_ tables: Tables, now: Date, isPreview: Bool, recorder: (any TransactionRecorder)?) {
    self.now = now
    state = Locked(TransactionState(tables: tables, isPreview: isPreview, recorder: recorder))
  }

  var isOpen: Bool { state.withLock { $0.isOpen } }
  var isPreview: Bool { state.withLock { $0.isPreview } }
  var recorder: (any TransactionRecorder)? { state.withLock { $0.recorder } }
  /// All changes since the innermost savepoint.
  var changeset: Changeset { state.withLock { $0.changeset(at: now) } }

  /// The tables with all changes so far; nil if the transaction has ended.
  var tables: Tables? {
    state.withLock { state in
      state.applyPendingChanges()
      return state.isOpen ? state.tables : nil
    }
  }

  /// Returns one table with all changes so far; nil if the transaction has ended.
  ///
  /// - Parameter row: A row with the id of the only record that is read, so that other changes may stay pending; nil
  ///   for any.
  func version(_ layout: TableLayout, for row: Row? = nil) -> TableVersion? {
    state.withLock { state in
      if let row {
        state.applyPendingChanges(before: row, of: layout)
      } else if state.pendingChanges(to: layout) != nil {
        state.applyPendingChanges()
      }
      return state.isOpen ? state.tables.version(layout) : nil
    }
  }

  /// Returns one table in which a record can be found by its id; nil if the transaction has ended.
  func table(_ layout: TableLayout) -> TransactionTable? {
    state.withLock { state in
      state.isOpen ? TransactionTable(state.tables.version(layout), without: state.pendingChanges(to: layout)) : nil
    }
  }

  /// How many finders are answered without applying pending changes, before they are applied for all further ones.
  private static let mostLooks = 16

  /// Returns one table without its pending changes, for a finder that may be answered without applying them; nil if
  /// there are none, or if finders have looked often.
  func pendingTable(_ layout: TableLayout) -> TransactionTable? {
    state.withLock { state in
      guard state.isOpen, state.looks < Self.mostLooks, let changes = state.pendingChanges(to: layout) else {
        return nil
      }
      state.looks += 1
      return TransactionTable(state.tables.version(layout), without: changes)
    }
  }

  /// The changes since the innermost savepoint that have touched records whose model has hooks after touching.
  var touchedParts: [ChangesetPart] {
    state.withLock { state in Array(state.notes.touched[(state.savepoints.last?.notes.touched ?? 0)...]) }
  }

  /// Notes that changes were made by touching records.
  func noteTouch(_ changes: Changeset) { state.withLock { $0.notes.addTouched(changes.parts) } }

  /// The times and lock versions of a model that callers have set, by column, with the changes that did so.
  func statedColumns(of layout: TableLayout) -> [(column: Int, part: ChangesetPart)] {
    state.withLock { state in state.notes.stated.filter { $0.part.layout.slot == layout.slot } }
  }

  /// Whether a row is stored, with the same values in all columns.
  func has(_ row: Row, of layout: TableLayout) -> Bool {
    guard let version = version(layout, for: row) else { return false }
    defer { version.isRead() }
    return version.position(of: row).map { layout.isSame(version.rows[$0], row) } ?? false
  }

  /// How many writes there were so far, without those that were undone.
  var writeCount: Int { state.withLock { $0.writeCount } }

  /// Whether the calling thread can write, and errors are not collected. NB: Only a preview collects them, and asking
  /// for its recorder copies it.
  var takesUnrecordedWrites: Bool { state.withLock { (!$0.isPreview || $0.recorder == nil) && $0.takesWrites } }

  /// Whether the calling thread can write.
  var takesWrites: Bool { state.withLock { $0.takesWrites } }

  // MARK: - Rows that are stored elsewhere

  /// Adds rows that an adapter keeps to the tables, except for records that the tables have already or that the
  /// transaction has deleted.
  ///
  /// - Parameter form: Returns how the adapter keeps values.
  func load(_ rows: [Row], of layout: TableLayout, _ form: () -> StoredForm) {
    state.withLock { state in
      guard state.isOpen else { return }
      state.applyPendingChanges()
      state.load(rows, of: layout, form)
    }
  }

  /// Returns whether the tables have the record with the id of a row, after they have got it if it was found last.
  ///
  /// - Parameter form: Returns how the adapter keeps values.
  func hasLoaded(_ row: Row, of layout: TableLayout, _ form: () -> StoredForm) -> Bool {
    state.withLock { state in
      guard state.isOpen else { return false }
      state.applyPendingChanges()
      if state.tables.version(layout).position(of: row) != nil { return true }
      guard let found = state.found.record(with: row, of: layout) else { return false }
      found.read { state.load(CollectionOfOne($0), of: layout, areMissing: true, form) }
      return true
    }
  }

  /// Replaces a row by the row with the same id that the transaction has loaded or written.
  ///
  /// - Returns: Whether there is one: false if the transaction has deleted it, and nil if that is not known.
  func find(_ row: MutableRow, of layout: TableLayout) -> Bool? {
    state.withLock { state in
      guard state.isOpen, let table = state.tables.version(layout.slot) else { return nil }
      if let position = table.position(of: Row(row)) {
        layout.memory.replace(table.rows[position], row)
        return true
      }
      return state.hasDeleted(Row(row), of: layout) ? false : nil
    }
  }

  /// Calls `load` unless it was called before for a model in this transaction. It loads the record with the highest id.
  func loadHighestID<Failure>(of layout: TableLayout, _ load: () throws(Failure) -> Void) throws(Failure) {
    if state.withLock({ $0.withHighestID.contains(layout.slot) }) { return }
    try load()
    state.withLock { _ = $0.withHighestID.insert(layout.slot) }
  }

  /// Forgets some facts about children that are not in the tables.
  func forget(_ facts: [ChildFacts]) {
    state.withLock { state in
      for facts in facts { state.tables.change(facts.link.child) { $0.unloaded.forget(facts) } }
    }
  }

  /// Takes over facts about children that are not in the tables.
  func note(_ numbers: [AttributeValue: Int], _ facts: ChildFacts) {
    state.withLock { state in
      state.tables.change(facts.link.child) { table in
        for (parent, number) in numbers { table.unloaded.set(number, facts, ofParent: parent) }
      }
    }
  }

  /// Whether ids for a number of new records are known already.
  func hasReserved(_ count: Int, of layout: TableLayout) -> Bool {
    state.withLock { state in
      state.applyPendingChanges()
      return state.tables.version(layout).given.reserved.count >= count || state.withHighestID.contains(layout.slot)
    }
  }

  /// Takes over the ids that an adapter gives to new records.
  func reserve(_ ids: GivenIDs, of layout: TableLayout) {
    state.withLock { state in
      state.applyPendingChanges()
      state.tables.change(layout) { $0.reserve(ids) }
      if case .above = ids { state.withHighestID.insert(layout.slot) }
    }
  }

  /// Keeps a record that was found, in case it is saved next.
  func note(_ record: Row, of layout: TableLayout) {
    state.withLock { if $0.isOpen { $0.found.append(record, of: layout) } }
  }

  /// Returns all changes so far to the records of one model; nil if there are none.
  func changes(to layout: TableLayout) -> ChangesetPart? {
    state.withLock { state in state.isOpen ? state.log.changes(since: 0).part(of: layout) : nil }
  }

  /// The changes that would be committed now to records that adapters keep.
  var externalChanges: Changeset {
    let changeset = outcome
    return changeset.isExternal ? changeset.filtered(\.isExternal) : Changeset()
  }

  // MARK: - Checking

  /// The changes that would be committed now, without those of records that end as they began.
  var outcome: Changeset {
    state.withLock { state in
      if state.savepoints.isEmpty { state.log.collapse() }
      return state.changeset(at: now)
    }
  }

  func checkIntegrity() throws(StoreError) {
    try state.withLock { state throws(StoreError) in try state.checkIntegrity() }
  }

  // MARK: - Ending

  /// Refuses writes of other threads from now on, as if the transaction had ended. Its writes are checked next, so that
  /// a later write would be committed without a check.
  ///
  /// - Returns: The changes that are committed, without those of records that end as they began.
  @discardableResult func seal() -> Changeset {
    state.withLock { state in
      if !state.savepoints.isEmpty { TransactionState.refuseOverlap() }
      state.sealer = ThreadNumber.current
      state.log.collapse()
      return state.changeset(at: now)
    }
  }

  /// The outcome of a transaction.
  struct Outcome {
    var tables = Tables()
    var changeset = Changeset()
    /// Whether the changeset was not applied to the tables; see ``PendingChanges``. The tables are then as they were
    /// when the transaction began.
    fileprivate(set) var isPending = false
    /// Whether the columns that a table keeps of a file are others.
    fileprivate(set) var hasNewKeptColumns = false
    /// The changes that were undone before the transaction ended.
    var discarded: [Changeset] = []
  }

  /// Ends the transaction.
  ///
  /// - Parameter isUndone: Whether the changes are undone. The tables of the outcome then say which ids were given.
  /// - Returns: The outcome; nil if the transaction had ended before.
  func close(isUndone: Bool = false) -> Outcome? {
    state.withLock { state in
      guard state.isOpen else { return nil }
      if !state.savepoints.isEmpty { TransactionState.refuseOverlap() }
      if isUndone { state.reserveNumbers() }
      return state.close(at: now)
    }
  }

  // MARK: - Writing

  /// The tables with all changes so far, and how often the tables were changed; nil if the transaction has ended.
  var tablesToChange: (tables: Tables, count: Int)? {
    state.withLock { state in
      state.applyPendingChanges()
      return state.isOpen ? (state.tables, state.changeCount) : nil
    }
  }

  /// Applies a changeset, unless the tables were changed since it was derived from them.
  ///
  /// - Parameter count: How often the tables had been changed when the changeset was derived.
  /// - Returns: Whether it was applied; also true if the transaction has ended.
  func apply(_ changeset: inout Changeset, unlessChangedSince count: Int) throws(StoreError) -> Bool {
    try write { state throws(StoreError) in
      if state.changeCount != count { return false }
      try state.write(&changeset, .application)
      return true
    } ?? true
  }

  /// Runs `body` under the lock, with all changes applied to the tables on which it depends. Reports an error of `body`
  /// to the recorder.
  ///
  /// - Parameters:
  ///   - row: A row with the id of the only record that `body` writes; nil if it may write more, or depends on all
  ///     changes.
  ///   - layout: The layout of the row.
  ///   - body: It must not run users' code, because the transaction is locked.
  /// - Returns: The result of `body`; nil if the transaction has ended or is sealed.
  func write<Result>(
    to row: Row? = nil, of layout: TableLayout? = nil, _ body: (inout TransactionState) throws(StoreError) -> Result
  ) throws(StoreError) -> Result? {
    do throws(StoreError) {
      return try state.withLock { state throws(StoreError) in
        guard state.takesWrites else { return nil }
        if let row, let layout {
          state.applyPendingChanges(before: row, of: layout, isWrite: true)
        } else {
          state.applyPendingChanges()
        }
        return try body(&state)
      }
    } catch {
      recorder?.refused(error)
      throw error
    }
  }

  /// Replaces what a table keeps of a file.
  func keep(_ kept: KeptColumns?, of layout: TableLayout) {
    state.withLock { state in
      guard state.takesWrites, kept != nil || state.tables.version(layout.slot)?.kept != nil else { return }
      state.applyPendingChanges()
      state.tables.change(layout) { $0.kept = kept }
      state.hasNewKeptColumns = true
    }
  }

  /// Marks the changes to one model since the innermost savepoint as a bulk change, so that they are notified together.
  func markBulk(_ layout: TableLayout) { state.withLock { $0.log.markBulk(layout, since: $0.mark) } }

  // MARK: - Hooks

  /// Counts the beginning of an operation with hooks.
  ///
  /// - Returns: Whether it may run; false if as many as `limit` are running already.
  func enterHooks(limit: Int) -> Bool {
    state.withLock { state in
      if state.hooks >= limit { return false }
      state.hooks += 1
      return true
    }
  }

  /// How many operations with hooks are running, one inside the other.
  var hookDepth: Int { state.withLock { $0.hooks } }

  /// Counts the end of an operation with hooks.
  func leaveHooks() { state.withLock { $0.hooks -= 1 } }
}

extension TransactionState {
  /// Ends the transaction and empties its state.
  ///
  /// The values are moved from the state to the outcome. Copying them instead would retain and release each one.
  mutating func close(at date: Date) -> OpenTransaction.Outcome {
    var outcome = OpenTransaction.Outcome()
    if hasApplied || hasWithdrawnIDs || hasNewKeptColumns { applyPendingChanges() }
    log.collapse()
    swap(&outcome.changeset, &log.recent)
    outcome.changeset.date = date
    if let metadata { outcome.changeset.metadata = metadata }
    swap(&outcome.discarded, &discarded)
    // NB: Updates may have undone each other.
    (outcome.isPending, outcome.hasNewKeptColumns) = (isPending && outcome.changeset.hasEffect, hasNewKeptColumns)
    // NB: The state must not hold the tables any more. If it did, the next write would have to copy what it changes in
    // them.
    (start, found) = (Tables(), RecentLookups())
    swap(&outcome.tables, &tables)
    (isOpen, isPreview, recorder, pending) = (false, false, nil, Changeset())
    return outcome
  }
}
