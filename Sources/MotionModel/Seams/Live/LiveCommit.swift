/// A commit as the views of a store are shown it, while the next commit waits.
package final class LiveCommit {
  /// The number of the commit.
  package let number: Int
  package let metadata: Changeset.Metadata
  /// How many rows that were not written the views tested because of changes to others, for tests.
  package var examined = 0
  private let store: Store
  private var known: Tables?

  init(_ changeset: Changeset, in store: Store) {
    (number, metadata, self.store) = (changeset.id, changeset.metadata, store)
  }

  /// The tables after the commit. They are not held longer than the commit is shown: the next writer would have to copy
  /// what it changes in them.
  package var tables: LiveTables {
    let tables = known ?? store.published.read { $0.tables }
    known = tables
    return LiveTables(tables: tables)
  }

  deinit { if known != nil { store.fence.readerIsDone() } }
}

/// The tables of a store between two commits.
package struct LiveTables {
  let tables: Tables
}

/// The changes of a commit to one table: all of them, or the changes that concern a view.
package struct LivePart {
  /// Which of the changes to a table concern a view, by their numbers.
  enum Entries {
    case all
    case one(Int)
    case some([Int])

    /// Adds a change. The last one is not added again.
    mutating func add(_ entry: Int) {
      switch self {
      case .all: break
      case .one(let first): if entry != first { self = .some([first, entry]) }
      case .some(var entries):
        if entries.last == entry { return }
        self = .all
        entries.append(entry)
        self = .some(entries)
      }
    }
  }

  /// The number of the view's interest that they meet.
  package let interest: Int
  private let part: ChangesetPart
  private let entries: Entries

  init(_ interest: Int, _ part: ChangesetPart, _ entries: Entries) {
    (self.interest, self.part, self.entries) = (interest, part, entries)
  }

  /// How many changes there are.
  package var count: Int {
    switch entries {
    case .all: part.count
    case .one: 1
    case .some(let entries): entries.count
    }
  }

  /// The changes. Their rows are valid while the view is shown the commit.
  package var changes: [LiveEntry] {
    var changes: [LiveEntry] = []
    changes.reserveCapacity(count)
    forEach { changes.append($0) }
    return changes
  }

  /// Calls `body` with each change.
  package func forEach(_ body: (LiveEntry) -> Void) {
    switch entries {
    case .all: for entry in part.all where !entry.isCancelled { body(change(entry)) }
    case .one(let entry): body(change(part.all[entry]))
    case .some(let entries): for entry in entries { body(change(part.all[entry])) }
    }
  }

  private func change(_ entry: ChangesetPart.Entry) -> LiveEntry {
    LiveEntry(
      old: entry.old.map { LiveReference(row: part.address($0), place: entry.origin ?? entry.place) },
      new: entry.new.map { LiveReference(row: part.address($0), place: entry.place) })
  }
}

/// A changed row before and after a commit; nil where it does not exist.
package struct LiveEntry {
  package let old: LiveReference?
  package let new: LiveReference?

  package init(old: LiveReference?, new: LiveReference?) { (self.old, self.new) = (old, new) }
}
