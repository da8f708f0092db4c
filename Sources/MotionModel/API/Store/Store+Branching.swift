package import Foundation

extension Store {
  /// A store of its own that begins with the records that this one has now, as the caller sees them.
  ///
  /// It has the same clock, ids and middleware, and counts its commits on from here.
  ///
  /// - Complexity: O(1), as for ``snapshot()``.
  package func fork(notificationCenter: NotificationCenter? = nil) -> Store {
    copy(isSnapshot: false, notificationCenter)
  }

  /// A snapshot of what was committed last, once everything up to it has been recorded; see ``recordCommits(_:)``.
  package func recordedSnapshot() -> Store {
    if transaction?.isOpen == true { return publishedCopy }
    return writer.withLock { publishedCopy }
  }

  /// A store like ``fork(notificationCenter:)``, to find out what something comes to: nothing runs after its commits, and nobody is
  /// notified.
  package func scratch() -> Store { copy(isSnapshot: false, isScratch: true) }

  /// Commits what makes this store hold what another one holds, and takes over its memory.
  ///
  /// Hooks after the commit run for what is new here: not for records that only got another place or another id.
  ///
  /// - Parameter target: Gives the other store from a snapshot of this one, and which records have other ids there. It runs while
  ///   writers of this store wait, and must not use it.
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
      commit.hooks = Commit.Hooks(news: { $0.news(besides: ids) })
      commit.outcome = .tables(tables)
    }
  }

  /// A snapshot of what this store held after an earlier commit, from all that was changed since.
  package func reverted(_ changeset: Changeset, to commit: Int) -> Store {
    read { tables in
      var (tables, inverse) = (tables, changeset.inverted)
      do throws(StoreError) {
        // A unique index may be younger than the state.
        try inverse.apply(to: &tables, isChecked: false)
      } catch {
        fatalError("A state that a store had could not be made again: \(error)")
      }
      return snapshot(of: tables, commits: commit)
    }
  }

  /// Whether the calling task is inside a transaction of this store, whose writes are not committed yet.
  package var isInTransaction: Bool { transaction?.isOpen ?? false }
}

extension Changeset {
  /// The changes of records that hold something else afterwards, without those that only got another id.
  fileprivate func news(besides ids: Renumbering) -> Changeset {
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
