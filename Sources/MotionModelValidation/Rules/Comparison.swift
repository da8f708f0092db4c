public import MotionModel

/// The relation that ``Comparison`` requires.
public enum ComparisonRelation: String, Sendable, Hashable, CaseIterable {
  /// `>`
  case greaterThan
  /// `>=`
  case greaterOrEqual
  /// `==`
  case equal
  /// `<`
  case lessThan
  /// `<=`
  case lessOrEqual
  /// `!=`
  case notEqual
}

/// A rule that compares a value with a given one, with another column, or with the result of a closure.
///
/// ```swift
/// Comparison(\.quantity, .lessOrEqual, 100)
/// Comparison(\.endsOn, .greaterThan, column: \.startsOn)
/// Comparison(\.dueDate, .greaterThan, named: "the present time") { _ in .now }
/// ```
///
/// A missing value is reported as ``RuleName/blank``. The rule is met if the other value is missing; use
/// ``Presence`` to require it. It reports the rule with the relation's name, and `other`, the value, or
/// `otherField`, the other column. The result of a closure may be a value of a record, which errors never contain,
/// so `other` is then the given name.
public struct Comparison<Record: Validatable>: ValidationRule, BuiltInRule {
  @usableFromInline let rules: Validations<Record>

  /// Compares with a value.
  @inlinable
  public init<Value: ColumnValue>(
    _ column: any KeyPath<Record, Value> & Sendable, _ relation: ComparisonRelation, _ other: Value.Unwrapped
  ) where Value.Unwrapped: Comparable {
    let quick = QuickTests.of(column) { (value: Value) in value.unwrapped.map { relation.holds($0, other) } ?? false }
    self.init(column, relation, quick, Operand(value: other)) { _ in other }
  }

  /// Compares with another column.
  public init<Value: ColumnValue, Other: ColumnValue>(
    _ column: any KeyPath<Record, Value> & Sendable, _ relation: ComparisonRelation,
    column other: any KeyPath<Record, Other> & Sendable
  ) where Value.Unwrapped == Other.Unwrapped, Value.Unwrapped: Comparable {
    let field = Field<Record>(other, of: "Comparison")
    self.init(column, relation, nil, Operand(field: field.name)) { $0[keyPath: other].unwrapped }
  }

  /// Compares with the result of a closure.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - relation: How to compare.
  ///   - name: The name of the other value in messages.
  ///   - other: Returns the other value.
  public init<Value: ColumnValue>(
    _ column: any KeyPath<Record, Value> & Sendable, _ relation: ComparisonRelation, named name: String,
    with other: @escaping @Sendable (Record) -> Value.Unwrapped?
  ) where Value.Unwrapped: Comparable {
    self.init(column, relation, nil, Operand(name: name), other)
  }

  // MARK: - Parts

  /// The right side of the comparison, for the error and for the schema.
  @usableFromInline
  struct Operand {
    /// The value, if it is known when the rule is created.
    var value: AttributeValue?
    let parameters: [String: AttributeValue]

    @usableFromInline
    init(value: some ColumnValue) {
      self.value = value.attribute
      parameters = ["other": value.attribute]
    }

    init(field: String) { parameters = ["otherField": .string(field)] }

    init(name: String) { parameters = ["other": .string(name)] }
  }

  @usableFromInline
  init<Value: ColumnValue>(
    _ column: any KeyPath<Record, Value> & Sendable, _ relation: ComparisonRelation, _ quick: QuickTest?,
    _ operand: Operand, _ other: @escaping @Sendable (Record) -> Value.Unwrapped?
  ) where Value.Unwrapped: Comparable {
    let parameters = operand.parameters
    let check = Check(
      RuleName(rawValue: relation.rawValue), [Field<Record>(column, of: "Comparison")],
      .record(quick) { record, _ in
        guard let value = record[keyPath: column].unwrapped else { return [.broken(.blank, [:])] }
        guard let other = other(record), !relation.holds(value, other) else { return [] }
        return [.broken(nil, parameters)]
      },
      keywords: .comparison(relation, operand.value))
    rules = Validations([check])
  }
}

extension ComparisonRelation {
  /// Whether the relation holds between two values. NaN is different from every value, itself included, and in no
  /// other relation.
  @inlinable @inline(__always)
  func holds<Value: Comparable>(_ value: Value, _ other: Value) -> Bool {
    switch self {
    case .greaterThan: value > other
    case .greaterOrEqual: value >= other
    case .equal: value == other
    case .lessThan: value < other
    case .lessOrEqual: value <= other
    case .notEqual: value != other
    }
  }
}
