extension ModelTable {
  /// Changes a record, and saves the columns that were changed.
  ///
  /// ```swift
  /// try todos.update(&todo) { $0.priority = 3 }
  /// ```
  ///
  /// Only columns that `change` gives another value are saved, onto the record as it is stored now. So two old copies
  /// that each change a column of their own lose nothing. Columns that the copy had changed before `change` ran stay as
  /// they are in the copy, and are not saved; ``save(_:)`` saves all columns. Rules and hooks see the record as it will
  /// be stored. The copy gets the columns that this save has changed.
  ///
  /// If another save has changed one of these columns since the copy was read, this one overwrites it, unless the model
  /// has a ``LockVersion``: then it is refused. A record that is not stored yet is inserted with all columns.
  ///
  /// When it throws, the record and the store are unchanged.
  ///
  /// - Throws: ``StoreError/readOnlyColumn(model:column:id:)`` when `change` changes the id;
  ///   ``StoreError/stale(_:)`` when the same column was changed elsewhere; any error of `change` or of saving.
  public func update(_ record: inout Record, _ change: (inout Record) throws -> Void) throws {
    try store.finishing {
      var changed = record
      try store.asCurrent { try change(&changed) }
      try changed.checkID(replacing: record.id)
      try save(&changed, changedSince: record)
      record = changed
    }
  }

  /// Sets columns of a record from untyped values, and saves those that changed, together with related records where a
  /// relation accepts their attributes; see `acceptingAttributes`.
  ///
  /// Columns that get the value that they have are not saved, as in ``update(_:_:)``.
  ///
  /// When it throws, the record and the store are unchanged.
  public func update(_ record: inout Record, attributes: [String: AttributeValue]) throws {
    try write(attributes, to: &record, isNew: false)
  }

  /// Replaces a record by the stored one, discarding unsaved changes.
  ///
  /// - Throws: ``StoreError/recordGone(model:id:)`` when the record was deleted, ``StoreError/notSaved(model:)`` when
  ///   it was never saved.
  public func reload(_ record: inout Record) throws {
    record = try record.found(find(record.id))
  }

  // MARK: - One column

  /// Adds to a number in the stored record, and copies the sum to the given one. No other column is saved.
  ///
  /// Additions by concurrent callers are not lost.
  ///
  /// - Throws: ``StoreError/numberOverflow(model:column:id:)`` when the sum does not fit the column's type.
  public func increment<Value: SummableValue & Numeric>(
    _ record: inout Record, _ column: any WritableKeyPath<Record, Value> & Sendable, by amount: Value = 1
  ) throws {
    try store.finishing { try change(&record, column) { $0.checked(.add, amount, or: +) } }
  }

  /// Subtracts from a number in the stored record, and copies the difference to the given one. No other column is
  /// saved.
  ///
  /// - Throws: ``StoreError/numberOverflow(model:column:id:)`` when the difference does not fit the column's type.
  public func decrement<Value: SummableValue & Numeric>(
    _ record: inout Record, _ column: any WritableKeyPath<Record, Value> & Sendable, by amount: Value = 1
  ) throws {
    try store.finishing { try change(&record, column) { $0.checked(.subtract, amount, or: -) } }
  }

  /// Toggles a Boolean in the stored record, and copies the result to the given one. No other column is saved.
  public func toggle(_ record: inout Record, _ column: any WritableKeyPath<Record, Bool> & Sendable) throws {
    try store.finishing { try change(&record, column) { !$0 } }
  }

  /// - Parameter change: Computes the new value; nil when it overflows.
  private func change<Value>(
    _ record: inout Record, _ column: any WritableKeyPath<Record, Value> & Sendable, _ change: (Value) -> Value?
  ) throws {
    let given = record
    var isCurrent = false
    let changed: Record
    if var lifecycle = Lifecycle(self) {
      changed = try store.inTransaction {
        var stored = try fetched(for: given)
        isCurrent = Record.schema.hasVersion(of: stored, given)
        try stored.apply(change, to: column)
        try withRow(of: &stored) { try lifecycle.save($0, .update, in: nil) }
        return stored
      }
    } else {
      var written = given
      try self.change(&written, keepingID: true) { writer, record throws(StoreError) in
        let stored = try writer.stored(record)
        isCurrent = Record.schema.hasVersion(of: stored, record)
        record = stored
        try record.apply(change, to: column)
        try writer.write(&record, .update)
      }
      changed = written
    }
    record[keyPath: column] = changed[keyPath: column]
    Record.schema.takeOverUpdateTime(of: changed, in: &record)
    if isCurrent { Record.schema.takeOverVersion(of: changed, in: &record) }
  }
}

extension Model {
  fileprivate mutating func apply<Value>(
    _ change: (Value) -> Value?, to column: any WritableKeyPath<Self, Value> & Sendable
  ) throws(StoreError) {
    let id = id
    guard let value = change(self[keyPath: column]) else {
      let name = ColumnReference(declared: column)?.name ?? "\(column)"
      throw .numberOverflow(model: Self.schema.modelName, column: name, id: "\(id.attribute)")
    }
    self[keyPath: column] = value
    try checkID(replacing: id)
  }
}
