extension Store {
  /// Applies a changeset to records that may have changed since it was made, column by column.
  ///
  /// ```swift
  /// try store.merge(changesFromOffice, .theirs)
  /// ```
  ///
  /// The changeset contains the records that it started from, so the store needs no history.
  /// ``Changeset/rebased(onto:_:)`` defines conflicts; *theirs* are the changes that were made in the store meanwhile.
  /// Like ``apply(_:)``, this is an ordinary commit.
  ///
  /// - Parameters:
  ///   - changeset: The changes to merge.
  ///   - policy: How conflicts are resolved.
  /// - Returns: The changeset as it was committed; it is empty if the store has all changes already.
  /// - Throws: ``ChangeConflicts`` with the conflicts that the policy does not resolve, ``StoreError`` when the store
  ///   refuses the result, or any error of the policy, a commit check or an adapter. The store is then unchanged.
  /// - Complexity: O(*k*) in the number of changes.
  @discardableResult public func merge(_ changeset: Changeset, _ policy: MergePolicy = .fail) throws -> Changeset {
    try commit(changeset) { changeset, tables in try changeset.merged(into: tables, policy) }
  }

  /// Merges the changes of a store that branched off this one.
  ///
  /// New records get new ids if this store has given their numbered ids to other records meanwhile. Keys that refer to
  /// these records are updated.
  ///
  /// - Parameters:
  ///   - base: This store, as it was when the other one branched off.
  ///   - metadata: Who makes the commit and why.
  ///   - merged: Receives a snapshot with the merged changes, before they are committed.
  package func merge(
    _ changeset: Changeset, since base: Store, _ policy: MergePolicy, metadata: Changeset.Metadata? = nil,
    merged: (Store) -> Void = { _ in }
  ) throws -> (committed: Changeset, ids: Renumbering) {
    var (committed, renumbering) = (Changeset(), Renumbering())
    _ = try inTransaction(&committed) {
      let changeset = withoutCompanions(changeset)
      if let metadata { savepoint?.metadata = metadata }
      try write { tables in
        renumbering = try Renumbering(changeset, since: base.tables, in: tables, ids)
        let own = renumbering.applied(to: changeset).withoutNewPositions(since: base.tables)
        return try own.merged(into: tables, policy)
      }
      merged(snapshot())
    }
    return (committed, renumbering)
  }
}

extension Changeset {
  /// Returns this changeset rewritten for tables to which other processes have committed.
  ///
  /// - Throws: ``StoreError/stale(_:)`` if both changed a record with a ``LockVersion``; ``ChangeConflicts``.
  func merged(behindOthersIn tables: Tables, _ policy: MergePolicy) throws -> Changeset {
    let drift = drift(in: tables)
    for part in parts where part.layout.version != nil {
      if let others = drift.part(of: part.layout) { try part.checkVersions(besides: others) }
    }
    do { return try merged(into: tables, policy) } catch var error as ChangeConflicts {
      error.isOvertaken = true
      throw error
    }
  }

  /// Returns this changeset rewritten for tables in which the same records may have changed.
  fileprivate func merged(into tables: Tables, _ policy: MergePolicy) throws -> Changeset {
    Changeset(Changeset.composed([try rebased(onto: drift(in: tables), policy)]).parts.map(\.withRaisedVersions))
  }

  /// Returns this changeset without the positions of records that were added after the end of the tables in `base`.
  /// Other records may have these positions now, so the added records go to the end.
  func withoutNewPositions(since base: Tables) -> Changeset {
    Changeset(
      parts.map { part in
        let end = base.version(part.layout).nextPosition
        var copy = part
        copy.forgetPlaces(from: end)
        return copy
      })
  }
}

extension ChangesetPart {
  /// Throws if a record that both change has another version by now.
  fileprivate func checkVersions(besides others: ChangesetPart) throws(StoreError) {
    let finder = EntryFinder(others)
    for entry in entries where entry.kind != .insert {
      guard let other = finder.entry(of: address(entry.row)), let stored = other.new.map(others.address) else {
        continue
      }
      let views = [EntryView(part: self, entry: entry), EntryView(part: others, entry: other)]
      if views.contains(where: EntryMerge.isDerived) { continue }
      throw .stale(StoreError.StaleRecord(layout, address(entry.row), stored: stored))
    }
  }

  /// This part with lock versions that are higher than the stored ones, even if a change goes back to an earlier
  /// version. Otherwise, a copy of the record that was read before could have the same version as the new record.
  fileprivate var withRaisedVersions: ChangesetPart {
    guard let version = layout.version.map({ layout.columns[$0].operations }) else { return self }
    var raised = self
    for entry in entries {
      guard let old = entry.old, let new = entry.new, !version.precedes(address(old), address(new)) else { continue }
      raised.changeRow(new) { version.count(on: address(old), in: $0) }
    }
    return raised
  }
}
