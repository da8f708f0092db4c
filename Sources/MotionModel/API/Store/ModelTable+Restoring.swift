extension ModelTable {
  /// Saves a record as ``save(_:)`` does, and returns what the save has changed.
  ///
  /// ```swift
  /// let change = try todos.saveReturningChange(&todo)
  /// change?.columns            // => [priority: 0 → 3]
  /// change?.old                // => the record as it was stored before; nil if it was new
  /// ```
  ///
  /// - Returns: The change; nil if nothing had to be written. Inside a transaction, it is the change since the
  ///   transaction or the innermost savepoint began.
  /// - Throws: The errors of ``save(_:)``.
  public func saveReturningChange(_ record: inout Record) throws -> Change<Record>? {
    try store.finishing {
      var (saved, written) = (record, Changeset())
      try store.inTransaction(&written) { try save(&saved) }
      record = saved
      return written.changes(of: Record.self).first { $0.id == saved.id }
    }
  }

  /// Replaces some columns of a record by the stored ones, discarding unsaved changes of these columns alone.
  ///
  /// A property that is not a column traps.
  ///
  /// - Throws: ``StoreError/recordGone(model:id:)`` when the record was deleted, ``StoreError/notSaved(model:)`` when
  ///   it was never saved.
  public func restore(
    _ record: inout Record, _ first: any PartialKeyPath<Record> & Sendable,
    _ others: any PartialKeyPath<Record> & Sendable...
  ) throws { try restore(&record, [first] + others) }

  func restore(_ record: inout Record, _ columns: [any PartialKeyPath<Record> & Sendable]) throws {
    var stored = record
    try reload(&stored)
    Record.schema.copy(columns.map(Record.schema.number(of:)), from: stored, to: &record)
  }

  /// Sets the time of the latest save of the stored record, and of the parents that it touches, and copies it to the
  /// given record. Nothing else is saved, and no rules or hooks run, except those of commits.
  ///
  /// Inside `store.withoutTouching { … }` it does nothing. A model without ``Timestamps`` traps.
  ///
  /// - Throws: ``StoreError/recordGone(model:id:)`` when the record was deleted, ``StoreError/notSaved(model:)`` when
  ///   it was never saved.
  public func touch(_ record: inout Record) throws {
    guard layout.updated != nil else {
      preconditionFailure("\(layout.name) has no time of the latest save: declare Timestamps in its schema.")
    }
    try store.finishing {
      let given = record
      var stored: Record?
      let isUntouched = StoreBlock.settings(in: store).untouched.contains(layout.slot)
      let written = try noted {
        try withRow(of: given) { row in
          try store.write(layout, to: row, loading: { try store.load([given], forSaving: true) }) {
            writer throws(StoreError) in
            stored = try writer.stored(given)
            let position = writer.table.position(of: row)
            if let position, !isUntouched { try writer.change(rowAt: position, touching: true) { _ in } }
          }
        }
      }
      guard let stored else { return }
      let touched = written.changes(of: Record.self).first { $0.id == given.id }?.new ?? stored
      Record.schema.takeOverUpdateTime(of: touched, in: &record)
      if Record.schema.hasVersion(of: stored, given) { Record.schema.takeOverVersion(of: touched, in: &record) }
    }
  }

  /// Makes changes that touch records, and notes them for the hooks after touching.
  private func noted(_ touch: () throws -> Changeset) throws -> Changeset {
    if !layout.notesTouches() { return try touch() }
    return try store.inOwnTransaction {
      let changes = try touch()
      store.transaction?.noteTouch(changes)
      return changes
    }
  }
}

extension Model {
  /// Saves the record, and returns what the save has changed; see ``ModelTable/saveReturningChange(_:)``.
  ///
  /// ```swift
  /// try todo.saveReturningChange()?.columns    // => [priority: 0 → 3]
  /// ```
  public mutating func saveReturningChange() throws -> Change<Self>? { try Self.table.saveReturningChange(&self) }

  /// Replaces some columns of this record by the stored ones, discarding unsaved changes of these columns alone:
  /// `try todo.restore(\.name)`.
  ///
  /// - Throws: ``StoreError/recordGone(model:id:)`` when the record was deleted, ``StoreError/notSaved(model:)`` when
  ///   it was never saved.
  public mutating func restore(
    _ first: any PartialKeyPath<Self> & Sendable, _ others: any PartialKeyPath<Self> & Sendable...
  ) throws { try Self.table.restore(&self, [first] + others) }

  /// Sets the time of the latest save of the stored record, and of the parents that it touches, without a save; see
  /// ``ModelTable/touch(_:)``.
  public mutating func touch() throws { try Self.table.touch(&self) }
}

// MARK: - Deleted records

extension RecordInStore {
  /// Whether a record with this record's id was deleted or destroyed, and is not stored again.
  ///
  /// A store remembers at least the latest 65,536 deleted ids of each table, and no ids of records that an adapter
  /// keeps.
  public var isDestroyed: Bool {
    if !record.id.isAssigned { return false }
    return store.read(Record.schema.layout) { version in
      withRow(of: record) { version.position(of: $0) == nil && version.wasDeleted($0) }
    }
  }
}

extension Model {
  /// Whether a record with this record's id was deleted or destroyed, and is not stored again; see
  /// ``RecordInStore/isDestroyed``.
  public var isDestroyed: Bool { Store.current.of(self).isDestroyed }
}

extension TableVersion {
  fileprivate func wasDeleted(_ row: Row) -> Bool { given.deleted.contains(layout.id.hash(row)) }
}
