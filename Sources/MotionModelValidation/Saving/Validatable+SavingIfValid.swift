public import MotionModel

extension ModelTable where Record: Validatable {
  /// Creates and saves a record if it is valid.
  ///
  /// - Returns: The record; nil if it is not valid. Make it with `new`, and save it with ``saveIfValid(_:)``, to show
  ///   why.
  /// - Throws: Any other error; see ``Validatable/saveIfValid()``. Nothing was then saved.
  public func createIfValid(_ build: (inout Record) throws -> Void = { _ in }) throws -> Record? {
    var record = try self.new(build)
    return try ifValid(&record) { try insert(&$0) } ? record : nil
  }

  /// Creates a record from untyped values and saves it, together with related records where a relation accepts their
  /// attributes, if all of them are valid.
  ///
  /// - Returns: The record; nil if one of them is not valid.
  /// - Throws: `AttributeError` when a value cannot be cast; any other error, see ``Validatable/saveIfValid()``.
  ///   Nothing was then saved.
  public func createIfValid(attributes: [String: AttributeValue]) throws -> Record? {
    var record = Store.with(store) { Record.new() }
    let given = record
    return try store.unlessInvalid(given) {
      try write(attributes, to: &record, isNew: true)
      return record
    }
  }

  /// Changes a record, and saves the columns that were changed, if it is then valid.
  ///
  /// If it is not, the record keeps its changes, so that `store.of(record).errors` says why.
  ///
  /// - Returns: Whether it was saved.
  /// - Throws: Any other error; see ``Validatable/saveIfValid()``. The record and the store are then unchanged.
  public func updateIfValid(_ record: inout Record, _ change: (inout Record) throws -> Void) throws -> Bool {
    let given = record
    var changed: Record?
    let saved: Void? = try store.unlessInvalid(changed.map { _ in given }) {
      try update(&record) {
        try change(&$0)
        changed = $0
      }
    }
    if let changed, saved == nil { record = changed }
    return saved != nil
  }

  /// Sets columns of a record from untyped values, and saves those that changed, together with related records where a
  /// relation accepts their attributes, if all of them are then valid.
  ///
  /// If they are not, the record keeps its own attributes, and the related records are as before.
  ///
  /// - Returns: Whether they were saved.
  /// - Throws: `AttributeError` when a value cannot be cast; any other error, see ``Validatable/saveIfValid()``. The
  ///   record and the store are then unchanged.
  public func updateIfValid(_ record: inout Record, attributes: [String: AttributeValue]) throws -> Bool {
    let given = record
    if try store.unlessInvalid(given, { try update(&record, attributes: attributes) }) != nil { return true }
    try record.setColumns(of: attributes)
    return false
  }
}

extension Validatable {
  /// Creates and saves a record if it is valid.
  ///
  /// ```swift
  /// guard let todo = try Todo.createIfValid({ $0.name = name }) else { … }
  /// ```
  ///
  /// - Returns: The record; nil if it is not valid.
  /// - Throws: Any other error; see ``saveIfValid()``. Nothing was then saved.
  public static func createIfValid(_ build: (inout Self) throws -> Void = { _ in }) throws -> Self? {
    try table.createIfValid(build)
  }

  /// Creates a record from untyped values and saves it, together with related records where a relation accepts their
  /// attributes, if all of them are valid.
  ///
  /// - Returns: The record; nil if one of them is not valid.
  /// - Throws: `AttributeError` when a value cannot be cast; any other error, see ``saveIfValid()``. Nothing was then
  ///   saved.
  public static func createIfValid(attributes: [String: AttributeValue]) throws -> Self? {
    try table.createIfValid(attributes: attributes)
  }

  /// Changes the record, and saves the columns that were changed, if it is then valid.
  ///
  /// If it is not, the record keeps its changes, so that ``errors`` says why.
  ///
  /// - Returns: Whether it was saved.
  /// - Throws: Any other error; see ``saveIfValid()``. The record and the store are then unchanged.
  public mutating func updateIfValid(_ change: (inout Self) throws -> Void) throws -> Bool {
    try Self.table.updateIfValid(&self, change)
  }

  /// Sets columns from untyped values, and saves those that changed, together with related records where a relation
  /// accepts their attributes, if all of them are then valid.
  ///
  /// If they are not, the record keeps its own attributes, and the related records are as before.
  ///
  /// - Returns: Whether they were saved.
  public mutating func updateIfValid(attributes: [String: AttributeValue]) throws -> Bool {
    try Self.table.updateIfValid(&self, attributes: attributes)
  }
}

extension FinderChain where Record: Validatable {
  /// Creates and saves a record with the values that the conditions require by `==`, if it is valid; through a
  /// relation, it belongs to the owner.
  ///
  /// ```swift
  /// guard let todo = try project.todos.createIfValid({ $0.name = name }) else { … }
  /// ```
  ///
  /// - Returns: The record; nil if it is not valid. Make it with `build`, and read its errors, to show why.
  /// - Throws: `StoreError` when the owner was never saved or no longer exists; any other error, see
  ///   ``Validatable/saveIfValid()``. Nothing was then saved.
  public func createIfValid(_ build: (inout Record) throws -> Void = { _ in }) throws -> Record? {
    var built: Record?
    return try finder.store.unlessInvalid(built) {
      try create { record in
        try build(&record)
        built = record
      }
    }
  }
}
