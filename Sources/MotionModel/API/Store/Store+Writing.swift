import Foundation
import Synchronization

extension Store {
  /// Applies the changes that `prepare` derives from one table, and commits them unless the calling task is in a
  /// transaction.
  ///
  /// `prepare` must not run users' code, because all other writers may wait for it. Code that runs users' code uses
  /// ``inTransaction(isPreview:_:)``.
  ///
  /// - Parameter row: A row with the id of the only record that `prepare` writes, if there is only one.
  /// - Returns: The changes to the table, without changes of other tables that follow from them.
  /// - Throws: ``StoreError``, or any error of an adapter or of a commit check. The check of a parent may throw because
  ///   changes of children can change parents.
  @discardableResult
  func write(
    _ layout: TableLayout, to row: UnsafeRawPointer? = nil, _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws -> Changeset {
    let scope = Scope.current
    if let transaction = scope?.transaction(in: self),
      let written = try write(layout, to: row, in: transaction, prepare)
    {
      return written
    }
    let isAlone =
      !RequiredKeys.shared.act(on: layout.slot) && !hasCompanion.load(ordering: .acquiring) && !layout.isWatched
    if isAlone && isInMemory(layout) {
      guard let derivations = Derivations.shared.of(layout.slot), derivations.hasConsequences else {
        return try writeAlone(layout, scope, prepare)
      }
      if let written = try writeAlone(layout, derivations, scope, prepare) { return written }
    }
    var written: Changeset?
    try withTransaction { transaction in written = try write(layout, to: row, in: transaction, prepare) }
    return written ?? Changeset()
  }

  /// Applies the changes that `prepare` derives from one table, as a transaction sees it.
  ///
  /// - Returns: The changes to the table; nil if the transaction has ended.
  func write(
    _ layout: TableLayout, to row: UnsafeRawPointer?, in transaction: OpenTransaction,
    _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset? {
    let blocks = StoreBlock.settings(in: self)
    let keepsTimestamps = blocks.keepsTimestamps
    let target = row.map { WriteTarget(row: $0, layout: layout) }
    return try transaction.write(blocks.untouched, keepsTimestamps: keepsTimestamps, to: target) {
      tables throws(StoreError) in
      let setters = layout.setters { tables }
      return try changes(of: tables.version(layout), keepsTimestamps, at: transaction.now, setters: setters, prepare)
    }
  }

  /// Commits the changes that `prepare` derives from one published table.
  private func writeAlone(
    _ layout: TableLayout, _ scope: Scope?, _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset {
    try commit(in: scope) { commit, blocks throws(StoreError) in
      let setters = layout.setters { published.read { $0.tables } }
      let now = clock()
      commit.changeset = try changes(of: version(layout), blocks.keepsTimestamps, at: now, setters: setters, prepare)
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
    of table: TableVersion, _ keepsTimestamps: Bool, at now: Date, setters: [ColumnSetter],
    _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset {
    var writer = RowWriter(
      table, now: now, ids: ids, keepsTimestamps: keepsTimestamps, setters: setters,
      roundings: dateRoundings(of: table.layout))
    try prepare(&writer)
    return Changeset(writer.changes, date: now)
  }

  // MARK: - Consequences

  /// Commits the changes that `prepare` derives from one published table, and the changes of other records that follow
  /// from them.
  ///
  /// It is a transaction without users' code, for which no task local has to be set.
  ///
  /// - Returns: The changes to the table; nil if what follows may run users' code, or change more of the table. Nothing
  ///   was written then.
  private func writeAlone(
    _ layout: TableLayout, _ derivations: ModelDerivations, _ scope: Scope?,
    _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset? {
    if !adapters.isEmpty || derivations.followers.contains(where: { $0.slot == layout.slot || $0.isWatched }) {
      return nil
    }
    var failure: StoreError?
    let committed = try commit(isTransaction: true, in: scope) { commit, blocks throws(StoreError) in
      let now = clock()
      var state = TransactionState(tables: published.read { $0.tables }, isPreview: false, recorder: nil)
      let setters = layout.setters { state.tables }
      var changeset = try changes(
        of: state.tables.version(layout), blocks.keepsTimestamps, at: now, setters: setters, prepare)
      try state.write(&changeset, .save(now, blocks.untouched))
      changeset = Changeset()
      do throws(StoreError) { try state.checkIntegrity() } catch { failure = error }
      if failure != nil { state.reserveNumbers() }
      var outcome = state.end(at: now)
      if failure == nil { commit.take(&outcome) } else { commit.withdraw(outcome, isPreview: false) }
    }
    if let failure { throw failure }
    return committed.filtered { $0.slot == layout.slot }
  }

  // MARK: - One row

  /// Writes a row, and replaces it by the stored row. If it throws, the row is unchanged.
  ///
  /// - Parameters:
  ///   - reservedIDs: Hashes of ids that the row must not be given.
  ///   - deferringUniqueness: Whether the caller checks unique columns later, after it has written more.
  ///   - transaction: The transaction of the calling task, if the caller knows it.
  /// - Returns: Whether anything had to be written.
  func write(
    _ row: UnsafeMutableRawPointer, of layout: TableLayout, _ operation: RowWriter.Operation,
    _ reservedIDs: Set<UInt64> = [], deferringUniqueness: Bool = false, in transaction: OpenTransaction? = nil
  ) throws -> Bool {
    if isInMemory(layout) {
      var write = RowWrite(row, of: layout, operation, reservedIDs, deferringUniqueness)
      try commit(&write, in: transaction)
      return write.isChanged
    }
    // NB: A copy is written, because the adapter may still refuse it at the end of the transaction.
    return try layout.memory.withCopy(of: row) { copy in
      var write = RowWrite(copy, of: layout, operation, reservedIDs, deferringUniqueness)
      try joiningTransaction {
        try load([UnsafeRawPointer(copy)], of: layout, forSaving: true)
        try commit(&write)
      }
      layout.memory.replace(copy, row)
      return write.isChanged
    }
  }

  /// Saves a row of a model in memory, unless the stored row differs from what the caller expects. If it throws, the
  /// row is unchanged.
  ///
  /// - Returns: Whether the stored row is as expected. If not, nothing was written.
  func save(
    _ row: UnsafeMutableRawPointer, of layout: TableLayout, ifStoredIs expected: ExpectedRow
  ) throws -> Bool {
    var write = RowWrite(row, of: layout, .save)
    write.expected = expected
    try commit(&write)
    return !write.isOutdated
  }

  /// Writes a row to the table of its model. If it throws, the row is unchanged.
  private func commit(_ write: inout RowWrite, in transaction: OpenTransaction? = nil) throws {
    // NB: The closure refers to one variable. Each captured constant would be retained and released by every function
    // on its way. A local function instead of the closure would allocate its captures on the heap.
    let changeset = try self.write(write.layout, to: write.row, knowing: transaction) { writer throws(StoreError) in
      try write.add(to: &writer)
    }
    if !write.isChanged { return }
    if let part = changeset.parts.first { write.replaceRow(byThatOf: part) }
    if write.layout.isOwnParent { reload(write.row, of: write.layout) }
  }

  /// Applies changes like ``write(_:_:)``, in the transaction of the calling task if the caller knows it.
  private func write(
    _ layout: TableLayout, to row: UnsafeRawPointer, knowing transaction: OpenTransaction?,
    _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws -> Changeset {
    if let transaction, let written = try write(layout, to: row, in: transaction, prepare) { return written }
    return try write(layout, to: row, prepare)
  }

  /// Replaces a row by the stored row with the same id, if there is one.
  func reload(_ row: UnsafeMutableRawPointer, of layout: TableLayout) {
    read(layout) { version in
      if let position = version.position(of: row) { layout.memory.replace(version.rows.address(at: position), row) }
    }
  }

  /// Deletes the record with a row's id.
  ///
  /// - Returns: Whether a record was deleted.
  func delete(_ row: UnsafeRawPointer, of layout: TableLayout) throws -> Bool {
    var isFound = false
    try write(layout, to: row, loading: { try load([row], of: layout, forSaving: false) }) {
      writer throws(StoreError) in
      writer.delete(row)
      isFound = writer.changes.count > 0
    }
    return isFound
  }

  // MARK: - Rows that an adapter keeps

  /// Applies the changes that `prepare` derives from one table, after `load` has read the rows of an adapter that this
  /// requires.
  ///
  /// NB: `load` is a closure, because an array of records passed instead would be referenced twice, and copied when a
  /// record is changed.
  @discardableResult
  func write(
    _ layout: TableLayout, to row: UnsafeRawPointer? = nil, loading load: () throws -> Void,
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

/// A row to write, and the outcome.
private struct RowWrite {
  let row: UnsafeMutableRawPointer
  let layout: TableLayout
  private let operation: RowWriter.Operation
  private let reservedIDs: Set<UInt64>
  private let defersUniqueness: Bool
  /// What the stored row must be to be updated, if that was stated.
  var expected: ExpectedRow?
  /// Whether anything had to be written.
  private(set) var isChanged = false
  /// Whether the stored row was not what it had to be, and so was not updated.
  private(set) var isOutdated = false
  /// The index of the row among the rows of the changes.
  private var number = 0

  init(
    _ row: UnsafeMutableRawPointer, of layout: TableLayout, _ operation: RowWriter.Operation,
    _ reservedIDs: Set<UInt64> = [], _ defersUniqueness: Bool = false
  ) {
    (self.row, self.layout, self.operation) = (row, layout, operation)
    (self.reservedIDs, self.defersUniqueness) = (reservedIDs, defersUniqueness)
  }

  /// Adds the change to those of a writer, unless nothing would change.
  mutating func add(to writer: inout RowWriter) throws(StoreError) {
    if !reservedIDs.isEmpty { writer.reserve(ids: reservedIDs) }
    if defersUniqueness { writer.deferUniqueness() }
    if let expected { writer.expect(expected) }
    number = try writer.write(copyOf: row, operation)
    (isChanged, isOutdated) = (writer.changes.count > 0, writer.isOutdated)
    // An unchanged row is final, because nothing can refuse it any more. Columns that a save does not change may differ
    // from those of the caller.
    if !isChanged { replaceRow(byThatOf: writer.changes) }
  }

  func replaceRow(byThatOf changes: ChangesetPart) { layout.memory.replace(changes.address(number), row) }
}
