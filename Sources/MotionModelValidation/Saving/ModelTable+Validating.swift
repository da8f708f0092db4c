public import MotionModel

extension ModelTable where Record: Validatable {
  /// Saves a record if it is valid.
  ///
  /// - Returns: Whether it was saved. If not, `store.of(record).errors` says why.
  /// - Throws: Any other error; see ``Validatable/saveIfValid()``. Nothing was then saved.
  public func saveIfValid(_ record: inout Record) throws -> Bool {
    try ifValid(&record) { try save(&$0) }
  }

  /// Writes a record in a way of your own, if it is valid.
  ///
  /// ```swift
  /// if try todos.ifValid(&todo, { try todos.save(&$0, only: \.name) }) { … }
  /// ```
  ///
  /// - Parameters:
  ///   - record: The record. If its rules refuse it, it is as it was before the call.
  ///   - save: Writes the record: a call of `save`, `insert` or `upsert`.
  /// - Returns: Whether it was written. False says that the record broke a rule.
  /// - Throws: Any other error; see ``Validatable/saveIfValid()``. Nothing was then saved.
  public func ifValid(_ record: inout Record, _ save: (inout Record) throws -> Void) throws -> Bool {
    let given = record
    if try store.unlessInvalid(given, { try save(&record) }) != nil { return true }
    record = given
    return false
  }

  /// Saves a record or some of its columns, valid or not; see ``Validatable/save(only:validate:)``.
  public func save(
    _ record: inout Record, only columns: any PartialKeyPath<Record> & Sendable..., validate: Bool
  ) throws {
    try save(&record, only: columns, validate: validate)
  }

  func save(
    _ record: inout Record, only columns: [any PartialKeyPath<Record> & Sendable], validate: Bool
  ) throws {
    if !columns.isEmpty { return try save(&record, only: columns, checking: validate) }
    if validate { try save(&record) } else { try saveUnchecked(&record) }
  }

  /// Saves a record or some of its columns in a context of your own; see ``Validatable/save(only:in:)``.
  public func save(
    _ record: inout Record, only columns: any PartialKeyPath<Record> & Sendable..., in context: ValidationContext
  ) throws {
    try save(&record, only: columns, in: context)
  }

  func save(
    _ record: inout Record, only columns: [any PartialKeyPath<Record> & Sendable], in context: ValidationContext
  ) throws {
    try store.finishing {
      var saved = record
      try ValidationContext.$ofSaving.withValue(context) { try save(&saved, only: columns, validate: true) }
      record = saved
    }
  }
}

extension RecordInStore where Record: Validatable {
  /// Whether the record breaks no rule among the records of the store; warnings do not count.
  public var isValid: Bool { record.areQuickTestsMet || store.validating { record.isValid } }

  /// The rules that the record breaks among the records of the store, in order of declaration, warnings included.
  public var errors: ValidationErrors {
    record.areQuickTestsMet ? ValidationErrors(of: Record.self) : store.validating { record.errors }
  }

  /// Returns the rules that the record breaks in a context of your own.
  public func errors(in context: ValidationContext?) -> ValidationErrors {
    store.validating { record.errors(in: context) }
  }

  /// Returns the errors of one column, after all rules were checked.
  public func errors<Value>(on column: any KeyPath<Record, Value> & Sendable) -> ValidationErrors {
    store.validating { record.errors(on: column) }
  }

  /// Checks the rules of one column; see ``Validatable/validate(_:in:)``.
  public func validate<Value>(
    _ column: any KeyPath<Record, Value> & Sendable, in context: ValidationContext? = nil
  ) -> ValidationErrors {
    store.validating { record.validate(column, in: context) }
  }

  /// Checks all rules, the asynchronous ones too; see ``Validatable/validateAsync(isolation:in:latest:)``.
  public func validateAsync(
    isolation: isolated (any Actor)? = #isolation, in context: ValidationContext? = nil,
    latest: (() async -> Record)? = nil
  ) async -> ValidationErrors {
    await Store.with(store) { await record.validateAsync(in: context, latest: latest) }
  }
}

extension Store {
  /// Runs a validation, whose rules may read other records, with this store as the one in use.
  fileprivate func validating<Result>(_ body: () -> Result) -> Result { Store.with(self, body) }

  /// Runs a body that writes a record.
  ///
  /// - Parameter record: The record as it was when it was judged, nil if it was not. It is read after the body.
  /// - Returns: The result of the body; nil if the rules of the record refuse it.
  func unlessInvalid<Result>(
    _ record: @autoclosure () -> (some Model)?, _ body: () throws -> Result
  ) throws -> Result? {
    let depth = hookDepth
    do { return try body() } catch let invalid as RecordInvalid {
      guard let record = record(), invalid.isOfSave(of: record, atDepth: depth) else { throw invalid }
      return nil
    }
  }
}
