extension RelatedRecords {
  /// Adds a record to this relation, and saves it; a record of another owner moves to this one.
  ///
  /// ```swift
  /// try project.todos.append(&todo)
  /// ```
  ///
  /// In a many-to-many relation, the record is joined to the owner unless it is already, and saved only if it is
  /// new.
  ///
  /// - Throws: The errors of ``FinderChain/create(_:)-((Self.Record)->Void)``. Nothing is changed then.
  public func append(_ record: inout Record) throws {
    try store.finishing {
      record = try store.inTransaction(with: owner) {
        var given = record
        try core.give(&given, to: owner, in: store)
        return given
      }
    }
  }

  /// Adds a record to this relation, and saves it.
  ///
  /// ```swift
  /// try issue.tags.append(tag)
  /// ```
  ///
  /// In a many-to-many relation, a stored record is not changed, so that no variable is needed. A record that gets a
  /// key is changed: go on with the one that is returned.
  ///
  /// - Returns: The record as it is stored.
  @discardableResult public func append(_ record: Record) throws -> Record { try append(contentsOf: [record])[0] }

  /// Adds several records to this relation, as one changeset.
  ///
  /// - Returns: The records as they are stored.
  @discardableResult public func append(contentsOf records: some Sequence<Record>) throws -> [Record] {
    let records = Array(records)
    return try store.inTransaction(with: owner) {
      try store.inCall {
        try records.map { record in
          var record = record
          try core.give(&record, to: owner, in: store)
          return record
        }
      }
    }
  }

  /// Removes a record from this relation.
  ///
  /// The record is destroyed or deleted if the relation's ``Dependent`` is `destroy` or `delete`; otherwise its key
  /// is set to nil. In a many-to-many relation, the joining records are destroyed.
  ///
  /// - Returns: Whether the record belonged to the owner.
  @discardableResult public func remove(_ record: Record) throws -> Bool {
    try removeAll { $0.where(\.id).eq(record.id) } > 0
  }

  /// Removes all records from this relation, as one changeset; see ``remove(_:)``.
  ///
  /// - Parameter those: Selects the records to remove; by default, all.
  /// - Returns: How many records were removed.
  @discardableResult public func removeAll(_ those: (Finder<Record>) -> Finder<Record> = { $0 }) throws -> Int {
    try store.inTransaction(with: owner) {
      let records = try those(finder).all
      try core.take(records, from: owner, in: store)
      return records.count
    }
  }

  /// Replaces the records of this relation by others, as one changeset: removes records that are not in `records`, and
  /// adds and saves records that are new to the relation.
  ///
  /// ```swift
  /// try card.labels.replace(with: [red, green])
  /// ```
  ///
  /// Records that already belong to the owner are not saved, even if the given copies were changed.
  ///
  /// - Returns: The records as they are stored.
  @discardableResult public func replace(with records: some Sequence<Record>) throws -> [Record] {
    let records = Array(records)
    return try store.inTransaction(with: owner) {
      let wanted = Set(records.map(\.id))
      let present = try finder.all
      try core.take(present.filter { !wanted.contains($0.id) }, from: owner, in: store)
      var belonging = Dictionary(present.lazy.map { ($0.id, $0) }) { first, _ in first }
      return try store.inCall {
        try records.map { record in
          if let stored = belonging[record.id] { return stored }
          var given = record
          try core.give(&given, to: owner, in: store)
          belonging[given.id] = given
          return given
        }
      }
    }
  }
}
