extension Store {
  /// Applies a changeset: one from a file or from another store, an inverse, a rebased one.
  ///
  /// ```swift
  /// try store.apply(changeset.inverted)
  /// ```
  ///
  /// It is a commit like any other: unique columns, required parents and commit checks are asked, hooks after the commit run, and
  /// it is told. Hooks before and after saving and deleting do not run, nothing is validated, and neither timestamps nor counters
  /// are set: all that is in the changeset already. Its metadata become those of the commit, where nothing else was said of it.
  ///
  /// - Returns: The changeset as it was committed.
  /// - Throws: ``ChangesetError`` when a record is not what the changeset says it was, ``StoreError`` when what it makes must not
  ///   be, whatever a commit check throws. The store is then as it was.
  /// - Complexity: O(*k*) in the number of changes.
  @discardableResult
  public func apply(_ changeset: Changeset) throws -> Changeset {
    var committed = Changeset()
    _ = try inTransaction(&committed) {
      takeOverMetadata(of: changeset)
      try load(changeset)
      try write { tables in
        try changeset.checkFit(in: tables)
        return Changeset(changeset.parts)
      }
    }
    return committed
  }

  /// Says of the transaction what is known of a changeset that is applied in it, unless something is said of it already.
  func takeOverMetadata(of changeset: Changeset) {
    guard let savepoint, savepoint.metadata.isEmpty else { return }
    savepoint.metadata = changeset.metadata
  }
}

extension Changeset {
  /// Throws unless all records are what this changeset says they were.
  func checkFit(in tables: Tables) throws(ChangesetError) {
    for part in parts {
      let table = tables.version(part.layout)
      for entry in part.entries { try table.checkFit(entry, of: part) }
    }
  }
}

extension TableVersion {
  fileprivate func checkFit(_ entry: ChangesetPart.Entry, of part: ChangesetPart) throws(ChangesetError) {
    let id = part.address(entry.row)
    let stored = position(of: id).map(rows.address)
    switch (entry.old.map(part.address), stored) {
    case (nil, nil): return
    case (nil, _?): throw .recordExists(model: layout.name, id: layout.id.text(id))
    case (_?, nil): throw .recordGone(model: layout.name, id: layout.id.text(id))
    case (let old?, let stored?):
      if layout.isSame(old, stored) { return }
      let columns = layout.columns.filter { !$0.operations.isSame(old, stored) }.map(\.name)
      throw .recordDiffers(model: layout.name, id: layout.id.text(id), columns: columns)
    }
  }
}
