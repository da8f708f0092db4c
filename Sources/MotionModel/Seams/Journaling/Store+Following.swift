package import Foundation

/// The records of a store that follows files, and what the next commit makes of them.
package struct FollowedState {
  fileprivate(set) var tables: Tables
  /// How many commits the records have.
  package fileprivate(set) var commits: Int
  fileprivate var changeset = Changeset()

  fileprivate init(_ tables: Tables, commits: Int) { (self.tables, self.commits) = (tables, commits) }

  /// Counts numbers of ids as given.
  package mutating func count(_ end: Int, of table: NumberedTable) {
    tables.change(table.layout) { $0.countNumbers(below: end) }
  }

  /// Returns numbers that the table has not given, how far it counts when these are given, and a commit without
  /// changes that says so; nil if there are none.
  ///
  /// - Parameter own: Behind which number the process itself has given none.
  package func numbers(
    _ count: Int, of table: NumberedTable, behind own: Int, at date: Date
  ) -> (Range<Int>, TableEnd, Changeset)? {
    let version = tables.version(table.layout)
    let first = max(version.nextNumber, own)
    let (next, isTooLarge) = first.addingReportingOverflow(count)
    if isTooLarge { return nil }
    return (
      first..<next, TableEnd(layout: table.layout, nextNumber: next, nextPlace: version.nextPosition),
      Changeset(date: date)
    )
  }
}

extension Store {
  /// The records that readers see, for a look at what follows them.
  package var followed: FollowedState { published.read { FollowedState($0.tables, commits: $0.commits) } }

  /// Applies a commit of another store, which this one follows: with its number, and without hooks, which have run
  /// there.
  ///
  /// - Parameter next: Applies the commit to the records, as the only writer; returns whether there is one.
  /// - Returns: Whether there was one.
  package func follow(_ next: (inout FollowedState) throws -> Bool) throws -> Bool {
    var isFound = false
    try commit(trying: { commit in
      // Indexes may have been added since the last commit.
      var followed = followed
      isFound = try next(&followed)
      if !isFound { return }
      commit.changeset = followed.changeset
      commit.outcome = .replica(followed.tables, commits: followed.commits)
      commit.hooks = Commit.Hooks.none
    })
    return isFound
  }
}

extension StoredRecords {
  /// Applies a commit of the journal.
  package mutating func follow(_ bytes: [UInt8], in followed: inout FollowedState) throws(CommitFault) {
    tables = followed.tables
    defer { tables = Tables(fence) }
    followed.changeset = try apply(bytes)
    if followed.changeset.id > 0 { followed.commits = followed.changeset.id }
    followed.tables = tables
  }

  /// Replaces all records by these.
  package mutating func replaceAll(in followed: inout FollowedState, at date: Date) {
    addIndexes(of: followed.tables)
    followed.changeset = Changeset.difference(from: followed.tables, to: tables, isExact: true)
    followed.changeset.date = date
    (followed.tables, followed.commits) = (tables, commits)
    forget()
  }

  /// Lets go of the records, which a store has.
  package mutating func forget() { tables = Tables(fence) }

  /// Adds the indexes that were added to the tables of a store.
  private mutating func addIndexes(of store: Tables) {
    for table in store.all {
      for index in table.indexes { tables.change(table.layout) { _ = $0.add(index.definition) } }
    }
  }
}

extension Commit.Hooks {
  /// Runs no hooks after a commit.
  fileprivate static var none: Commit.Hooks { Commit.Hooks(changesForHooks: { _ in Changeset() }) }
}
