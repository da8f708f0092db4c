public import MotionModel

/// A rule that a value is not one of the excluded values.
///
/// ```swift
/// Exclusion(\.name, of: ["admin", "root"])
/// Exclusion(\.port, of: 0...1023)
/// Exclusion(\.nickname) { user in [user.name] }
/// ```
///
/// A missing value is not excluded. It reports ``RuleName/exclusion``.
public struct Exclusion<Record: Validatable>: ValidationRule, BuiltInRule {
  @usableFromInline let rules: Validations<Record>

  /// Refuses the values of a list.
  @inlinable
  public init<Value: ColumnValue>(_ column: any KeyPath<Record, Value> & Sendable, of list: [Value.Unwrapped]) {
    let values = ValueList(list, Record.self)
    rules = Membership.rule(.exclusion, column, values.attributes) { values.contains($0) }
  }

  /// Refuses the values of a range.
  @inlinable
  public init<Value: ColumnValue>(
    _ column: any KeyPath<Record, Value> & Sendable, of range: some RangeExpression<Value.Unwrapped> & Sendable
  ) where Value.Unwrapped: Comparable {
    let range = Membership.checked(range, Record.self)
    rules = Membership.rule(.exclusion, column, nil) { range.contains($0) }
  }

  /// Refuses the values that a closure returns for the record.
  public init<Value: ColumnValue>(
    _ column: any KeyPath<Record, Value> & Sendable, of list: @escaping @Sendable (Record) -> [Value.Unwrapped]
  ) {
    rules = Membership.rule(.exclusion, column, of: list)
  }
}
