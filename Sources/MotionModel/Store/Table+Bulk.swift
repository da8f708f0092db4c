extension Table {
  /// Adds many records as one changeset, and gives ids to those that have none.
  ///
  /// - Returns: The records, as they were stored.
  /// - Throws: ``StoreError`` for the first record that is refused. Then none is added.
  /// - Complexity: O(*n*) in the number of records.
  @discardableResult
  public func insert(contentsOf records: some Sequence<Record>) throws -> [Record] {
    try store.write(Record.self) { table in
      var writer = RowWriter<Record>(table, store.clock)
      var changes: [Change<Record>] = []
      changes.reserveCapacity(records.underestimatedCount)
      for record in records {
        var record = record
        if let change = try writer.insert(&record) { changes.append(change) }
      }
      return changes
    }
    .compactMap(\.new)
  }

  /// Deletes the record with an id.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func delete(_ id: Record.ID) throws -> Bool {
    try !store.write(Record.self) { table in
      RowWriter<Record>(table, store.clock).delete(id).map { [$0] } ?? []
    }
    .isEmpty
  }

  /// Deletes all records.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public func deleteAll() throws -> Int { try records.deleteAll() }
}

extension Finder {
  // MARK: - Writing

  /// Changes all of the records, as one changeset.
  ///
  /// ```swift
  /// try Todo.where(\.assignedTo).eq("bob").updateAll { $0.assignedTo = "eve" }
  /// ```
  ///
  /// - Parameter change: Changes one record. It may read and write the store; when it throws, nothing is changed.
  /// - Returns: How many records were different afterwards.
  /// - Throws: ``StoreError``, or what `change` throws. Then nothing is changed.
  @discardableResult
  public func updateAll(_ change: (inout Record) throws -> Void) throws -> Int {
    let store = store
    return try store.session {
      let changed = try bound(to: store).all.map { record in
        var record = record
        try change(&record)
        return record
      }
      return try store.write(Record.self) { table in
        var writer = RowWriter<Record>(table, store.clock)
        return try changed.compactMap { record in
          var record = record
          _ = try writer.stored(record.id)
          return try writer.save(&record)
        }
      }
      .count
    }
  }

  /// Deletes all of the records, as one changeset.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public func deleteAll() throws -> Int {
    let store = store
    return try store.session {
      let ids = try bound(to: store).ids
      return try store.write(Record.self) { table in
        let writer = RowWriter<Record>(table, store.clock)
        return ids.compactMap { writer.delete($0) }
      }
      .count
    }
  }

  /// The first record, or a new one that `build` completes, which is saved.
  ///
  /// Two callers at the same time do not make two records.
  public func firstOrCreate(_ build: (inout Record) throws -> Void = { _ in }) throws -> Record {
    let store = store
    return try store.session {
      if let first = try bound(to: store).first { return first }
      var record = try Record.new(build)
      try store.table(Record.self).save(&record)
      return record
    }
  }

  /// The first record, or a new one that `build` completes, which is not saved.
  public func findOrInitialize(_ build: (inout Record) throws -> Void = { _ in }) throws -> Record {
    try first ?? Record.new(build)
  }

  private func bound(to store: Store) -> Finder { with { $0.boundStore = store } }
}
