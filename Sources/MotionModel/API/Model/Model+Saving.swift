extension Model {
  /// Saves the record: inserts it if it is new, or else updates the stored one.
  ///
  /// A new record without an id is given one. A save that changes no column writes nothing.
  ///
  /// - Throws: ``StoreError`` when the record was deleted meanwhile, a unique column has a value that is taken, or a
  ///   read-only column was changed; any error of a hook, see <doc:RunningHooks>. The store and the record are
  ///   unchanged then.
  public mutating func save() throws { try Self.table.save(&self) }

  /// Saves a copy of the record, and returns it as it was stored: `let todo = try Todo(name: "Sweep").saved()`.
  ///
  /// - Throws: The errors of ``save()``.
  @discardableResult public func saved() throws -> Self { try Self.table.saved(self) }

  /// Inserts the record into the store, and gives it an id if it has none.
  ///
  /// This is also how a deleted record is restored.
  ///
  /// - Throws: ``StoreError/idTaken(model:id:)`` when a record with its id is stored.
  public mutating func insert() throws { try Self.table.insert(&self) }

  /// Updates the stored record with the same id, or else inserts this one, even if it was deleted before.
  public mutating func upsert() throws { try Self.table.upsert(&self) }

  /// Updates the stored record that has the same value in a column, or else inserts this one.
  ///
  /// ```swift
  /// var user = User.new { $0.email = "bob@example.com"; $0.name = "Bob" }
  /// try user.upsert(on: \.email)
  /// ```
  public mutating func upsert<Value: ColumnValue>(on column: any KeyPath<Self, Value> & Sendable) throws {
    try Self.table.upsert(&self, on: column)
  }

  /// Saves some columns of the record, and leaves all other columns as they are stored; see
  /// ``ModelTable/save(_:only:_:)``.
  ///
  /// ```swift
  /// todo.name = "Walk the dog"
  /// todo.priority = 3
  /// try todo.save(only: \.name)      // the priority is changed in this copy alone
  /// ```
  ///
  /// - Throws: ``StoreError/notSaved(model:)`` for a new record, ``StoreError/stale(_:)`` when the model has a
  ///   ``LockVersion`` and the copy is old; any error of saving. The store and the record are unchanged then.
  public mutating func save(
    only first: any PartialKeyPath<Self> & Sendable, _ others: any PartialKeyPath<Self> & Sendable...
  ) throws { try Self.table.save(&self, only: first, and: others) }

  /// Changes the record, and saves the columns that were changed onto the stored record; see
  /// ``ModelTable/update(_:_:)``.
  ///
  /// ```swift
  /// try todo.update { $0.priority = 3 }
  /// ```
  ///
  /// When it throws, the record and the store are unchanged.
  ///
  /// - Throws: ``StoreError/readOnlyColumn(model:column:id:)`` when `change` changes the id;
  ///   ``StoreError/stale(_:)`` when the same column was changed elsewhere; any error of `change` or of saving.
  public mutating func update(_ change: (inout Self) throws -> Void) throws {
    try Self.table.update(&self, change)
  }

  /// Sets columns from untyped values and saves those that changed, together with related records where a relation
  /// accepts their attributes; see `acceptingAttributes`.
  ///
  /// When it throws, the record and the store are unchanged.
  public mutating func update(attributes: [String: AttributeValue]) throws {
    try Self.table.update(&self, attributes: attributes)
  }

  /// Replaces this record by the stored one, discarding unsaved changes.
  ///
  /// - Throws: ``StoreError/recordGone(model:id:)`` when the record was deleted, ``StoreError/notSaved(model:)`` when
  ///   it was never saved.
  public mutating func reload() throws {
    try Self.table.reload(&self)
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
    try Self.table.increment(&self, column, by: amount)
  }

  /// Subtracts from a number in the stored record, and copies the difference to this one. No other column is saved.
  ///
  /// - Throws: ``StoreError/numberOverflow(model:column:id:)`` when the difference does not fit the column's type.
  public mutating func decrement<Value: SummableValue & Numeric>(
    _ column: any WritableKeyPath<Self, Value> & Sendable, by amount: Value = 1
  ) throws {
    try Self.table.decrement(&self, column, by: amount)
  }

  /// Toggles a Boolean in the stored record, and copies the result to this one. No other column is saved.
  public mutating func toggle(_ column: any WritableKeyPath<Self, Bool> & Sendable) throws {
    try Self.table.toggle(&self, column)
  }
}
