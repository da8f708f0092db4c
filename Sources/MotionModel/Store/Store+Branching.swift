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
    if session?.isOpen == true { return publishedCopy }
    return writer.withLock { publishedCopy }
  }

  /// Commits what makes this store hold what another one holds, and takes over its memory.
  ///
  /// - Parameter target: Gives the other store from a snapshot of this one. It runs while writers of this store wait, and must not
  ///   use it.
  package func advance(_ target: (Store) throws -> Store) throws {
    if session?.isOpen == true {
      fatalError("A branch cannot be merged or updated inside a transaction of its own: end that first.")
    }
    let (committed, announcement) = try writer.withLock {
      fence.writerBegins()
      let now = publishedCopy
      let tables = try target(now).tables
      var changeset = Changeset.difference(from: now.tables, to: tables)
      changeset.date = clock()
      publish(tables, &changeset)
      return (changeset, delivery.take(changeset, in: StoreBlock.manner(in: self)))
    }
    didCommit(committed, announcement)
  }

  /// A snapshot of what this store held after an earlier commit, from all that was changed since.
  package func reverted(_ changeset: Changeset, to commit: Int) -> Store {
    read { tables in
      var (tables, inverse) = (tables, changeset.inverted)
      do throws(StoreError) {
        try inverse.apply(to: &tables)
      } catch {
        fatalError("A state that a store had could not be made again: \(error)")
      }
      return snapshot(of: tables, commits: commit)
    }
  }

  /// Whether the calling task is inside a session of this store, whose writes are not committed yet.
  package var isInSession: Bool { session?.isOpen ?? false }
}
