extension ModelTable {
  /// Creates a record from untyped values and saves it, together with related records where a relation accepts their
  /// attributes; see `acceptingAttributes`.
  ///
  /// - Throws: ``AttributeError`` when a value cannot be cast to its column's type, or ``StoreError``. Nothing is
  ///   stored then.
  @discardableResult public func create(attributes: [String: AttributeValue]) throws -> Record {
    var record = store.asCurrent { Record.new() }
    try write(attributes, to: &record, isNew: true)
    return record
  }

  /// Returns the first record with a value in a column; if there is none, creates and saves one.
  ///
  /// ```swift
  /// let project = try projects.firstOrCreate(\.name, "House")
  /// ```
  ///
  /// Concurrent callers do not create two records.
  @discardableResult public func firstOrCreate<Value: ColumnValue>(
    _ column: any WritableKeyPath<Record, Value> & Sendable, _ value: Value,
    _ build: (inout Record) throws -> Void = { _ in }
  ) throws -> Record {
    try self.where(column).eq(value).firstOrCreate(build)
  }

  /// Returns the first record with a value in a column; if there is none, a new, unsaved one.
  public func firstOrNew<Value: ColumnValue>(
    _ column: any WritableKeyPath<Record, Value> & Sendable, _ value: Value,
    _ build: (inout Record) throws -> Void = { _ in }
  ) throws -> Record {
    try self.where(column).eq(value).firstOrNew(build)
  }
}
