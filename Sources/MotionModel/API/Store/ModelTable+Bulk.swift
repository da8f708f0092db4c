extension ModelTable {
  /// Inserts many records as one changeset, and gives ids to those that have none.
  ///
  /// - Returns: The records as they were stored.
  /// - Throws: ``StoreError`` for the first record that is refused, or any error of a hook. No record is inserted then.
  /// - Complexity: O(*n*) in the number of records.
  @discardableResult public func insert(contentsOf records: some Sequence<Record>) throws -> [Record] {
    let given = Array(records)
    return try store.repeating {
      var records = given
      try save(all: &records) { _ in .insert }
      return records
    }
  }

  /// Deletes the record with an id.
  ///
  /// - Returns: Whether a record was deleted.
  @discardableResult public func delete(_ id: Record.ID) throws -> Bool {
    try store.repeating {
      if let lifecycle = Lifecycle(self) { return try lifecycle.delete(id, in: self) }
      return try deleteRow(id)
    }
  }

  /// Deletes the stored record with the id of a record.
  ///
  /// - Returns: Whether a record was deleted.
  /// - Throws: ``StoreError/stale(_:)`` when the model has a ``LockVersion`` and the copy is old, or any error of a
  ///   hook. Deleting by id does not compare versions.
  @discardableResult
  public func delete(_ record: Record) throws -> Bool { try unlessStale(record) { try delete(record.id) } }

  /// Saves records as one changeset, with the hooks of saving.
  ///
  /// - Parameter operation: Returns how the record at an index is saved.
  /// - Returns: How many records changed.
  @discardableResult
  func save(all records: inout [Record], _ operation: (Int) -> RowWriter.Operation) throws -> Int {
    if var lifecycle = Lifecycle(self) { return try lifecycle.save(&records, in: self, operation) }
    return try writeRows(&records, operation).count
  }

  /// Deletes records as one changeset, with the hooks of deleting.
  ///
  /// - Returns: How many records were still stored.
  @discardableResult func delete(all records: [Record]) throws -> Int {
    if let lifecycle = Lifecycle(self) { return try lifecycle.delete(records.map(\.id), in: self) }
    return try deleteRows(records).count
  }

  // MARK: - Rows

  /// Writes records as one changeset, without a ``Lifecycle``.
  ///
  /// - Parameters:
  ///   - records: The records to write. If the call throws, some of them may have ids and timestamps that are not
  ///     stored.
  ///   - deferringUniqueness: Whether the caller checks unique columns later, after it has written more.
  ///   - operation: Returns how the record at an index is written.
  /// - Returns: The indexes of the records that had to be written.
  @discardableResult func writeRows(
    _ records: inout [Record], deferringUniqueness: Bool = false, _ operation: (Int) -> RowWriter.Operation
  ) throws -> [Int] {
    var changed: [Int] = []
    changed.reserveCapacity(records.count)
    let assigned = hasNewIDs(records) ? assignedIDs(of: records) : []
    do {
      try store.write(layout, loading: { try store.load(records, forSaving: true) }) { writer throws(StoreError) in
        writer.beginBulk(records.count)
        writer.reserve(ids: assigned)
        if deferringUniqueness { writer.deferUniqueness() }
        try records.withUnsafeMutableBufferPointer { records throws(StoreError) in
          guard let first = records.baseAddress else { return }
          for index in records.indices {
            let count = writer.changes.count
            try writer.write(MutableRow(first + index), operation(index))
            if writer.changes.count > count { changed.append(index) }
          }
        }
      }
    } catch let error as StoreError {
      throw error.numbering(records) { operation($0) == .insert }
    }
    if layout.isOwnParent { for index in changed { withRow(of: &records[index]) { store.reloadRow($0, of: layout) } } }
    return changed
  }

  /// Returns whether some of the records need an id.
  private func hasNewIDs(_ records: [Record]) -> Bool {
    let id = layout.id
    return records.withUnsafeBufferPointer { records in
      guard let first = records.baseAddress else { return false }
      return records.indices.contains { !id.isAssigned(Row(first + $0)) }
    }
  }

  /// Returns the hashes of the ids that the records have already.
  func assignedIDs(of records: [Record]) -> Set<UInt64> {
    var hashes: Set<UInt64> = []
    let id = layout.id
    records.withUnsafeBufferPointer { records in
      guard let first = records.baseAddress else { return }
      for index in records.indices {
        let row = Row(first + index)
        if id.isAssigned(row) { hashes.insert(id.hash(row)) }
      }
    }
    return hashes
  }

  /// Deletes the record with an id, without a ``Lifecycle``.
  ///
  /// - Returns: Whether a record was deleted.
  func deleteRow(_ id: Record.ID) throws -> Bool {
    try Record.withIDRow(id) { try store.deleteRow($0, of: layout) }
  }

  /// Deletes records as one changeset, without a ``Lifecycle``.
  ///
  /// - Returns: The indexes of the records that were deleted.
  @discardableResult func deleteRows(_ records: [Record]) throws -> [Int] {
    var deleted: [Int] = []
    deleted.reserveCapacity(records.count)
    try store.write(layout, loading: { try store.load(records, forSaving: false) }) { writer throws(StoreError) in
      writer.beginBulk(records.count)
      records.withUnsafeBufferPointer { records in
        guard let first = records.baseAddress else { return }
        for index in records.indices {
          let count = writer.changes.count
          writer.delete(Row(first + index))
          if writer.changes.count > count { deleted.append(index) }
        }
      }
    }
    return deleted
  }
}

extension FinderChain {
  // MARK: - Writing

  /// Changes all records of the finder, as one changeset.
  ///
  /// ```swift
  /// try Todo.where(\.assignedTo).eq("bob").updateAll { $0.assignedTo = "eve" }
  /// ```
  ///
  /// - Parameter change: Changes one record. It may read and write the store. If it throws, nothing is changed.
  /// - Returns: How many records changed.
  /// - Throws: ``StoreError``, or any error of `change` or a hook. Nothing is changed then.
  @discardableResult public func updateAll(_ change: (inout Record) throws -> Void) throws -> Int {
    let finder = finder
    let store = finder.store
    return try store.inOwnTransaction {
      var records = try finder.all
      for index in records.indices { try records[index].changeKeepingID(change) }
      return try store.table(Record.self).save(all: &records) { _ in .update }
    }
  }

  /// Deletes all records of the finder, as one changeset.
  ///
  /// A finder of related records deletes the records themselves, whatever the relation's `dependent` is. In Rails,
  /// `project.todos.delete_all` removes them from the project; ``RelatedRecords/removeAll(_:)`` does that here.
  ///
  /// - Returns: How many records were deleted.
  @discardableResult public func deleteAll() throws -> Int {
    let finder = finder
    return try finder.store.inOwnTransaction { try finder.store.table(Record.self).delete(all: finder.all) }
  }

  /// Destroys all records of the finder, and handles the records that depend on them, as one changeset.
  ///
  /// A finder of many-to-many related records destroys the records themselves. In Rails, `book.tags.destroy_all`
  /// destroys the records that join them to the book; ``RelatedRecords/removeAll(_:)`` does that here.
  ///
  /// - Returns: How many records of the finder were destroyed.
  @discardableResult public func destroyAll() throws -> Int {
    let finder = finder
    return try finder.store.inOwnTransaction { try Cascade(finder.store).destroy(finder.all) }
  }

  /// Returns the first record; if there is none, creates and saves one.
  ///
  /// A new record gets the values that the conditions require by `==`, and `build` completes it. Concurrent callers do
  /// not create two records.
  @discardableResult public func firstOrCreate(_ build: (inout Record) throws -> Void = { _ in }) throws -> Record {
    let finder = finder
    return try finder.store.inOwnTransaction { try finder.first ?? finder.create(build) }
  }

  /// Returns the first record; if there is none, a new, unsaved one. A new record gets the values that the conditions
  /// require by `==`, and `build` completes it.
  public func firstOrNew(_ build: (inout Record) throws -> Void = { _ in }) throws -> Record {
    try first ?? self.new(build)
  }
}

extension Model {
  /// Changes the record, and throws if its id was changed.
  fileprivate mutating func changeKeepingID(_ change: (inout Self) throws -> Void) throws {
    let id = id
    try change(&self)
    try checkID(replacing: id)
  }

  /// Throws if the record's id was changed from `id`, because saving the record would then store a copy under the new
  /// id.
  package func checkID(replacing id: ID) throws(StoreError) {
    if self.id == id || !id.isAssigned { return }
    throw .readOnlyColumn(model: Self.schema.modelName, column: Self.schema.idName, id: "\(id.attribute)")
  }
}
