#if canImport(Testing)
  public import MotionModel
  public import MotionModelValidation
  public import Testing

  /// Expects that a record cannot be saved, because a column breaks a rule.
  ///
  /// ```swift
  /// expectInvalid(Todo.new { $0.name = "Dog" }, on: \.name, .tooShort)
  /// ```
  ///
  /// Other rules may be broken as well; warnings do not count. Rules over several records, which only a commit checks,
  /// are not checked.
  ///
  /// - Parameters:
  ///   - record: The record, saved or not.
  ///   - column: The column.
  ///   - rule: The rule.
  ///   - store: The store whose records are looked up, for example by a `Uniqueness`.
  ///   - sourceLocation: Where the issue is shown.
  public func expectInvalid<Record: Validatable, Value>(
    _ record: Record, on column: any KeyPath<Record, Value> & Sendable, _ rule: RuleName, in store: Store = .current,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let (all, found) = Store.with(store) { (record.errors, record.errors(on: column)) }
    if found.blocking.contains(where: { $0.rule == rule }) { return }
    let name = Record.schema[column]?.name ?? "\(column)"
    Report.record(
      "\(Record.schema.modelName) was expected to break the rule \(rule) on \"\(name)\", and \(all.brokenRules).",
      sourceLocation)
  }

  /// Expects that a record cannot be saved, because it breaks a rule about a child's field or about the whole record.
  ///
  /// ```swift
  /// expectInvalid(project, at: "todos[2].name", .blank)
  /// expectInvalid(project, at: "", "tooManyOpenTodos")
  /// ```
  ///
  /// - Parameters:
  ///   - record: The record, saved or not.
  ///   - path: The path to the field; empty for a rule about the whole record.
  ///   - rule: The rule.
  ///   - store: The store whose records are looked up, for example by a `Uniqueness`.
  ///   - sourceLocation: Where the issue is shown.
  public func expectInvalid<Record: Validatable>(
    _ record: Record, at path: String, _ rule: RuleName, in store: Store = .current,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let errors = Store.with(store) { record.errors }
    if errors.about(path).blocking.contains(where: { $0.rule == rule }) { return }
    let place = path.isEmpty ? "as a whole" : "on \"\(path)\""
    Report.record(
      "\(Record.schema.modelName) was expected to break the rule \(rule) \(place), and \(errors.brokenRules).",
      sourceLocation)
  }

  /// Expects that a record breaks no rule; warnings do not count.
  ///
  /// - Parameters:
  ///   - record: The record, saved or not.
  ///   - store: The store whose records are looked up, for example by a `Uniqueness`.
  ///   - sourceLocation: Where the issue is shown.
  public func expectValid<Record: Validatable>(
    _ record: Record, in store: Store = .current, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let errors = Store.with(store) { record.errors }
    if errors.blocking.isEmpty { return }
    Report.record(
      "\(Record.schema.modelName) was expected to break no rule, and \(errors.brokenRules).", sourceLocation)
  }

  extension ValidationErrors {
    /// What a record does, in words.
    fileprivate var brokenRules: String {
      isEmpty ? "breaks none" : "breaks \(map(\.description).joined(separator: "; "))"
    }
  }
#endif
