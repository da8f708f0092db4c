public import MotionModel

// Every rule has these options, those of users too, because this is the one place where they are made.

extension ValidationRule {
  // MARK: - When it holds

  /// The rule, for records that meet a condition.
  ///
  /// ```swift
  /// Presence(\.email).if { $0.wantsMail }
  /// ```
  ///
  /// Of several conditions, all have to be met.
  public func `if`(_ condition: @escaping @Sendable (Record) -> Bool) -> Validations<Record> {
    validations.map { $0.options.conditions.append(condition) }
  }

  /// The rule, for records that meet a predicate: `.if(\.priority > 5)`.
  public func `if`(_ predicate: RecordPredicate<Record>) -> Validations<Record> { `if` { predicate.matches($0) } }

  /// The rule, for records that do not meet a condition.
  ///
  /// ```swift
  /// Presence(\.dueDate).unless { $0.isDone }
  /// ```
  public func unless(_ condition: @escaping @Sendable (Record) -> Bool) -> Validations<Record> {
    `if` { !condition($0) }
  }

  /// The rule, for records that do not meet a predicate: `.unless(\.done == true)`.
  public func unless(_ predicate: RecordPredicate<Record>) -> Validations<Record> { unless { predicate.matches($0) } }

  /// The rule, for records that are being created, updated, or validated in a context of yours.
  ///
  /// ```swift
  /// Presence(\.password).on(.create)
  /// Presence(\.summary).on(.publishing)
  /// ```
  ///
  /// - Parameter contexts: The contexts in any of which it holds. A rule without them holds in every context.
  public func on(_ contexts: ValidationContext...) -> Validations<Record> {
    if contexts.isEmpty {
      Misuse.stop(
        "A rule of \(Record.schema.modelName)", "never holds, because on() names no context",
        "name one, such as .create, or leave it out")
    }
    return validations.map { $0.options.contexts.append(contexts) }
  }

  /// The rule, unless the value is nil; for a rule about several columns, unless one of them is.
  public func allowNil() -> Validations<Record> { validations.map { $0.options.allowsNil = true } }

  /// The rule, unless the value is blank: nil, a text of nothing but white space, or an empty collection.
  public func allowBlank() -> Validations<Record> { validations.map { $0.options.allowsBlank = true } }

  // MARK: - What it says

  /// The rule, with words of its own in every language.
  ///
  /// ```swift
  /// Length(\.name, min: 5).message("needs {count} characters or more")
  /// ```
  ///
  /// ``MessageTemplate`` says what a template may hold.
  public func message(_ message: MessageTemplate) -> Validations<Record> {
    validations.map { $0.options.message = message }
  }

  /// The rule, as a warning or an error.
  ///
  /// ```swift
  /// Length(\.name, max: 40).severity(.warning)
  /// ```
  ///
  /// A warning stands among the errors and stops nothing: the record is valid and is saved.
  public func severity(_ severity: ValidationSeverity) -> Validations<Record> {
    validations.map { $0.options.severity = severity }
  }
}
