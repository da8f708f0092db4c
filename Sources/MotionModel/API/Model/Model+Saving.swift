extension Model {
  /// Saves the record: inserts it when it is new, else updates the stored one.
  ///
  /// A new record without an id is given one. A save that changes no column writes nothing.
  ///
  /// - Throws: ``StoreError`` when the record was deleted meanwhile, a unique column has a value that is taken, or a
  ///   read-only column was changed; whatever a hook throws, see <doc:RunningHooks>. The store and the record are then as they
  ///   were.
  public mutating func save() throws { try Store.current.table(Self.self).save(&self) }

  /// Adds the record to the store, and gives it an id if it has none.
  ///
  /// A record that was deleted is put back with it.
  ///
  /// - Throws: ``StoreError/idTaken(model:id:)`` when there is a record with its id.
  public mutating func insert() throws { try Store.current.table(Self.self).insert(&self) }

  /// Updates the stored record with the same id, or else adds this one, whether it was deleted before or not.
  public mutating func upsert() throws { try Store.current.table(Self.self).upsert(&self) }

  /// Updates the stored record that has the same value in a column, or else adds this one.
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
  /// When it throws, the record is as it was, and so is the store.
  ///
  /// - Throws: ``StoreError/readOnlyColumn(model:column:id:)`` when the record has another id afterwards; what `change` and saving throw.
  public mutating func update(_ change: (inout Self) throws -> Void) throws {
    var changed = self
    try change(&changed)
    try changed.checkID(replacing: id)
    try changed.save()
    self = changed
  }

  /// Sets columns from untyped values and saves the record, with records that are related to it where a relation accepts that;
  /// see ``Relation/acceptingAttributes()``.
  ///
  /// When it throws, the record is as it was, and so is the store.
  public mutating func update(attributes: [String: AttributeValue]) throws { try write(attributes, isNew: false) }

  /// Takes over what is stored, forgetting what was changed here.
  ///
  /// - Throws: ``StoreError/recordGone(model:id:)`` when the record was deleted, ``StoreError/notSaved(model:)`` when it
  ///   was never saved.
  public mutating func reload() throws {
    if !id.isAssigned { throw StoreError.notSaved(model: Self.schema.modelName) }
    guard let stored = try Self.find(id) else {
      throw StoreError.recordGone(model: Self.schema.modelName, id: "\(id.attribute)")
    }
    self = stored
  }

  // MARK: - One column

  /// Adds to a number in the stored record, and takes over the sum. Nothing else of the record is saved.
  ///
  /// Callers at the same time do not lose each other's additions.
  ///
  /// - Throws: ``StoreError/numberOverflow(model:column:id:)`` when the sum does not fit the column's type.
  public mutating func increment<Value: SummableValue & Numeric>(
    _ column: any WritableKeyPath<Self, Value> & Sendable, by amount: Value = 1
  ) throws {
    try change(column) { $0.addingChecked(amount) }
  }

  /// Subtracts from a number in the stored record, and takes over the difference. Nothing else of the record is saved.
  ///
  /// - Throws: ``StoreError/numberOverflow(model:column:id:)`` when the difference does not fit the column's type.
  public mutating func decrement<Value: SummableValue & Numeric>(
    _ column: any WritableKeyPath<Self, Value> & Sendable, by amount: Value = 1
  ) throws {
    try change(column) { $0.subtractingChecked(amount) }
  }

  /// Turns true to false and false to true in the stored record, and takes over the result. Nothing else of the record is
  /// saved.
  public mutating func toggle(_ column: any WritableKeyPath<Self, Bool> & Sendable) throws {
    try change(column) { !$0 }
  }

  /// - Parameter change: Gives the new value; nil when there is none.
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
  /// The sum, or nil when this type cannot hold it.
  fileprivate func addingChecked(_ other: Self) -> Self? {
    guard let number = self as? any FixedWidthInteger else { return self + other }
    return number.adding(other) as? Self
  }

  /// The difference, or nil when this type cannot hold it.
  fileprivate func subtractingChecked(_ other: Self) -> Self? {
    guard let number = self as? any FixedWidthInteger else { return self - other }
    return number.subtracting(other) as? Self
  }
}

extension FixedWidthInteger {
  /// The sum with a number of the same type, or nil when it overflows.
  fileprivate func adding(_ other: Any) -> Self? {
    guard let (sum, overflow) = (other as? Self).map(addingReportingOverflow) else { return nil }
    return overflow ? nil : sum
  }

  /// The difference from a number of the same type, or nil when it overflows.
  fileprivate func subtracting(_ other: Any) -> Self? {
    guard let (difference, overflow) = (other as? Self).map(subtractingReportingOverflow) else { return nil }
    return overflow ? nil : difference
  }
}
