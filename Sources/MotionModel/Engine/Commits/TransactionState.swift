import Foundation

/// The state of an open transaction.
struct TransactionState: Sendable {
  /// The tables as they were when the transaction began.
  var start: Tables
  var tables: Tables
  /// All changes that were not undone.
  var log = ChangeLog()
  /// The latest changes in the log, if they were not applied to the tables yet; see ``PendingChanges``.
  var pending = Changeset()
  /// Whether changes were applied to the tables, so that these are not as they were when the transaction began.
  private(set) var hasApplied = false
  /// How many finders were answered since then without applying the pending changes.
  var looks = 0
  /// The metadata of the commit.
  var metadata: Changeset.Metadata?
  /// How many writes there were, without those that were undone.
  var writeCount = 0
  /// How often the tables were changed, including changes that were undone and the undoing.
  var changeCount = 0
  /// Whether the tables contain ids or lock versions that an undone change has given. They may have no other changes.
  var hasWithdrawnIDs = false
  /// Whether the columns that a table keeps of a file are others. The tables may have no other changes.
  var hasNewKeptColumns = false
  /// What is noted of the writes that were not undone.
  var notes = WriteNotes()
  /// The changes that were undone while the transaction continued, in order.
  var discarded: [Changeset] = []
  /// Hashes of the ids of records that an adapter stores and that the transaction has deleted, by model. A record that
  /// was inserted again may still be here, so a table is searched first.
  private var deletedExternally: [Int: Set<UInt64>] = [:]
  /// The models whose highest id was loaded from an adapter.
  var withHighestID: Set<Int> = []
  /// The records of adapters that were found last.
  var found = RecentLookups()
  var isOpen = true
  /// Whether all changes are copies of what is kept elsewhere.
  var isReplica = false
  /// Whether rules and required parents may refuse it: not what a database has committed, which has it in any case.
  var isJudged = true
  /// The slots of the models whose records were replaced by those of a file.
  var loaded: Set<Int> = []
  /// The only thread that may still write, while it checks the writes; nil while the body runs.
  var sealer: ThreadNumber?
  /// Whether all writes are undone in any case.
  var isPreview = false
  /// Collects the findings of a preview.
  var recorder: (any TransactionRecorder)?
  /// How many operations with hooks are running, one inside the other.
  var hooks = 0
  /// The call that is checked at its end; nil while each write is judged.
  var call: WriteCall?
  /// The number of the innermost savepoint; 0 for the beginning of the transaction.
  var number = 0
  /// How many savepoints were created, including those that have ended.
  var savepointCount = 0
  /// The open savepoints, with the innermost last.
  var savepoints: [SavepointState] = []

  init(tables: Tables, isPreview: Bool, recorder: (any TransactionRecorder)?) {
    (start, self.tables, self.isPreview, self.recorder) = (tables, tables, isPreview, recorder)
  }

  /// Whether there are pending changes.
  var isPending: Bool { mutating get { !pending.parts.isEmpty } }

  /// Whether the calling thread can write.
  ///
  /// NB: It is mutating for the reason given at ``changeset(at:)``.
  var takesWrites: Bool { mutating get { isOpen && (sealer == nil || sealer == ThreadNumber.current) } }

  // MARK: - Changes

  /// The mark of the innermost savepoint in the log.
  var mark: Int { savepoints.last?.mark ?? 0 }

  /// Returns all changes since the innermost savepoint, with the date and the metadata of the commit.
  ///
  /// NB: Mutating, like other methods that change nothing, because the compiler copies the whole state to call a
  /// nonmutating method.
  mutating func changeset(at date: Date) -> Changeset {
    var changes = log.changes(since: mark)
    changes.removeUnchanged()
    changes.date = date
    if let metadata { changes.metadata = metadata }
    return changes
  }

  /// Returns the pending changes to the records of a model; nil if there are none.
  mutating func pendingChanges(to layout: TableLayout) -> ChangesetPart? { pending.part(of: layout) }

  /// Applies the pending changes to the tables, unless the record of a row can be read, or written to, without them.
  mutating func applyPendingChanges(before row: Row, of layout: TableLayout, isWrite: Bool = false) {
    if isPending && !PendingChanges.leaveAlone(row, of: layout, isWrite: isWrite, pending, in: tables) {
      applyPendingChanges()
    }
  }

  /// Applies the pending changes to the tables, if there are any.
  mutating func applyPendingChanges() {
    guard isPending else { return }
    // The changes were checked with these tables, and they have not changed since.
    pending.applyChecked(to: &tables)
    (pending, hasApplied) = (Changeset(), true)
  }

  /// Applies the pending changes to the tables, unless they may stay pending while a savepoint begins or ends.
  mutating func applyPlacedChanges() {
    if isPending && !pending.parts.allSatisfy(\.updatesDifferentRecords) { applyPendingChanges() }
  }

  /// Whether changes that have an effect can be pending.
  private mutating func canBePending(_ changes: Changeset) -> Bool {
    if isPending { return PendingChanges.areIndependent(changes, beside: pending, in: tables) }
    if writeCount != savepoints.last?.writeCount ?? 0 { return false }
    return PendingChanges.areIndependent(changes, beside: Changeset(), in: tables)
  }

  /// Applies a changeset that has an effect, and fills in the positions of inserted records. Pending changes have none
  /// yet.
  mutating func apply(_ changes: inout Changeset) throws(StoreError) {
    if defersUniqueness { changes.deferUniqueness() }
    if canBePending(changes) {
      try changes.check(in: tables)
      changes.expectPlaces(in: tables)
      pending.append(changes)
      looks = 0
    } else if changes.isSingle {
      applyPendingChanges()
      try changes.apply(to: &tables)
      hasApplied = true
    } else {
      applyPendingChanges()
      var tables = tables
      try changes.apply(to: &tables)
      (self.tables, hasApplied) = (tables, true)
    }
    writeCount += 1
    changeCount += 1
    log.append(changes)
    if changes.isExternal { noteDeletions(in: changes) }
  }

  /// Throws when the changes so far leave a record without its required parent.
  mutating func checkIntegrity() throws(StoreError) {
    let changes = changeset(at: .distantPast)
    guard Integrity.concerns(changes) else { return }
    if !Integrity.canCheckBefore(applying: changes) { applyPendingChanges() }
    do throws(StoreError) { try Integrity.check(changes, in: tables) } catch {
      switch error {
      case .parentMissing(let model, let id?, _, _), .parentNeeded(let model, let id, _, _):
        throw placed(error, model, id)
      default: throw error
      }
    }
  }

  /// Returns an error about a record, with its place if attributes of its owner wrote it.
  mutating func placed(_ error: StoreError, _ model: String, _ id: String) -> StoreError {
    guard let record = notes.nested.last(where: { $0.model == model && $0.id == id }) else { return error }
    return forgetting(record.change(error) as? StoreError ?? error)
  }

  /// Returns an error without the ids of records that the transaction has inserted, for one that undoes them.
  mutating func forgetting(_ error: StoreError) -> StoreError {
    let undone = discarded + [changeset(at: .distantPast)]
    return error.mappingIDs { model, id in
      undone.contains { $0.parts.contains { $0.layout.name == model && $0.inserts(id) } } ? nil : id
    }
  }

  // MARK: - Rows that are stored elsewhere

  /// Adds rows that an adapter keeps to a table, without records that are there or that the transaction has deleted.
  ///
  /// - Parameters:
  ///   - areMissing: Whether the records are known not to be there.
  ///   - form: Returns how the adapter keeps values.
  mutating func load(
    _ rows: some Sequence<Row>, of layout: TableLayout, areMissing: Bool = false, _ form: () -> StoredForm
  ) {
    let (form, deleted) = (tables.version(layout).form ?? form(), deletedExternally[layout.slot])
    tables.change(layout) { table in
      table.form = form
      for row in rows where deleted?.contains(layout.id.hash(row)) != true { table.load(row, isMissing: areMissing) }
    }
  }

  /// Whether the transaction has deleted the record with the id of a row, which is not in its table.
  mutating func hasDeleted(_ row: Row, of layout: TableLayout) -> Bool {
    deletedExternally[layout.slot]?.contains(layout.id.hash(row)) ?? false
  }

  private mutating func noteDeletions(in changes: Changeset) {
    for part in changes.parts where part.layout.isExternal && part.hasDeletions {
      for hash in part.hashesOfDeletedIDs { deletedExternally[part.layout.slot, default: []].insert(hash) }
    }
  }

  mutating func forgetDeletions(in undone: Changeset) {
    for part in undone.parts where part.layout.isExternal {
      for hash in part.hashesOfDeletedIDs { deletedExternally[part.layout.slot]?.remove(hash) }
    }
  }

  // MARK: - Going back

  /// Removes the changes since a mark from the log.
  mutating func cutLog(to mark: Int) -> Changeset {
    let undone = log.cut(to: mark)
    if undone.isExternal { forgetDeletions(in: undone) }
    return undone
  }

  /// Returns to the state of a savepoint. Ids and lock versions that were given since then are not given again.
  mutating func rollback(to earlier: SavepointState) {
    reserveNumbers()
    let undone = cutLog(to: earlier.mark)
    let given = tables
    (tables, pending, writeCount, hooks) = (earlier.tables, earlier.pending, earlier.writeCount, earlier.hooks)
    notes.cut(to: earlier.notes)
    changeCount += 1
    tables.withdraw(undone, given: given)
    hasWithdrawnIDs = true
    if undone.hasEffect && !isPreview { discarded.append(undone) }
  }

  /// Counts the ids of pending insertions as given, in the tables.
  mutating func reserveNumbers() {
    for part in pending.parts where part.hasInsertions {
      tables.change(part.layout) { table in
        for entry in part.entries where entry.kind == .insert { table.countNumber(of: part.address(entry.row)) }
        table.countNumbers(below: part.nextNumber)
      }
    }
  }
}

extension ChangesetPart {
  fileprivate func inserts(_ id: String) -> Bool {
    entries.contains { $0.kind == .insert && layout.id.text(address($0.row)) == id }
  }

  fileprivate var hashesOfDeletedIDs: [UInt64] {
    entries.filter { $0.kind == .delete }.map { layout.id.hash(address($0.row)) }
  }
}

/// The state to which a savepoint returns.
struct SavepointState: Sendable {
  let number: Int
  /// The mark in the log.
  let mark: Int
  var tables: Tables
  let pending: Changeset
  let metadata: Changeset.Metadata?
  let writeCount: Int
  let isPreview: Bool
  let recorder: (any TransactionRecorder)?
  let hooks: Int
  let notes: WriteNotes.Mark
}
