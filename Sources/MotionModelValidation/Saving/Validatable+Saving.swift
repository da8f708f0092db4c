public import MotionModel

extension SaveCheck where Record: Validatable {
  /// Creates the check by the rules of a model.
  ///
  /// - Parameters:
  ///   - quickTests: The quick tests of the rules.
  ///   - comparisons: The rules that compare a record with all others.
  convenience init(_ quickTests: QuickTestList, _ comparisons: [Check<Record>]) {
    self.init(
      isMet: { record in withRow(of: record) { quickTests.areMet(by: $0) } },
      { record, hook in
        let errors = Record.validations.errors(
          of: record, comparing: !hook.isOneOfMany, CheckContext(store: hook.store, in: hook.untyped))
        try record.report(ValidationErrors(errors, of: Record.self), hook)
      },
      compare: comparisons.isEmpty ? nil : Self.compare,
      uniqueColumns: comparisons.compactMap(\.uniqueColumns),
      explain: { error, record in record.explained(error) })
  }

  /// Checks a record against other records by the comparing rules, after everything written with it is written.
  private static func compare(_ stored: Record, _ given: Record, _ hook: HookContext<Record>) throws {
    let errors = Record.validations.errorsOfComparing(stored, CheckContext(store: hook.store, in: hook.untyped))
    try given.report(ValidationErrors(errors, of: Record.self), hook)
  }
}

extension Validatable {
  /// Refuses a record that breaks a rule.
  ///
  /// `save` and all other validating writes run it.
  @inlinable public static var saveCheck: SaveCheck<Self>? { validations.list.saveCheck }

  /// Throws the errors if any prevents saving; otherwise passes the warnings on, which a preview collects.
  fileprivate func report(_ errors: ValidationErrors, _ hook: HookContext<Self>) throws {
    if !errors.blocking.isEmpty { throw RecordInvalid.ofSave(self, errors, in: hook.store) }
    hook.warn(self, Array(errors))
  }

  /// Converts a violation of unique columns, found by the store itself or a database, to the error of the rule that
  /// keeps them unique, or to one on each of the columns.
  fileprivate func explained(_ error: StoreError) -> any Error {
    guard case .notUnique(let model, let columns, _, _) = error, model == Self.schema.modelName else { return error }
    let rule = Self.validations.list.comparisons.first { $0.uniqueColumns.map(Set.init) == Set(columns) }
    let taken =
      rule?.errors([.broken]) ?? columns.map { ValidationError(model: model, path: [.field($0)], rule: .taken) }
    return RecordInvalid.ofSave(self, ValidationErrors(taken, of: Self.self), in: .current)
  }

  // MARK: - Ways to save

  /// Saves the record if it is valid.
  ///
  /// - Returns: Whether it was saved. If not, ``errors`` says why.
  /// - Throws: Any other error: a `StoreError`, the error of a hook, such as the ``RecordInvalid`` of another
  ///   record that the hook saves, or the error of a rule over several records. Nothing was then saved.
  public mutating func saveIfValid() throws -> Bool {
    try Self.table.saveIfValid(&self)
  }

  /// Writes the record in a way of your own, if it is valid.
  ///
  /// ```swift
  /// if try todo.ifValid({ try $0.insert() }) { … }
  /// if try todo.ifValid({ try $0.save(only: \.name, in: .publishing) }) { … }
  /// ```
  ///
  /// - Parameter save: Writes the record: a call of `save`, `insert` or `upsert`.
  /// - Returns: Whether it was written. If not, the record is as it was before the call, and ``errors`` says why.
  /// - Throws: Any other error; see ``saveIfValid()``. Nothing was then saved.
  public mutating func ifValid(_ save: (inout Self) throws -> Void) throws -> Bool {
    try Self.table.ifValid(&self, save)
  }

  /// Saves the record or some of its columns, valid or not.
  ///
  /// Only the rules for single records can be skipped. Rules over several records, and the constraints of the store
  /// itself, always apply.
  ///
  /// - Parameters:
  ///   - columns: The columns; all if there are none.
  ///   - validate: Whether the rules are checked.
  public mutating func save(only columns: any PartialKeyPath<Self> & Sendable..., validate: Bool) throws {
    try Self.table.save(&self, only: columns, validate: validate)
  }

  /// Saves the record or some of its columns in a context of your own: the rules of that context are checked, too.
  ///
  /// - Parameters:
  ///   - columns: The columns; all if there are none.
  ///   - context: The context. Records that hooks save meanwhile are validated in it too.
  public mutating func save(
    only columns: any PartialKeyPath<Self> & Sendable..., in context: ValidationContext
  ) throws {
    try Self.table.save(&self, only: columns, in: context)
  }
}
