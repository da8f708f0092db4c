extension Store {
  /// Applies a commit of another store, which this one follows: with its number, and without hooks, which have run
  /// there.
  ///
  /// - Parameter records: What reads the commits of the journal.
  package func follow(_ bytes: [UInt8], _ records: inout StoredRecords) throws {
    try commit(trying: { commit in
      // Indexes may have been added since the last commit.
      records.tables = published.read { $0.tables }
      commit.changeset = try records.apply(bytes)
      commit.outcome = .replica(records.tables, commits: records.commits)
      commit.hooks = Commit.Hooks.none
      records.tables = Tables(fence)
    })
  }

  /// Replaces all records by the records of the followed store, as one commit.
  package func follow(_ records: inout StoredRecords) throws {
    try commit(trying: { commit in
      let old = published.read { $0.tables }
      records.addIndexes(of: old)
      commit.changeset = Changeset.difference(from: old, to: records.tables, isExact: true)
      commit.changeset.date = clock()
      commit.outcome = .replica(records.tables, commits: records.commits)
      commit.hooks = Commit.Hooks.none
      records.tables = Tables(fence)
    })
  }
}

extension Commit.Hooks {
  /// Runs no hooks after a commit.
  fileprivate static var none: Commit.Hooks { Commit.Hooks(changesForHooks: { _ in Changeset() }) }
}

extension StoredRecords {
  /// Adds the indexes that were added to the tables of a store.
  fileprivate mutating func addIndexes(of store: Tables) {
    for table in store.all {
      for index in table.indexes { tables.change(table.layout) { _ = $0.add(index.definition) } }
    }
  }
}
