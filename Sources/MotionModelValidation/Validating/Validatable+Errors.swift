public import MotionModel

extension Validatable {
  // MARK: - The whole record

  /// Whether the record breaks no rule; warnings do not count.
  ///
  /// Rules about other records read the store in use. Rules over several records are checked only by a commit.
  @inlinable
  public var isValid: Bool { areQuickTestsMet || isValid(in: nil) }

  /// The rules that the record breaks, in order of declaration, warnings included.
  ///
  /// They are computed at each call: a record is a value and stores no errors.
  @inlinable
  public var errors: ValidationErrors { areQuickTestsMet ? ValidationErrors(of: Self.self) : errors(in: nil) }

  /// Whether all rules have a quick test and the record passes all of them.
  ///
  /// It is inlined into the caller and specialised for its type: a valid record needs no other check.
  @inlinable @inline(__always)
  var areQuickTestsMet: Bool {
    let tests = Self.validations.list.quickTests
    return withRow(of: self) { tests.areMet(by: $0) }
  }

  /// Whether the record breaks no rule in a context of your own; warnings do not count.
  public func isValid(in context: ValidationContext?) -> Bool {
    Self.validations.areMet(by: self, CheckContext(context: context))
  }

  /// Returns the rules that the record breaks in a context of your own.
  public func errors(in context: ValidationContext?) -> ValidationErrors {
    ValidationErrors(Self.validations.validationErrors(of: self, in: context), of: Self.self)
  }

  // MARK: - One column

  /// Returns the errors of one column. All rules are checked; ``validate(_:in:)`` checks only those of the column.
  public func errors<Value>(on column: any KeyPath<Self, Value> & Sendable) -> ValidationErrors {
    errors.about(Field<Self>(transient: column).name)
  }

  /// Checks the rules of one column, for a form field that is being filled in.
  ///
  /// ```swift
  /// draft.validate(\.name).messages   // => ["is too short (at least 5 characters)"]
  /// ```
  ///
  /// Rules about several columns are checked if this is one of them, and only their errors on this column are
  /// returned. Rules that name their columns only when they find errors are not checked, nor are rules about the
  /// record as a whole.
  public func validate<Value>(
    _ column: any KeyPath<Self, Value> & Sendable, in context: ValidationContext? = nil
  ) -> ValidationErrors {
    let name = Field<Self>(transient: column).name
    return Self.validations.about(name).validationErrors(of: self, in: context).on(name)
  }
}
