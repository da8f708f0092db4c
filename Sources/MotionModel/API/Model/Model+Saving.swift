extension Model {
  /// Saves the record: inserts it if it is new, or else updates the stored one.
  ///
  /// A new record without an id is given one. A save that changes no column writes nothing.
  ///
  /// - Throws: ``StoreError`` when the record was deleted meanwhile, a unique column has a value that is taken, or a
  ///   read-only column was changed; any error of a hook, see <doc:RunningHooks>. The store and the record are
  ///   unchanged then.
  public mutating func save() throws { try Store.current.table(Self.self).save(&self) }

  /// Inserts the record into the store, and gives it an id if it has none.
  ///
  /// This is also how a deleted record is restored.
  ///
  /// - Throws: ``StoreError/idTaken(model:id:)`` when a record with its id is stored.
  public mutating func insert() throws { try Store.current.table(Self.self).insert(&self) }

  /// Updates the stored record with the same id, or else inserts this one, even if it was deleted before.
  public mutating func upsert() throws { try Store.current.table(Self.self).upsert(&self) }

  /// Updates the stored record that has the same value in a column, or else inserts this one.
  ///
  /// ```swift
  /// var user = User.new { $0.email = "bob@example.com"; $0.name = "Bob" }
  /// try user.upsert(on: \.email)
  /// ```
  public mutating func upsert<Value: ColumnValue>(on column: any KeyPath<Self, Value> & Sendable) throws {
    try Store.current.table(Self.self).upsert(&self, on: column)
  }

  /// Changes the record and saves it.
  ///
  /// ```swift
  /// try todo.update { $0.priority = 3 }
  /// ```
  ///
  /// When it throws, the record and the store are unchanged.
  ///
  /// - Throws: ``StoreError/readOnlyColumn(model:column:id:)`` when `change` changes the id; any error of `change`
  ///   or of saving.
  public mutating func update(_ change: (inout Self) throws -> Void) throws {
    var changed = self
    try change(&changed)
    try changed.checkID(replacing: id)
    try changed.save()
    self = changed
  }

  /// Sets columns from untyped values and saves the record, together with related records where a relation accepts
  /// their attributes; see ``Relation/acceptingAttributes()``.
  ///
  /// When it throws, the record and the store are unchanged.
  public mutating func update(attributes: [String: AttributeValue]) throws { try write(attributes, isNew: false) }

  /// Replaces this record by the stored one, discarding unsaved changes.
  ///
  /// - Throws: ``StoreError/recordGone(model:id:)`` when the record was deleted, ``StoreError/notSaved(model:)`` when
  ///   it was never saved.
  public mutating func reload() throws {
    if !id.isAssigned { throw StoreError.notSaved(model: Self.schema.modelName) }
    guard let stored = try Self.find(id) else {
      throw StoreError.recordGone(model: Self.schema.modelName, id: "\(id.attribute)")
    }
    self = stored
  }

  // MARK: - One column

  /// Adds to a number in the stored record, and copies the sum to this one. No other column is saved.
  ///
  /// Additions by concurrent callers are not lost.
  ///
  /// - Throws: ``StoreError/numberOverflow(model:column:id:)`` when the sum does not fit the column's type.
  public mutating func increment<Value: SummableValue & Numeric>(
    _ column: any WritableKeyPath<Self, Value> & Sendable, by amount: Value = 1
  ) throws {
    try change(column) { $0.addingChecked(amount) }
  }

  /// Subtracts from a number in the stored record, and copies the difference to this one. No other column is saved.
  ///
  /// - Throws: ``StoreError/numberOverflow(model:column:id:)`` when the difference does not fit the column's type.
  public mutating func decrement<Value: SummableValue & Numeric>(
    _ column: any WritableKeyPath<Self, Value> & Sendable, by amount: Value = 1
  ) throws {
    try change(column) { $0.subtractingChecked(amount) }
  }

  /// Toggles a Boolean in the stored record, and copies the result to this one. No other column is saved.
  public mutating func toggle(_ column: any WritableKeyPath<Self, Bool> & Sendable) throws {
    try change(column) { !$0 }
  }

  /// - Parameter change: Computes the new value; nil when it overflows.
  private mutating func change<Value>(
    _ column: any WritableKeyPath<Self, Value> & Sendable, _ change: (Value) -> Value?
  ) throws {
    let table = Store.current.table(Self.self)
    var isCurrent = false
    let changed: Self
    if var lifecycle = Lifecycle(table) {
      changed = try table.store.inTransaction {
        var stored = try table.stored(for: self)
        isCurrent = Self.schema.hasVersion(of: stored, self)
        try stored.apply(change, to: column)
        try stored.withRow { try lifecycle.save($0, .update) }
        return stored
      }
    } else {
      var record = self
      try table.change(&record) { writer, record throws(StoreError) in
        let stored = try writer.table.stored(record)
        isCurrent = Self.schema.hasVersion(of: stored, record)
        record = stored
        try record.apply(change, to: column)
        try writer.write(&record, .update)
      }
      changed = record
    }
    self[keyPath: column] = changed[keyPath: column]
    Self.schema.takeOverUpdateTime(of: changed, in: &self)
    if isCurrent { Self.schema.takeOverVersion(of: changed, in: &self) }
  }

  private mutating func apply<Value>(
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

extension Numeric {
  /// Returns the sum, or nil when this type cannot hold it.
  fileprivate func addingChecked(_ other: Self) -> Self? {
    guard let number = self as? any FixedWidthInteger else { return self + other }
    return number.adding(other) as? Self
  }

  /// Returns the difference, or nil when this type cannot hold it.
  fileprivate func subtractingChecked(_ other: Self) -> Self? {
    guard let number = self as? any FixedWidthInteger else { return self - other }
    return number.subtracting(other) as? Self
  }
}

extension FixedWidthInteger {
  /// Returns the sum with a number of the same type, or nil when it overflows.
  fileprivate func adding(_ other: Any) -> Self? {
    guard let (sum, overflow) = (other as? Self).map(addingReportingOverflow) else { return nil }
    return overflow ? nil : sum
  }

  /// Returns the difference from a number of the same type, or nil when it overflows.
  fileprivate func subtracting(_ other: Any) -> Self? {
    guard let (difference, overflow) = (other as? Self).map(subtractingReportingOverflow) else { return nil }
    return overflow ? nil : difference
  }
}
