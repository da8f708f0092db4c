package import Foundation

extension Store {
  /// Returns a new store that begins with the records that the calling task sees now.
  ///
  /// It has the same clock, id generator and middleware, and continues the commit numbers.
  ///
  /// - Complexity: O(1), as for ``snapshot()``.
  package func fork(notificationCenter: NotificationCenter? = nil) -> Store {
    copy(isSnapshot: false, notificationCenter)
  }

  /// Returns a snapshot of the last commit, after recorders have received this commit and all earlier ones; see
  /// ``recordCommits(_:)``.
  package func recordedSnapshot() -> Store {
    if transaction?.isOpen == true { return publishedCopy }
    return writer.withoutCommits { publishedCopy }
  }

  /// Returns a store like ``fork(notificationCenter:)`` in which a result is computed: no hooks run after its commits,
  /// and no observers are notified.
  package func scratch() -> Store { copy(isSnapshot: false, isScratch: true) }

  /// Commits the changes that turn the records of this store into those of another one, and takes over the tables of
  /// the other store.
  ///
  /// Hooks after the commit run for changed records, but not for records that only got another position or another id.
  ///
  /// - Parameter target: Receives a snapshot of this store, and returns the other store and the new ids that records
  ///   have there. It runs while writers of this store wait, and must not use this store.
  package func advance(_ target: (Store) throws -> (Store, Renumbering)) throws {
    if transaction?.isOpen == true {
      fatalError("A branch cannot be merged or updated inside a transaction of its own: end that first.")
    }
    try commit { commit in
      let now = publishedCopy
      let (target, ids) = try target(now)
      let tables = target.tables
      commit.changeset = Changeset.difference(from: now.tables, to: tables, isExact: true)
      commit.changeset.date = clock()
      commit.hooks = Commit.Hooks(changesForHooks: { $0.without(ids) })
      commit.outcome = .tables(tables)
    }
  }

  /// Returns a snapshot of this store as it was after an earlier commit, by undoing a changeset with all changes since
  /// then.
  package func reverted(_ changeset: Changeset, to commit: Int) -> Store {
    read { tables in
      var (tables, inverse) = (tables, changeset.inverted)
      // A unique index may have been added since then, so unique columns are not checked.
      inverse.applyChecked(to: &tables)
      return snapshot(of: tables, commits: commit)
    }
  }

  /// Whether the calling task is inside a transaction of this store that has not ended.
  package var isInTransaction: Bool { transaction?.isOpen ?? false }
}

extension Changeset {
  /// Returns the changes without those of records that only got another position or another id.
  fileprivate func without(_ ids: Renumbering) -> Changeset {
    var copy = self
    copy.replaceParts { part in
      let renumbered = ids.finder(in: part.layout)
      return part.filter { part, entry in
        guard let new = entry.new.map(part.address) else { return true }
        guard let old = entry.old.map(part.address) else { return renumbered?.entry(of: new) == nil }
        return !part.layout.isSame(old, new)
      }
    }
    return copy
  }
}
