public import MotionModel

extension Validatable {
  /// Refuses a record that breaks a rule.
  ///
  /// It is what `save` and all other ways of writing ask.
  public static var saveCheck: SaveCheck<Self>? {
    SaveCheck(
      isMet: { $0.areQuickTestsMet },
      { record, hook in
        let errors = validations.errors(of: record, comparing: !hook.isOneOfMany, Situation(hook))
        try record.report(ValidationErrors(errors), hook)
      },
      compare: validations.comparisons.isEmpty ? nil : compare,
      explain: { error, record in record.explained(error) })
  }

  /// Judges a record by the rules that compare it with others, once all that is written with it is written.
  private static func compare(_ stored: Self, _ given: Self, _ hook: HookContext<Self>) throws {
    try given.report(ValidationErrors(validations.errorsOfComparing(stored, Situation(hook))), hook)
  }

  /// Throws errors, unless they are warnings, which a preview collects.
  private func report(_ errors: ValidationErrors, _ hook: HookContext<Self>) throws {
    if !errors.allowSaving { throw RecordInvalid.ofSave(self, errors, in: hook.store) }
    hook.warn(self, Array(errors))
  }

  /// A value that is taken in a unique column, found by the store itself, is an error of that column; where several are unique
  /// together, of each of them.
  private func explained(_ error: StoreError) -> any Error {
    guard case .notUnique(let model, let columns, _, _) = error, model == Self.schema.modelName else { return error }
    let taken = columns.map { ValidationError(model: model, path: [.field($0)], rule: .taken) }
    return RecordInvalid.ofSave(self, ValidationErrors(taken), in: .current)
  }

  // MARK: - Ways to save

  /// Saves the record when it is valid.
  ///
  /// - Returns: Whether it was saved. If not, ``errors`` says why.
  /// - Throws: What else stands in the way: a `StoreError`, what a hook throws, such as the ``RecordInvalid`` of another record that it saves,
  ///   or that of a rule over several records. Then nothing was saved.
  public mutating func saveIfValid() throws -> Bool {
    let (saved, depth) = (self, Store.current.hookDepth)
    do {
      try save()
      return true
    } catch let invalid as RecordInvalid where invalid.isOfSave(of: saved, atDepth: depth) {
      self = saved
      return false
    }
  }

  /// Saves the record, valid or not.
  ///
  /// Only the rules for single records are passed over: those over several records, and what the store itself asks of
  /// records, hold for all.
  ///
  /// - Parameter validate: Whether the rules are checked.
  public mutating func save(validate: Bool) throws {
    if validate { return try save() }
    try Store.current.table(Self.self).saveUnchecked(&self)
  }

  /// Saves the record in a context of yours: rules that hold on it are checked besides the others.
  ///
  /// - Parameter context: The context. It is also that of records that hooks save on the way.
  public mutating func save(in context: ValidationContext) throws {
    var saved = self
    try ValidationContext.$ofSaving.withValue(context) { try saved.save() }
    self = saved
  }
}
