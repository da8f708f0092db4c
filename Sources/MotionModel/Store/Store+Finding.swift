extension Store {
  /// The record with an id, as the caller may see it now.
  ///
  /// It is compiled into the caller, for the caller's type: the way to one row is short enough for that to count.
  @inlinable @inline(__always)
  func record<Record: Model>(_ id: Record.ID, of model: Record.Type, in layout: TableLayout) -> Record? {
    let (version, hasSession) = latest(layout)
    if hasSession { return record(id, of: model, in: sessionTable(of: version)) }
    defer { readerIsDone(with: version) }
    return version.record(id, of: model)
  }

  @inlinable @inline(never)
  func record<Record: Model>(_ id: Record.ID, of model: Record.Type, in table: SessionTable) -> Record? {
    defer { readerIsDone(with: table.version) }
    return table.record(id, of: model)
  }

  /// The table of a published version in the calling task's session; that version when it has none.
  @usableFromInline
  func sessionTable(of version: TableVersion) -> SessionTable {
    session?.table(version.layout) ?? SessionTable(version, without: nil)
  }
}

/// One table of a session, with the one change that it may not have yet: a record can be found by its id without putting that into
/// the table, which would copy the rows around it.
@usableFromInline
struct SessionTable {
  @usableFromInline let version: TableVersion
  /// What owns the changed row.
  private let change: ChangesetPart?
  /// The row after the change or, when that deletes it, before.
  @usableFromInline let row: UnsafeRawPointer?
  @usableFromInline let isDeleted: Bool

  /// - Parameter change: Changes to one record, or none.
  init(_ version: TableVersion, without change: ChangesetPart?) {
    self.version = version
    self.change = change
    let entry = change?.entries.first
    row = entry.flatMap { entry in change?.address(entry.row) }
    isDeleted = entry?.kind == .delete
  }

  /// The record with an id.
  @inlinable
  func record<Record: Model>(_ id: Record.ID, of model: Record.Type) -> Record? {
    defer { withExtendedLifetime(self) {} }
    if let row = row?.assumingMemoryBound(to: Record.self), row.pointee.id == id {
      return isDeleted ? nil : row.pointee
    }
    return version.record(id, of: model)
  }
}
