public import MotionModel

/// A rule that something was agreed to.
///
/// ```swift
/// Acceptance(\.acceptsTerms)
/// Acceptance(\.terms, as: ["yes", "1"])
/// ```
///
/// The property need not be a column, but may be a `Transient` one. A missing value is not checked. It reports
/// ``RuleName/acceptance``.
public struct Acceptance<Record: Validatable>: ValidationRule, BuiltInRule {
  let rules: Validations<Record>

  /// Requires `true` if there is a value.
  public init<Value: ColumnValue>(_ property: any KeyPath<Record, Value> & Sendable) where Value.Unwrapped == Bool {
    self.init(property, as: [true])
  }

  /// Requires one of some values if there is a value.
  public init<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable, as accepted: [Value.Unwrapped]
  ) {
    let check = Check<Record>(
      .acceptance, [Field(transient: property)],
      .record(nil) { record, _ in
        record[keyPath: property].unwrapped.map(accepted.contains) ?? true ? [] : [.broken]
      })
    rules = Validations([check])
  }
}
