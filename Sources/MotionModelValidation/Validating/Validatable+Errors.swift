import MotionModel

extension Validatable {
  // MARK: - The whole record

  /// Whether the record breaks no rule, save for warnings.
  ///
  /// Rules that look at other records see those in the store in use. Rules over several records are checked by a commit
  /// only.
  @inlinable
  public var isValid: Bool { areQuickTestsMet || isValid(in: nil) }

  /// The rules that the record breaks, in order of declaration, warnings included.
  ///
  /// They are found anew at each call: a record is a value and keeps no errors.
  @inlinable
  public var errors: ValidationErrors { areQuickTestsMet ? ValidationErrors() : errors(in: nil) }

  /// Whether there is nothing more to look at.
  ///
  /// It is compiled into the caller, for the caller's type: for a valid record it is all there is to do.
  @inlinable @inline(__always)
  var areQuickTestsMet: Bool {
    let tests = Self.validations.quickTests
    return withUnsafePointer(to: self) { tests.areMet(by: UnsafeRawPointer($0)) }
  }

  /// Whether the record breaks no rule, save for warnings, in a context of yours.
  public func isValid(in context: ValidationContext?) -> Bool {
    Self.validations.areMet(by: self, Situation(store: .current, context: context))
  }

  /// The rules that the record breaks in a context of yours.
  public func errors(in context: ValidationContext?) -> ValidationErrors {
    Self.validations.validationErrors(of: self, in: context)
  }

  // MARK: - One column

  /// What is wrong with a column. All rules are checked; ``validate(_:in:)`` checks only those of the column.
  public func errors<Value>(on column: any KeyPath<Self, Value> & Sendable) -> ValidationErrors {
    errors.on(Field<Self>(transient: column).name)
  }

  /// Checks the rules of one column, as a form does while its field is being filled in.
  ///
  /// ```swift
  /// draft.validate(\.name).messages   // => ["is too short (at least 5 characters)"]
  /// ```
  ///
  /// Rules about several columns are checked when this is one of them, and have their errors at this column here. Rules that
  /// name their columns only when they find errors, and those about the record as a whole, are not.
  public func validate<Value>(
    _ column: any KeyPath<Self, Value> & Sendable, in context: ValidationContext? = nil
  ) -> ValidationErrors {
    let name = Field<Self>(transient: column).name
    return Self.validations.about(name).validationErrors(of: self, in: context).on(name)
  }
}
