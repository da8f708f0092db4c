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
public struct Inclusion<Record: Validatable>: ValidationRule {
  /// The validations that implement the rule.
  public let validations: Validations<Record>

  /// Allows the values of a list.
  @inlinable
  public init<Value: ColumnValue>(_ column: any KeyPath<Record, Value> & Sendable, in list: [Value]) {
    let values = ValueList(list, Record.self)
    let quick = QuickTests.of(column) { (value: Value) in values.contains(value) }
    validations = Membership.rule(.inclusion, column, quick, values.attributes) { values.contains($0[keyPath: column]) }
  }

  /// Allows the values of a list, for optional values.
  @inlinable
  public init<Value: ColumnValue>(_ column: any KeyPath<Record, Value?> & Sendable, in list: [Value]) {
    let values = ValueList(list, Record.self)
    let quick = QuickTests.of(column) { (value: Value?) in value.map { values.contains($0) } ?? false }
    validations = Membership.rule(.inclusion, column, quick, values.attributes) {
      $0[keyPath: column].map { values.contains($0) } ?? false
    }
  }

  /// Allows the values of a range.
  @inlinable
  public init<Value: ColumnValue & Comparable>(
    _ column: any KeyPath<Record, Value> & Sendable, in range: some RangeExpression<Value> & Sendable
  ) {
    let range = Membership.checked(range, Record.self)
    let quick = QuickTests.of(column) { (value: Value) in range.contains(value) }
    validations = Membership.rule(.inclusion, column, quick, nil) { range.contains($0[keyPath: column]) }
  }

  /// Allows the values of a range, for optional values.
  @inlinable
  public init<Value: ColumnValue & Comparable>(
    _ column: any KeyPath<Record, Value?> & Sendable, in range: some RangeExpression<Value> & Sendable
  ) {
    let range = Membership.checked(range, Record.self)
    let quick = QuickTests.of(column) { (value: Value?) in value.map { range.contains($0) } ?? false }
    validations = Membership.rule(.inclusion, column, quick, nil) {
      $0[keyPath: column].map { range.contains($0) } ?? false
    }
  }

  /// Allows the values that a closure returns for the record.
  public init<Value: ColumnValue>(
    _ column: any KeyPath<Record, Value> & Sendable, in list: @escaping @Sendable (Record) -> [Value]
  ) {
    validations = Membership.rule(.inclusion, column, nil, nil) { list($0).contains($0[keyPath: column]) }
  }

  /// Allows the values that a closure returns for the record, for optional values.
  public init<Value: ColumnValue>(
    _ column: any KeyPath<Record, Value?> & Sendable, in list: @escaping @Sendable (Record) -> [Value]
  ) {
    validations = Membership.rule(.inclusion, column, nil, nil) { record in
      record[keyPath: column].map { list(record).contains($0) } ?? false
    }
  }
}
