public import MotionModel

/// A rule that a value is one of the allowed values.
///
/// ```swift
/// Inclusion(\.size, in: ["small", "large"])
/// Inclusion(\.rating, in: 1...5)
/// Inclusion(\.assignedTo) { todo in todo.team.members }
/// ```
///
/// A missing value is not allowed. It reports ``RuleName/inclusion``, for a list with `list`.
public struct Inclusion<Record: Validatable>: ValidationRule, BuiltInRule {
  @usableFromInline let rules: Validations<Record>

  /// Allows the values of a list.
  @inlinable
  public init<Value: ColumnValue>(_ column: any KeyPath<Record, Value> & Sendable, in list: [Value.Unwrapped]) {
    let values = ValueList(list, Record.self)
    rules = Membership.rule(.inclusion, column, values.attributes) { values.contains($0) }
  }

  /// Allows the values of a range.
  @inlinable
  public init<Value: ColumnValue>(
    _ column: any KeyPath<Record, Value> & Sendable, in range: some RangeExpression<Value.Unwrapped> & Sendable
  ) where Value.Unwrapped: Comparable {
    let range = Membership.checked(range, Record.self)
    rules = Membership.rule(.inclusion, column, nil) { range.contains($0) }
  }

  /// Allows the values that a closure returns for the record.
  public init<Value: ColumnValue>(
    _ column: any KeyPath<Record, Value> & Sendable, in list: @escaping @Sendable (Record) -> [Value.Unwrapped]
  ) {
    rules = Membership.rule(.inclusion, column, of: list)
  }
}
