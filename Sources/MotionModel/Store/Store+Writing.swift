import Foundation

extension Store {
  /// Applies the changes that `prepare` derives from one table as it is, and commits them unless the calling task is in a session.
  ///
  /// It, ``commit(_:)`` and ``advance(_:)`` are the ways in: nothing else changes records. `prepare` must not run users' code, because
  /// it may run while all other writers wait; code that needs to goes into a ``session(_:)``.
  ///
  /// - Returns: The changes to the table; others may have followed from them.
  /// - Throws: ``StoreError``; what a commit check of a parent throws, where changes of parents follow from those of children.
  @discardableResult
  func write(
    _ layout: TableLayout, _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws -> Changeset {
    if let session, let written = try write(layout, in: session, prepare) { return written }
    if layout.upkeep.isEmpty { return try writeAlone(layout, prepare) }
    var written: Changeset?
    try withSession { session in written = try write(layout, in: session, prepare) }
    return written ?? Changeset()
  }

  /// Applies the changes that `prepare` derives from one table as a session has it.
  ///
  /// - Returns: The changes to the table; nil when the session is over.
  func write(
    _ layout: TableLayout, in session: Session, _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset? {
    let blocks = StoreBlock.manner(in: self)
    return try session.write { tables throws(StoreError) in
      try changes(of: tables.version(layout), blocks, at: session.now, counts: layout.counts(in: { tables }), prepare)
    }
  }

  /// Commits the changes that `prepare` derives from one table as it is.
  private func writeAlone(
    _ layout: TableLayout, _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset {
    try checkWritable()
    let blocks = StoreBlock.manner(in: self)
    let (committed, announcement) = try writer.withLock { () throws(StoreError) in
      let counts = layout.counts { published.withLock { $0.tables } }
      var changes = try changes(of: version(layout), blocks, at: clock(), counts: counts, prepare)
      try publish(&changes)
      return (changes, delivery.take(changes, in: blocks))
    }
    didCommit(committed, announcement)
    return committed
  }

  private func changes(
    of table: TableVersion, _ blocks: StoreBlock.Manner, at now: Date, counts: [ChildCounter],
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
  ///   - session: The session of the calling task, where it is known.
  /// - Returns: Whether anything had to be written.
  func write(
    _ row: UnsafeMutableRawPointer, of layout: TableLayout, _ operation: RowWriter.Operation,
    _ reservedIDs: Set<UInt64> = [], deferringUniqueness: Bool = false, in session: Session? = nil
  ) throws -> Bool {
    var (number, isChanged) = (0, false)
    // NB: A function in the place of the closure would put what it captures on the heap.
    let changeset = try write(layout, knowing: session) { writer throws(StoreError) in
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

  /// Like ``write(_:_:)``, in the session of the calling task where that is known.
  private func write(
    _ layout: TableLayout, knowing session: Session?, _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws -> Changeset {
    if let session, let written = try write(layout, in: session, prepare) { return written }
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
    try write(layout) { writer throws(StoreError) in
      writer.delete(row)
      isFound = writer.changes.count > 0
    }
    return isFound
  }

  // MARK: - Changes

  /// Applies a changeset that `prepare` derives from all tables as they are, and commits it unless the calling task is in a session.
  ///
  /// - Parameter prepare: It may run users' code, so it does not run under the session's lock, and runs again when another task has
  ///   written in the session meanwhile.
  func commit(_ prepare: (Tables) throws -> Changeset) throws {
    try withSession { session in
      while let (tables, count) = session.tablesToChange {
        if try session.apply(prepare(tables), unlessChangedSince: count) { return }
      }
    }
  }

  func checkWritable() throws(StoreError) {
    if isSnapshot { throw .readOnlyStore }
  }

  /// Makes a changeset true for all readers. The caller holds the writer's lock.
  ///
  /// One change goes straight into the published tables: that takes a moment, and readers can do without it. More of
  /// them go into tables of their own, so that no reader waits, however many they are.
  private func publish(_ changeset: inout Changeset) throws(StoreError) {
    if !changeset.hasEffect { return }
    if changeset.isSingle {
      if Integrity.concerns(changeset) { try Integrity.check(changeset, in: published.withLock { $0.tables }) }
      try publishSingle(&changeset)
    } else {
      var tables = published.withLock { $0.tables }
      try changeset.apply(to: &tables)
      try Integrity.check(changeset, in: tables)
      publish(tables, &changeset)
    }
  }

  /// The gate comes first, so that no reader waits for it.
  private func publishSingle(_ changeset: inout Changeset) throws(StoreError) {
    try fence.changing { () throws(StoreError) in
      try published.withLock { published throws(StoreError) in
        try changeset.applyInGate(to: &published.tables)
        published.commits += 1
        changeset.id = published.commits
      }
    }
  }

  /// Makes what a session came to true for all readers. The caller holds the writer's lock.
  func publish(_ outcome: inout Session.Outcome) throws(StoreError) {
    if outcome.isPending {
      outcome.tables = Tables()
      return try publish(&outcome.changeset)
    }
    publish(outcome.tables, &outcome.changeset)
  }

  /// Makes tables true for all readers, which is a commit when records changed. The caller holds the writer's lock.
  ///
  /// Without that, tables may still know more than those before: which ids were given, and which were deleted.
  func publish(_ tables: Tables, _ changeset: inout Changeset) {
    // What was there goes when the lock is free: that may be many records, and readers need not wait until they are gone.
    var tables = tables
    changeset.id = published.withLock { published in
      swap(&published.tables, &tables)
      if changeset.isEmpty { return 0 }
      published.commits += 1
      return published.commits
    }
  }

  /// Has the ids that were given in tables which are forgotten given to nobody else. The caller holds the writer's lock.
  func withdraw(_ undone: Changeset, given: Tables) {
    fence.changing { published.withLock { $0.tables.withdrawInGate(undone, given: given) } }
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
