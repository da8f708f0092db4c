extension Store {
  /// Applies what a changeset does to records that may have been changed since it was made, column by column.
  ///
  /// ```swift
  /// try store.merge(changesFromOffice, .theirs)
  /// ```
  ///
  /// The changeset itself says what its records were, so nobody has to remember what else was committed. What counts as a conflict
  /// is said by ``Changeset/rebased(onto:_:)``, where *theirs* is what the store has now. It is a commit as that of
  /// ``apply(_:)`` is.
  ///
  /// - Parameters:
  ///   - changeset: What is to be done.
  ///   - policy: What is done about conflicts.
  /// - Returns: What was committed; no changes when all of it is there already.
  /// - Throws: ``ChangeConflicts``, and what ``apply(_:)`` throws. The store is then as it was.
  /// - Complexity: O(*k*) in the number of changes.
  @discardableResult
  public func merge(_ changeset: Changeset, _ policy: MergePolicy = .fail) throws -> Changeset {
    var committed = Changeset()
    _ = try inTransaction(&committed) {
      takeOverMetadata(of: changeset)
      try load(changeset)
      try write { tables in try changeset.merged(into: tables, policy) }
    }
    return committed
  }

  /// Merges what was changed in a store that branched off this one when this one was as `base` is.
  ///
  /// New records whose numbered ids were given to others here get fresh ones, and keys follow.
  ///
  /// - Parameter merged: Is given a snapshot of what the store is going to be.
  package func merge(
    _ changeset: Changeset, since base: Store, _ policy: MergePolicy, merged: (Store) -> Void = { _ in }
  ) throws -> (committed: Changeset, ids: Renumbering) {
    var (committed, renumbering) = (Changeset(), Renumbering())
    _ = try inTransaction(&committed) {
      try write { tables in
        renumbering = try Renumbering(changeset, since: base.tables, in: tables, ids)
        let own = renumbering.applied(to: changeset).withoutNewPlaces(since: base.tables)
        return try own.merged(into: tables, policy)
      }
      merged(snapshot())
    }
    return (committed, renumbering)
  }
}

extension Changeset {
  /// This changeset as it has to be for tables in which others may have changed the same records.
  fileprivate func merged(into tables: Tables, _ policy: MergePolicy) throws -> Changeset {
    Changeset(try rebased(onto: drift(in: tables), policy).parts.map(\.withRaisedVersions))
  }

  /// This changeset with what is new since `base` at the end of the tables, where others may have put something since.
  fileprivate func withoutNewPlaces(since base: Tables) -> Changeset {
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
  /// This part with versions above those that are stored, where an undone change would count back: a copy of the record that
  /// was read before must be told from what it becomes.
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
