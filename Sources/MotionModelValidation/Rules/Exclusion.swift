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
public struct Exclusion<Record: Validatable>: ValidationRule {
  /// The validations that implement the rule.
  public let validations: Validations<Record>

  /// Refuses the values of a list.
  @inlinable
  public init<Value: ColumnValue>(_ column: any KeyPath<Record, Value> & Sendable, of list: [Value]) {
    let values = ValueList(list, Record.self)
    let quick = QuickTests.of(column) { (value: Value) in !values.contains(value) }
    validations = Membership.rule(.exclusion, column, quick, values.attributes) {
      !values.contains($0[keyPath: column])
    }
  }

  /// Refuses the values of a list, for optional values.
  @inlinable
  public init<Value: ColumnValue>(_ column: any KeyPath<Record, Value?> & Sendable, of list: [Value]) {
    let values = ValueList(list, Record.self)
    let quick = QuickTests.of(column) { (value: Value?) in value.map { !values.contains($0) } ?? true }
    validations = Membership.rule(.exclusion, column, quick, values.attributes) {
      $0[keyPath: column].map { !values.contains($0) } ?? true
    }
  }

  /// Refuses the values of a range.
  @inlinable
  public init<Value: ColumnValue & Comparable>(
    _ column: any KeyPath<Record, Value> & Sendable, of range: some RangeExpression<Value> & Sendable
  ) {
    let range = Membership.checked(range, Record.self)
    let quick = QuickTests.of(column) { (value: Value) in !range.contains(value) }
    validations = Membership.rule(.exclusion, column, quick, nil) { !range.contains($0[keyPath: column]) }
  }

  /// Refuses the values of a range, for optional values.
  @inlinable
  public init<Value: ColumnValue & Comparable>(
    _ column: any KeyPath<Record, Value?> & Sendable, of range: some RangeExpression<Value> & Sendable
  ) {
    let range = Membership.checked(range, Record.self)
    let quick = QuickTests.of(column) { (value: Value?) in value.map { !range.contains($0) } ?? true }
    validations = Membership.rule(.exclusion, column, quick, nil) {
      $0[keyPath: column].map { !range.contains($0) } ?? true
    }
  }

  /// Refuses the values that a closure returns for the record.
  public init<Value: ColumnValue>(
    _ column: any KeyPath<Record, Value> & Sendable, of list: @escaping @Sendable (Record) -> [Value]
  ) {
    validations = Membership.rule(.exclusion, column, nil, nil) { !list($0).contains($0[keyPath: column]) }
  }

  /// Refuses the values that a closure returns for the record, for optional values.
  public init<Value: ColumnValue>(
    _ column: any KeyPath<Record, Value?> & Sendable, of list: @escaping @Sendable (Record) -> [Value]
  ) {
    validations = Membership.rule(.exclusion, column, nil, nil) { record in
      record[keyPath: column].map { !list(record).contains($0) } ?? true
    }
  }
}
