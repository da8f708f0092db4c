import Foundation
import Synchronization

/// How the changes of one table reach the store outside of a transaction.
private enum WriteWay {
  /// As a commit of its own, from which nothing follows.
  case alone
  /// As a commit of its own, with the derived columns and the parents that change with it.
  case withConsequences(ModelDerivations)
  /// In a transaction that begins with it, because users' code, an adapter, a companion or children take part.
  case inNewTransaction
}

extension Store {
  // MARK: - Changes of one table

  /// Applies the changes that `prepare` derives from one table, and commits them unless the calling task is in a
  /// transaction. Every change of one table, of a row or of many, comes through here.
  ///
  /// `prepare` must not run users' code, because all other writers may wait for it. Code that runs users' code uses
  /// ``inTransaction(isPreview:_:)``.
  ///
  /// - Parameters:
  ///   - row: A row with the id of the only record that `prepare` writes, if there is only one.
  ///   - transaction: The transaction of the calling task, if the caller knows it.
  /// - Returns: The changes to the table, without changes of other tables that follow from them.
  /// - Throws: ``StoreError``, or any error of an adapter or of a commit check. The check of a parent may throw because
  ///   changes of children can change parents.
  @discardableResult func write(
    _ layout: TableLayout, to row: Row? = nil, in transaction: OpenTransaction? = nil,
    _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws -> Changeset {
    #if DEBUG
      DefaultStoreWarning.check(self, layout, "a record is written to")
    #endif
    let context = StoreContext.current
    let open = transaction ?? context.transaction(in: self)
    if let open, let written = try add(to: open, context, layout, row, prepare) { return written }
    switch way(of: layout) {
    case .alone: return try commitAlone(layout, context, prepare)
    case .withConsequences(let derivations):
      if let written = try commit(layout, derivations, context, prepare) { return written }
    case .inNewTransaction: break
    }
    var written: Changeset?
    try withTransaction { transaction in written = try add(to: transaction, context, layout, row, prepare) }
    return written ?? Changeset()
  }

  private func way(of layout: TableLayout) -> WriteWay {
    let needsTransaction =
      RequiredKeys.shared.act(on: layout.slot) || hasCompanion.load(ordering: .acquiring) || layout.isWatched
    if needsTransaction || !isInMemory(layout) { return .inNewTransaction }
    guard let derivations = Derivations.shared.of(layout.slot), derivations.hasConsequences else { return .alone }
    return .withConsequences(derivations)
  }

  /// Adds the changes that `prepare` derives from one table, as a transaction sees it, to the transaction.
  ///
  /// - Returns: The changes to the table; nil if the transaction has ended.
  private func add(
    to transaction: OpenTransaction, _ context: StoreContext?, _ layout: TableLayout, _ row: Row?,
    _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset? {
    let blocks = context?.settings(in: self) ?? StoreBlock.Settings()
    let (now, keepsTimestamps) = (transaction.now, blocks.keepsTimestamps)
    return try transaction.write(to: row, of: layout) { state throws(StoreError) in
      let pending = row == nil ? nil : state.pendingChanges(to: layout)
      var changeset = try changes(
        of: state.tables.version(layout), beside: pending, keepsTimestamps, at: now, in: { state.tables }, prepare)
      try state.write(&changeset, .save(now, blocks.untouched, keepsTimestamps: keepsTimestamps))
      return changeset
    }
  }

  /// Commits the changes that `prepare` derives from one published table.
  private func commitAlone(
    _ layout: TableLayout, _ context: StoreContext?, _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset {
    try commit(in: context) { commit, blocks throws(StoreError) in
      commit.changeset = try changes(
        of: version(layout), blocks.keepsTimestamps, at: clock(), in: { published.read { $0.tables } }, prepare)
      try stage(&commit)
    }
  }

  /// Checks a changeset that was derived from the published tables, and prepares its publication. The caller holds the
  /// writer lock.
  ///
  /// For a single change, only required parents are checked here; all else is checked when the change is published.
  /// Several changes are applied to a copy of the tables, and checked there.
  private func stage(_ commit: inout Commit) throws(StoreError) {
    if commit.changeset.isSingle {
      commit.outcome = .changes
      if Integrity.concerns(commit.changeset) {
        try Integrity.check(commit.changeset, in: published.read { $0.tables })
      }
    } else if commit.changeset.hasEffect {
      var tables = published.read { $0.tables }
      try commit.changeset.apply(to: &tables)
      try Integrity.check(commit.changeset, in: tables)
      commit.outcome = .tables(tables)
    }
  }

  private func changes(
    of table: TableVersion, beside pending: ChangesetPart? = nil, _ keepsTimestamps: Bool, at now: Date,
    in tables: () -> Tables, _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset {
    var writer = RowWriter(
      table, beside: pending, now: now, ids: ids, keepsTimestamps: keepsTimestamps,
      setters: table.layout.setters(in: tables),
      form: statesForms && table.form == nil ? storedForm(of: table.layout) : nil, numbering: numbering)
    try prepare(&writer)
    return Changeset(writer.changes, date: now)
  }

  /// Commits the changes that `prepare` derives from one published table, and the changes of other records that follow
  /// from them.
  ///
  /// It is a transaction without users' code, for which no task local has to be set.
  ///
  /// - Returns: The changes to the table; nil if what follows may run users' code, or change more of the table. Nothing
  ///   was written then.
  private func commit(
    _ layout: TableLayout, _ derivations: ModelDerivations, _ context: StoreContext?,
    _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset? {
    if !adapters.isEmpty || derivations.followers.contains(where: { $0.slot == layout.slot || $0.isWatched }) {
      return nil
    }
    var failure: StoreError?
    let committed = try commit(isTransaction: true, in: context) { commit, blocks throws(StoreError) in
      let now = clock()
      var state = TransactionState(tables: published.read { $0.tables }, isPreview: false, recorder: nil)
      var changeset = try changes(
        of: state.tables.version(layout), blocks.keepsTimestamps, at: now, in: { state.tables }, prepare)
      try state.write(&changeset, .save(now, blocks.untouched))
      changeset = Changeset()
      do throws(StoreError) { try state.checkIntegrity() } catch { failure = error }
      if failure != nil { state.reserveNumbers() }
      var outcome = state.close(at: now)
      if failure == nil { commit.take(&outcome) } else { commit.withdraw(outcome, isPreview: false) }
    }
    if let failure { throw failure }
    return committed.filtered { $0.slot == layout.slot }
  }

  // MARK: - Rows that an adapter keeps

  /// Applies the changes that `prepare` derives from one table, after `load` has read the rows of an adapter that this
  /// requires.
  ///
  /// NB: `load` is a closure, because an array of records passed instead would be referenced twice, and copied when a
  /// record is changed.
  @discardableResult func write(
    _ layout: TableLayout, to row: Row? = nil, loading load: () throws -> Void,
    _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws -> Changeset {
    if isInMemory(layout) { return try write(layout, to: row, prepare) }
    return try joiningTransaction {
      try load()
      return try write(layout, to: row, prepare)
    }
  }

  // MARK: - Changes

  /// Applies a changeset that `prepare` derives from all tables, and commits it unless the calling task is in a
  /// transaction.
  ///
  /// - Parameter prepare: Returns the changeset. It may run users' code, so it does not run under the transaction's
  ///   lock. It runs again if another task has written in the transaction meanwhile.
  func write(_ prepare: (Tables) throws -> Changeset) throws {
    try writeInPlace { changeset, tables in changeset = try prepare(tables) }
  }

  /// Does the same as ``write(_:)`` with a changeset that `prepare` sets. If `prepare` runs again, it gets its previous
  /// changeset, so rows need not be copied to be prepared twice.
  func writeInPlace(_ prepare: (inout Changeset, Tables) throws -> Void) throws {
    try withTransaction { transaction in
      var changeset = Changeset()
      while let (tables, count) = transaction.tablesToChange {
        try prepare(&changeset, tables)
        if try transaction.apply(&changeset, unlessChangedSince: count) { return }
      }
    }
  }
}

extension TableLayout {
  /// Whether writing a record may also change its parent when that is a record of the same model, or the record itself.
  var isOwnParent: Bool {
    guard let derivations = Derivations.shared.of(slot) else { return false }
    return derivations.updates.contains { $0.link.parentSlot == slot }
      || derivations.routes.contains { $0.column.owner().slot == slot }
  }

  /// Whether changes of records change others.
  var hasConsequences: Bool { Derivations.shared.of(slot)?.hasConsequences ?? false }

  /// Whether users' code takes part in a commit that changes records, even if no record is saved.
  fileprivate var isWatched: Bool { TransactionEndHooks.run(for: self) || isJudged() }

  /// Returns what sets the columns of new records that follow from related records; empty if the model has none.
  /// `tables` is called only if it has some.
  fileprivate func setters(in tables: () -> Tables) -> [ColumnSetter] {
    guard let columns = Derivations.shared.of(slot)?.columns, !columns.isEmpty else { return [] }
    let tables = tables()
    return columns.map { $0.setter(tables) }
  }
}
