import Foundation

extension Store {
  /// Applies the changes that `prepare` derives from one table as it is, and commits them unless the calling task is in a transaction.
  ///
  /// `prepare` must not run users' code, because it may run while all other writers wait; code that needs to goes into a
  /// ``inTransaction(_:)``.
  ///
  /// - Returns: The changes to the table; others may have followed from them.
  /// - Throws: ``StoreError``; what a commit check of a parent throws, where changes of parents follow from those of children.
  @discardableResult
  func write(
    _ layout: TableLayout, _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws -> Changeset {
    let scope = Scope.current
    if let transaction = scope?.transaction(in: self), let written = try write(layout, in: transaction, prepare) {
      return written
    }
    if layout.upkeep.isEmpty && adapters.isEmpty && !layout.isExternal { return try writeAlone(layout, scope, prepare) }
    var written: Changeset?
    try withTransaction { transaction in written = try write(layout, in: transaction, prepare) }
    return written ?? Changeset()
  }

  /// Applies the changes that `prepare` derives from one table as a transaction has it.
  ///
  /// - Returns: The changes to the table; nil when the transaction is over.
  func write(
    _ layout: TableLayout, in transaction: OpenTransaction, _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset? {
    let blocks = StoreBlock.settings(in: self)
    return try transaction.write { tables throws(StoreError) in
      try changes(
        of: tables.version(layout), blocks, at: transaction.now, counts: layout.counts(in: { tables }), prepare)
    }
  }

  /// Commits the changes that `prepare` derives from one table as it is.
  private func writeAlone(
    _ layout: TableLayout, _ scope: Scope?, _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset {
    try commit(in: scope) { commit, blocks throws(StoreError) in
      let counts = layout.counts { published.withLock { $0.tables } }
      commit.changeset = try changes(of: version(layout), blocks, at: clock(), counts: counts, prepare)
      try settle(&commit)
    }
  }

  /// Finds out what a changeset comes to that was derived from the published tables. The caller holds the writer's lock.
  ///
  /// One change is looked at where it lies; several are put into tables of their own, which are checked with them.
  private func settle(_ commit: inout Commit) throws(StoreError) {
    if commit.changeset.isSingle {
      commit.outcome = .change
      if Integrity.concerns(commit.changeset) {
        try Integrity.check(commit.changeset, in: published.withLock { $0.tables })
      }
    } else if commit.changeset.hasEffect {
      var tables = published.withLock { $0.tables }
      try commit.changeset.apply(to: &tables)
      try Integrity.check(commit.changeset, in: tables)
      commit.outcome = .tables(tables)
    }
  }

  private func changes(
    of table: TableVersion, _ blocks: StoreBlock.Settings, at now: Date, counts: [ChildCounter],
    _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset {
    var writer = RowWriter(table, now: now, ids: ids, keepsTimestamps: blocks.keepsTimestamps, counts: counts)
    try prepare(&writer)
    return Changeset(writer.changes, date: now)
  }

  // MARK: - One row

  /// Writes a row, which becomes what is stored; it is as before when that throws.
  ///
  /// - Parameters:
  ///   - reservedIDs: Hashes of ids that must not be given to it.
  ///   - deferringUniqueness: Whether unique columns are looked at by the caller, once more is written.
  ///   - transaction: The transaction of the calling task, where it is known.
  /// - Returns: Whether anything had to be written.
  func write(
    _ row: UnsafeMutableRawPointer, of layout: TableLayout, _ operation: RowWriter.Operation,
    _ reservedIDs: Set<UInt64> = [], deferringUniqueness: Bool = false, in transaction: OpenTransaction? = nil
  ) throws -> Bool {
    if adapters.isEmpty && !layout.isExternal {
      return try writeRow(row, of: layout, operation, reservedIDs, deferringUniqueness, transaction)
    }
    // NB: A copy is written, because the adapter may refuse it when the transaction has ended.
    return try layout.memory.withCopy(of: row) { copy in
      let isChanged = try inTransaction {
        try load([UnsafeRawPointer(copy)], of: layout)
        return try writeRow(copy, of: layout, operation, reservedIDs, deferringUniqueness, nil)
      }
      layout.memory.replace(copy, row)
      return isChanged
    }
  }

  private func writeRow(
    _ row: UnsafeMutableRawPointer, of layout: TableLayout, _ operation: RowWriter.Operation,
    _ reservedIDs: Set<UInt64>, _ deferringUniqueness: Bool, _ transaction: OpenTransaction?
  ) throws -> Bool {
    var (number, isChanged) = (0, false)
    // NB: A function in the place of the closure would put what it captures on the heap.
    let changeset = try write(layout, knowing: transaction) { writer throws(StoreError) in
      if !reservedIDs.isEmpty { writer.reserve(ids: reservedIDs) }
      if deferringUniqueness { writer.deferUniqueness() }
      number = try writer.write(copyOf: row, operation)
      isChanged = writer.changes.count > 0
      // What does not change cannot be refused any more, but may have got columns that a save does not change.
      if !isChanged { layout.memory.replace(writer.changes.address(number), row) }
    }
    if isChanged, let part = changeset.parts.first { layout.memory.replace(part.address(number), row) }
    if isChanged && layout.isOwnParent { reload(row, of: layout) }
    return isChanged
  }

  /// Like ``write(_:_:)``, in the transaction of the calling task where that is known.
  private func write(
    _ layout: TableLayout, knowing transaction: OpenTransaction?,
    _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws -> Changeset {
    if let transaction, let written = try write(layout, in: transaction, prepare) { return written }
    return try write(layout, prepare)
  }

  /// Makes a row what is stored under its id.
  func reload(_ row: UnsafeMutableRawPointer, of layout: TableLayout) {
    read(layout) { version in
      if let position = version.position(of: row) { layout.memory.replace(version.rows.address(at: position), row) }
    }
  }

  /// Deletes the record with a row's id.
  ///
  /// - Returns: Whether there was one.
  func delete(_ row: UnsafeRawPointer, of layout: TableLayout) throws -> Bool {
    var isFound = false
    try write(layout, loading: { try load([row], of: layout, isDeleting: true) }) { writer throws(StoreError) in
      writer.delete(row)
      isFound = writer.changes.count > 0
    }
    return isFound
  }

  // MARK: - Rows that an adapter keeps

  /// Commits the changes that `prepare` derives from one table, once `load` has read what has to be known of rows that an adapter keeps.
  ///
  /// NB: What is loaded is named in a closure: records that were handed over would be held by two, and copied when they are changed.
  @discardableResult
  func write(
    _ layout: TableLayout, loading load: () throws -> Void, _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws -> Changeset {
    if adapters.isEmpty && !layout.isExternal { return try write(layout, prepare) }
    return try inTransaction {
      try load()
      return try write(layout, prepare)
    }
  }

  // MARK: - Changes

  /// Applies a changeset that `prepare` derives from all tables as they are, and commits it unless the calling task is in a transaction.
  ///
  /// - Parameter prepare: It may run users' code, so it does not run under the transaction's lock, and runs again when another task has
  ///   written in the transaction meanwhile.
  func write(_ prepare: (Tables) throws -> Changeset) throws {
    try withTransaction { transaction in
      while let (tables, count) = transaction.tablesToChange {
        if try transaction.apply(prepare(tables), unlessChangedSince: count) { return }
      }
    }
  }
}

extension TableLayout {
  /// Whether a change of a record may change the same or another record of the model, which is its parent.
  var isOwnParent: Bool { upkeep.contains { $0.link.parentSlot == slot } }

  /// Counts the children of new records, where others keep counters in them.
  fileprivate func counts(in tables: () -> Tables) -> [ChildCounter] {
    let counters = Counters.shared.of(slot)
    if counters.isEmpty { return [] }
    let tables = tables()
    return counters.map { $0.reader(in: tables) }
  }
}
