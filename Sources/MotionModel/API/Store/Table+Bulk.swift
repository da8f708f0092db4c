extension Table {
  /// Adds many records as one changeset, and gives ids to those that have none.
  ///
  /// - Returns: The records, as they were stored.
  /// - Throws: ``StoreError`` for the first record that is refused. Then none is added.
  /// - Complexity: O(*n*) in the number of records.
  @discardableResult
  public func insert(contentsOf records: some Sequence<Record>) throws -> [Record] {
    var records = Array(records)
    if var lifecycle = Lifecycle(self) {
      _ = try lifecycle.save(&records, .insert, in: self)
    } else {
      try writeRows(&records) { _ in .insert }
    }
    return records
  }

  /// Deletes the record with an id.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func delete(_ id: Record.ID) throws -> Bool {
    if let lifecycle = Lifecycle(self) { return try lifecycle.delete(id, in: self) }
    return try deleteRow(id)
  }

  /// Deletes all records.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public func deleteAll() throws -> Int { try records.deleteAll() }

  // MARK: - Rows

  /// Writes records as one changeset, and nothing takes part in it.
  ///
  /// - Parameters:
  ///   - records: What to write. When it throws, some of them may have ids and times that are not in the store.
  ///   - deferringUniqueness: Whether unique columns are looked at by the caller, once more is written.
  ///   - operation: How to write the record at an index.
  /// - Returns: The indexes of the records for which anything had to be written.
  @discardableResult
  func writeRows(
    _ records: inout [Record], deferringUniqueness: Bool = false, _ operation: (Int) -> RowWriter.Operation
  ) throws -> [Int] {
    var changed: [Int] = []
    changed.reserveCapacity(records.count)
    let assigned = hasNewIDs(records) ? assignedIDs(of: records) : []
    do {
      try store.write(layout, loading: { try store.load(records) }) { writer throws(StoreError) in
        writer.reserve(records.count)
        writer.reserve(ids: assigned)
        if deferringUniqueness { writer.deferUniqueness() }
        try records.withUnsafeMutableBufferPointer { records throws(StoreError) in
          guard let first = records.baseAddress else { return }
          for index in records.indices {
            let count = writer.changes.count
            try writer.write(UnsafeMutableRawPointer(first + index), operation(index))
            if writer.changes.count > count { changed.append(index) }
          }
        }
      }
    } catch let error as StoreError {
      throw error.numbering(records) { operation($0) == .insert }
    }
    if layout.isOwnParent { for index in changed { records[index].withRow { store.reload($0, of: layout) } } }
    return changed
  }

  /// Whether some records are going to be given ids.
  private func hasNewIDs(_ records: [Record]) -> Bool {
    let id = layout.id
    return records.withUnsafeBufferPointer { records in
      guard let first = records.baseAddress else { return false }
      return records.indices.contains { !id.isAssigned(UnsafeRawPointer(first + $0)) }
    }
  }

  /// Hashes of the ids that records bring with them.
  func assignedIDs(of records: [Record]) -> Set<UInt64> {
    var hashes: Set<UInt64> = []
    let id = layout.id
    records.withUnsafeBufferPointer { records in
      guard let first = records.baseAddress else { return }
      for index in records.indices {
        let row = UnsafeRawPointer(first + index)
        if id.isAssigned(row) { hashes.insert(id.hash(row)) }
      }
    }
    return hashes
  }

  /// Deletes the record with an id, and nothing takes part in it.
  ///
  /// - Returns: Whether there was one.
  func deleteRow(_ id: Record.ID) throws -> Bool {
    var record = Record()
    record.id = id
    return try withUnsafePointer(to: record) { row in
      try store.delete(UnsafeRawPointer(row), of: layout)
    }
  }

  /// Deletes records as one changeset, and nothing takes part in it.
  ///
  /// - Returns: The indexes of the records that were there.
  @discardableResult
  func deleteRows(_ records: [Record]) throws -> [Int] {
    var deleted: [Int] = []
    deleted.reserveCapacity(records.count)
    try store.write(layout, loading: { try store.load(records, isDeleting: true) }) { writer throws(StoreError) in
      writer.reserve(records.count)
      records.withUnsafeBufferPointer { records in
        guard let first = records.baseAddress else { return }
        for index in records.indices {
          let count = writer.changes.count
          writer.delete(UnsafeRawPointer(first + index))
          if writer.changes.count > count { deleted.append(index) }
        }
      }
    }
    return deleted
  }
}

extension FinderChain {
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
    let (finder, store) = (finder, finder.store)
    return try store.inTransaction {
      var records = try finder.bound(to: store).all
      for index in records.indices { try records[index].changeKeepingID(change) }
      let table = store.table(Record.self)
      if var lifecycle = Lifecycle(table) { return try lifecycle.save(&records, .update, in: table) }
      return try table.writeRows(&records) { _ in .update }.count
    }
  }

  /// Deletes all of the records, as one changeset.
  ///
  /// Through a relation, too, the records themselves are deleted, whatever its `dependent` says; in Rails, `project.todos.delete_all` takes
  /// them from the project, which is ``RelatedRecords/removeAll(_:)`` here.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public func deleteAll() throws -> Int {
    let (finder, store) = (finder, finder.store)
    return try store.inTransaction {
      let records = try finder.bound(to: store).all
      let table = store.table(Record.self)
      if let lifecycle = Lifecycle(table) { return try lifecycle.delete(records.map(\.id), in: table) }
      return try table.deleteRows(records).count
    }
  }

  /// Destroys all of the records, with what depends on them, as one changeset.
  ///
  /// Through records that join two models, too, the records themselves are destroyed; in Rails, `book.tags.destroy_all` destroys what joins
  /// them to the book, which is ``RelatedRecords/removeAll(_:)`` here.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public func destroyAll() throws -> Int {
    let (finder, store) = (finder, finder.store)
    return try store.inTransaction { try Cascade(store).destroy(finder.bound(to: store).all) }
  }

  /// The first record, or a new one, which is saved; it takes over what the conditions say by `==`, and `build` completes it.
  ///
  /// Two callers at the same time do not make two records.
  @discardableResult
  public func firstOrCreate(_ build: (inout Record) throws -> Void = { _ in }) throws -> Record {
    let (finder, store) = (finder, finder.store)
    return try store.inTransaction {
      try finder.bound(to: store).first ?? finder.bound(to: store).create(build)
    }
  }

  /// The first record, or a new one, which is not saved; it takes over what the conditions say by `==`, and `build` completes it.
  public func findOrInitialize(_ build: (inout Record) throws -> Void = { _ in }) throws -> Record {
    try first ?? self.build(build)
  }
}

extension Finder {
  fileprivate func bound(to store: Store) -> Finder { with { $0.boundStore = store } }
}

extension Model {
  /// Changes the record, which must keep its id.
  fileprivate mutating func changeKeepingID(_ change: (inout Self) throws -> Void) throws {
    let id = id
    try change(&self)
    try checkID(replacing: id)
  }

  /// Throws when the record had another id before, which would make it a copy of the record under a new one.
  package func checkID(replacing id: ID) throws(StoreError) {
    if self.id == id || !id.isAssigned { return }
    let schema = Self.schema
    throw .readOnlyColumn(
      model: schema.modelName, column: schema.columns[schema.layout.idColumn].name, id: "\(id.attribute)")
  }
}
