extension Model {
  /// Makes a record with the columns' defaults, which is not saved.
  ///
  /// - Parameter build: Completes the record.
  public static func new(_ build: (inout Self) throws -> Void) rethrows -> Self {
    var record = new()
    try build(&record)
    return record
  }

  /// Makes a record with the columns' defaults, which is not saved.
  public static func new() -> Self {
    SchemaMaking.check(Self.self)
    var record = Self()
    for column in schema.columns { column.applyDefault?(&record) }
    return record
  }

  /// Makes a record with the columns' defaults and saves it.
  ///
  /// ```swift
  /// let todo = try Todo.create { $0.name = "Walk the dog"; $0.assignedTo = "bob" }
  /// todo.id   // => 1
  /// ```
  ///
  /// - Parameter build: Completes the record before it is saved.
  /// - Returns: The record as it was stored, with its id.
  /// - Throws: ``StoreError``, or what `build` throws: ``StoreError/idTaken(model:id:)`` when there is a record with its id. Then nothing
  ///   is stored.
  @discardableResult
  public static func create(_ build: (inout Self) throws -> Void = { _ in }) throws -> Self {
    var record = try new(build)
    try record.insert()
    return record
  }

  /// Makes a record of untyped values and saves it, with records that are related to it where a relation accepts that; see
  /// ``Relation/acceptingAttributes()``.
  ///
  /// - Throws: ``AttributeError`` when a value does not fit its column, or ``StoreError``. Then nothing is stored.
  @discardableResult
  public static func create(attributes: [String: AttributeValue]) throws -> Self {
    var record = new()
    try record.write(attributes, isNew: true)
    return record
  }

  /// Adds many records as one changeset, and gives ids to those that have none.
  ///
  /// - Returns: The records, as they were stored.
  /// - Throws: ``StoreError`` for the first record that is refused. Then none is added.
  @discardableResult
  public static func insert(contentsOf records: some Sequence<Self>) throws -> [Self] {
    try Store.current.table(Self.self).insert(contentsOf: records)
  }

  /// The first record with a value in a column, or else a new one that has it, which is saved.
  ///
  /// ```swift
  /// let project = try Project.firstOrCreate(\.name, "House")
  /// ```
  ///
  /// Two callers at the same time do not make two records.
  @discardableResult
  public static func firstOrCreate<Value: ColumnValue>(
    _ column: any WritableKeyPath<Self, Value> & Sendable, _ value: Value,
    _ build: (inout Self) throws -> Void = { _ in }
  ) throws -> Self {
    try Self.where(column).eq(value).firstOrCreate { record in
      record[keyPath: column] = value
      try build(&record)
    }
  }

  /// The first record with a value in a column, or else a new one that has it, which is not saved.
  public static func findOrInitialize<Value: ColumnValue>(
    _ column: any WritableKeyPath<Self, Value> & Sendable, _ value: Value,
    _ build: (inout Self) throws -> Void = { _ in }
  ) throws -> Self {
    try Self.where(column).eq(value).findOrInitialize { record in
      record[keyPath: column] = value
      try build(&record)
    }
  }
}
