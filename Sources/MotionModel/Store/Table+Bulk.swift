extension Table {
  /// Adds many records as one changeset, and gives ids to those that have none.
  ///
  /// - Returns: The records, as they were stored.
  /// - Throws: ``StoreError`` for the first record that is refused. Then none is added.
  /// - Complexity: O(*n*) in the number of records.
  @discardableResult
  public func insert(contentsOf records: some Sequence<Record>) throws -> [Record] {
    var records = Array(records)
    try store.write(layout) { writer throws(StoreError) in
      writer.reserve(records.count)
      for record in records where record.id.isAssigned {
        withUnsafePointer(to: record) { writer.reserve(idOf: UnsafeRawPointer($0)) }
      }
      for index in records.indices { try writer.write(&records[index], .insert) }
    }
    return records
  }

  /// Deletes the record with an id.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  public func delete(_ id: Record.ID) throws -> Bool {
    var record = Record()
    record.id = id
    var isFound = false
    try store.write(layout) { writer throws(StoreError) in
      withUnsafePointer(to: record) { writer.delete(UnsafeRawPointer($0)) }
      isFound = writer.changes.count > 0
    }
    return isFound
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
      var records = try bound(to: store).all
      for index in records.indices { try records[index].changeKeepingID(change) }
      var count = 0
      try store.write(Record.schema.layout) { writer throws(StoreError) in
        for index in records.indices { try writer.write(&records[index], .update) }
        count = writer.changes.count
      }
      return count
    }
  }

  /// Deletes all of the records, as one changeset.
  ///
  /// - Returns: How many there were.
  @discardableResult
  public func deleteAll() throws -> Int {
    let store = store
    return try store.session {
      let records = try bound(to: store).all
      try store.write(Record.schema.layout) { writer throws(StoreError) in
        writer.reserve(records.count)
        for record in records { withUnsafePointer(to: record) { writer.delete(UnsafeRawPointer($0)) } }
      }
      return records.count
    }
  }

  /// The first record, or a new one that `build` completes, which is saved.
  ///
  /// Two callers at the same time do not make two records.
  @discardableResult
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

extension Model {
  /// Changes the record, which must keep its id.
  fileprivate mutating func changeKeepingID(_ change: (inout Self) throws -> Void) throws {
    let id = id
    try change(&self)
    try checkID(is: id)
  }

  /// Throws when the id is another than it was.
  func checkID(is id: ID) throws(StoreError) {
    if self.id == id { return }
    let schema = Self.schema
    throw .readOnlyColumn(
      model: schema.modelName, column: schema.columns[schema.layout.idColumn].name, id: "\(id.attribute)")
  }
}
