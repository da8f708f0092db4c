extension Store {
  /// Applies a changeset: one from a file or from another store, an inverse, or a rebased one.
  ///
  /// ```swift
  /// try store.apply(changeset.inverted)
  /// ```
  ///
  /// This is an ordinary commit: unique columns, required parents and commit checks apply, hooks after the commit run,
  /// and observers are notified. Hooks before and after saving and deleting do not run, and nothing is validated.
  /// Timestamps are not set, because the changeset contains them. Counters are set to the number of children in the
  /// store. The commit gets the metadata of the changeset, unless the transaction has metadata already.
  ///
  /// - Returns: The changeset as it was committed.
  /// - Throws: ``ChangesetError`` when a stored record differs from the one that the changeset expects, ``StoreError``
  ///   when the store refuses the result, or any error of a commit check or an adapter. The store is then unchanged.
  /// - Complexity: O(*k*) in the number of changes.
  @discardableResult public func apply(_ changeset: Changeset) throws -> Changeset {
    try commit(changeset) { changeset, tables in
      try changeset.checkFit(in: tables)
      return .composed([changeset])
    }
  }

  /// Commits what becomes of a changeset in the tables. Its metadata are those of the commit, unless the transaction
  /// has metadata already.
  func commit(
    _ changeset: Changeset, _ rewrite: (_ changeset: Changeset, _ tables: Tables) throws -> Changeset
  ) throws -> Changeset {
    var committed = Changeset()
    _ = try inTransaction(&committed) {
      if let savepoint, savepoint.metadata.isEmpty { savepoint.metadata = changeset.metadata }
      let changeset = withoutCompanions(changeset)
      try load(changeset)
      try write { tables in try rewrite(changeset, tables) }
    }
    return committed
  }
}

extension Changeset {
  /// Throws unless the records in `tables` are as this changeset expects them.
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
    let stored = position(of: id).map { rows[$0] }
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
