extension Model {
  /// Creates an unsaved record with the columns' defaults.
  ///
  /// - Parameter build: Completes the record.
  public static func new(_ build: (inout Self) throws -> Void) rethrows -> Self {
    var record = made()
    try build(&record)
    record.initialized()
    return record
  }

  /// Creates an unsaved record with the columns' defaults.
  public static func new() -> Self { new { _ in } }

  /// Creates a record with the columns' defaults, and runs no hooks; ``initialized()`` runs them.
  static func made() -> Self {
    SchemaCreation.check(Self.self)
    var record = Self()
    for applyDefault in schema.defaults { applyDefault(&record) }
    return record
  }

  /// Runs the hooks after initializing.
  @usableFromInline mutating func initialized() {
    guard let hooks = Self.hooks.plan?.afterInitialize, !HookSuppression.covers(Self.schema.layout.slot) else { return }
    hooks.initialize(&self)
  }

  /// Creates a record with the columns' defaults and saves it.
  ///
  /// ```swift
  /// let todo = try Todo.create { $0.name = "Walk the dog"; $0.assignedTo = "bob" }
  /// todo.id   // => 1
  /// ```
  ///
  /// - Parameter build: Completes the record before it is saved.
  /// - Returns: The record as it was stored, with its id.
  /// - Throws: ``StoreError``, such as ``StoreError/idTaken(model:id:)`` when a record with its id is stored, or any
  ///   error of `build`. Nothing is stored then.
  @inlinable @discardableResult
  public static func create(_ build: (inout Self) throws -> Void = { _ in }) throws -> Self {
    try table.create(build)
  }

  /// Saves a new record: `try Todo.create(Todo(name: "Sweep"))`.
  ///
  /// The record has the initial values of its properties, not the defaults of its columns.
  ///
  /// - Returns: The record as it was stored, with its id.
  /// - Throws: ``StoreError``, such as ``StoreError/idTaken(model:id:)`` when a record with its id is stored. Nothing
  ///   is stored then.
  @discardableResult public static func create(_ record: Self) throws -> Self { try table.create(record) }

  /// Creates a record from untyped values and saves it, together with related records where a relation accepts their
  /// attributes; see `acceptingAttributes`.
  ///
  /// - Throws: ``AttributeError`` when a value cannot be cast to its column's type, or ``StoreError``. Nothing is
  ///   stored then.
  @discardableResult public static func create(attributes: [String: AttributeValue]) throws -> Self {
    try table.create(attributes: attributes)
  }

  /// Inserts many records as one changeset, and gives ids to those that have none.
  ///
  /// - Returns: The records as they were stored.
  /// - Throws: ``StoreError`` for the first record that is refused. No record is inserted then.
  @discardableResult public static func insert(contentsOf records: some Sequence<Self>) throws -> [Self] {
    try table.insert(contentsOf: records)
  }
}
