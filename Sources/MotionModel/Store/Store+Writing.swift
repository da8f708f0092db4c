import Foundation

extension Store {
  /// Applies and commits the changes that `prepare` derives from one table as it is.
  ///
  /// It and ``commit(_:)`` are the way in: nothing else changes a store. `prepare` must not run users' code, because it
  /// may run while all other writers wait; code that needs to goes into a ``session(_:)``.
  ///
  /// - Parameter session: The session of the calling task, where it is known.
  /// - Returns: The changes to the table; others may have followed from them.
  @discardableResult
  func write(
    _ layout: TableLayout, in session: Session? = nil, _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset {
    if !layout.upkeep.isEmpty { return try writeWithUpkeep(layout, prepare) }
    return try writeAlone(layout, in: session, prepare)
  }

  // MARK: - One row

  /// Writes a row, which becomes what is stored; it is as before when that throws.
  ///
  /// - Parameters:
  ///   - reservedIDs: Hashes of ids that must not be given to it.
  ///   - session: The session of the calling task, where it is known.
  /// - Returns: Whether anything had to be written.
  func write(
    _ row: UnsafeMutableRawPointer, of layout: TableLayout, _ operation: RowWriter.Operation,
    _ reservedIDs: Set<UInt64> = [], in session: Session? = nil
  ) throws(StoreError) -> Bool {
    var (number, isChanged) = (0, false)
    let changeset = try write(layout, in: session) { writer throws(StoreError) in
      if !reservedIDs.isEmpty { writer.reserve(ids: reservedIDs) }
      number = try writer.write(copyOf: row, operation)
      isChanged = writer.changes.count > 0
      // What does not change cannot be refused any more, but may have got columns that a save does not change.
      if !isChanged { layout.memory.replace(writer.changes.address(number), row) }
    }
    if isChanged, let part = changeset.parts.first { layout.memory.replace(part.address(number), row) }
    return isChanged
  }

  /// Deletes the record with a row's id.
  ///
  /// - Returns: Whether there was one.
  func delete(_ row: UnsafeRawPointer, of layout: TableLayout) throws(StoreError) -> Bool {
    var isFound = false
    try write(layout) { writer throws(StoreError) in
      writer.delete(row)
      isFound = writer.changes.count > 0
    }
    return isFound
  }

  // MARK: - Changes

  /// Applies changes and what they do to parents, as one changeset.
  private func writeWithUpkeep(
    _ layout: TableLayout, _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset {
    var changeset = Changeset()
    try refusing { () throws(StoreError) in
      changeset = try writeAlone(layout, prepare)
      guard let changes = changeset.parts.first else { return }
      for upkeep in layout.upkeep { try upkeep.follow(changes, in: self) }
    }
    return changeset
  }

  /// A session whose body throws nothing but refusals.
  private func refusing(_ body: () throws(StoreError) -> Void) throws(StoreError) {
    do { try session(body) } catch let error as StoreError { throw error } catch { fatalError("\(error)") }
  }

  private func writeAlone(
    _ layout: TableLayout, in known: Session? = nil, _ prepare: (inout RowWriter) throws(StoreError) -> Void
  ) throws(StoreError) -> Changeset {
    let blocks = StoreBlock.manner(in: self)
    func changeset(_ table: TableVersion, at now: Date) throws(StoreError) -> Changeset {
      var writer = RowWriter(table, now: now, ids: ids, keepsTimestamps: blocks.keepsTimestamps)
      try prepare(&writer)
      return Changeset(writer.changes, date: now)
    }
    if let session = known ?? session,
      let written = try session.write({ tables throws(StoreError) in
        try changeset(tables.version(layout), at: session.now)
      })
    {
      return written
    }
    try checkWritable()
    let (committed, announcement) = try writer.withLock { () throws(StoreError) in
      var changes = try changeset(version(layout), at: clock())
      try publish(&changes)
      return (changes, delivery.take(changes, in: blocks))
    }
    didCommit(committed, announcement)
    return committed
  }

  /// Applies and commits a changeset that `prepare` derives from all tables as they are.
  ///
  /// - Returns: The changeset, as it was committed.
  @discardableResult
  func commit(_ prepare: (Tables) throws -> Changeset) throws -> Changeset {
    if let session, let tables = session.tables {
      let changeset = try prepare(tables)
      if let written = try session.write({ _ in changeset }) { return written }
    }
    try checkWritable()
    let (committed, announcement) = try writer.withLock {
      var changeset = try prepare(tables)
      changeset.date = clock()
      try publish(&changeset)
      return (changeset, delivery.take(changeset, in: StoreBlock.manner(in: self)))
    }
    didCommit(committed, announcement)
    return committed
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
    fence.writerBegins()
    if changeset.isSingle {
      if Integrity.concerns(changeset) { try Integrity.check(changeset, in: published.withLock { $0.tables }) }
      try published.withLock { published throws(StoreError) in
        try changeset.apply(to: &published.tables)
        published.commits += 1
        changeset.id = published.commits
      }
    } else {
      var tables = published.withLock { $0.tables }
      try changeset.apply(to: &tables)
      try Integrity.check(changeset, in: tables)
      publish(tables, &changeset)
    }
  }

  /// Makes what a session came to true for all readers.
  func publish(_ tables: Tables, _ changeset: inout Changeset, isPending: Bool) throws(StoreError) {
    if isPending { return try publish(&changeset) }
    if changeset.hasEffect { publish(tables, &changeset) }
  }

  private func publish(_ tables: Tables, _ changeset: inout Changeset) {
    changeset.id = published.withLock { published in
      published.tables = tables
      published.commits += 1
      return published.commits
    }
  }
}
