public import MotionModel

// Every rule has these options, custom rules too, because they are defined only here.

extension ValidationRule {
  // MARK: - When it holds

  /// Limits the rule to records that meet a condition.
  ///
  /// ```swift
  /// Presence(\.email).if { $0.wantsMail }
  /// ```
  ///
  /// Repeated conditions must all be met.
  public func `if`(_ condition: @escaping @Sendable (Record) -> Bool) -> Validations<Record> {
    validations.map { options in
      let others = options.condition
      options.condition = { (others?($0) ?? true) && condition($0) }
    }
  }

  /// Limits the rule to records that match a predicate: `.if(\.priority > 5)`.
  public func `if`(_ predicate: RecordPredicate<Record>) -> Validations<Record> { `if` { predicate.matches($0) } }

  /// Limits the rule to records that do not meet a condition.
  ///
  /// ```swift
  /// Presence(\.dueDate).unless { $0.isDone }
  /// ```
  public func unless(_ condition: @escaping @Sendable (Record) -> Bool) -> Validations<Record> {
    `if` { !condition($0) }
  }

  /// Limits the rule to records that do not match a predicate: `.unless(\.done == true)`.
  public func unless(_ predicate: RecordPredicate<Record>) -> Validations<Record> { unless { predicate.matches($0) } }

  /// Limits the rule to records that are being created, updated, or validated in a context of your own.
  ///
  /// ```swift
  /// Presence(\.password).on(.create)
  /// Presence(\.summary).on(.publishing)
  /// ```
  ///
  /// - Parameter contexts: The rule applies in any of these contexts. A rule without `on` applies in every context.
  public func on(_ contexts: ValidationContext...) -> Validations<Record> {
    if contexts.isEmpty {
      Misuse.stop(
        "A rule of \(Record.schema.modelName)", "never holds, because on() names no context",
        "name one, such as .create, or leave it out")
    }
    return validations.map { $0.contexts.append(contexts) }
  }

  /// Skips the rule if the value, or for a rule about several columns one of the values, is nil.
  public func allowNil() -> Validations<Record> { validations.map { $0.allowsNil = true } }

  /// Skips the rule if the value is blank: nil, a string of only white space, or an empty collection.
  public func allowBlank() -> Validations<Record> { validations.map { $0.allowsBlank = true } }

  // MARK: - What it says

  /// Gives the rule a message of its own, in every language.
  ///
  /// ```swift
  /// Length(\.name, min: 5).message("needs {count} characters or more")
  /// ```
  ///
  /// See ``MessageTemplate`` for what a template may contain.
  public func message(_ message: MessageTemplate) -> Validations<Record> {
    validations.map { $0.message = message }
  }

  /// Makes the rule a warning or an error.
  ///
  /// ```swift
  /// Length(\.name, max: 40).severity(.warning)
  /// ```
  ///
  /// A warning is listed among the errors but prevents nothing: the record is valid and is saved.
  public func severity(_ severity: ValidationError.Severity) -> Validations<Record> {
    validations.map { $0.severity = severity }
  }
}
