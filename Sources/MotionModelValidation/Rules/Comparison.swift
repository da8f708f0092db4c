public import MotionModel

/// How ``Comparison`` compares.
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

/// A value compares as asked for with a given one, with another column, or with what a closure says.
///
/// ```swift
/// Comparison(\.quantity, .lessOrEqual, 100)
/// Comparison(\.endsOn, .greaterThan, column: \.startsOn)
/// Comparison(\.dueDate, .greaterThan, named: "the present time") { _ in .now }
/// ```
///
/// A missing value is ``RuleName/blank``. Where there is nothing to compare with, because the other value is missing, the
/// rule is met: whether that one may be missing is for ``Presence`` to say. It reports the rule of the relation's name, with
/// `other`, the value, or `otherField`, the other column. What a closure says may be a value of a record, which errors never
/// show, so `other` is the name that it is given.
public struct Comparison<Record: Model>: ValidationRule {
  /// What the rule is made of.
  public let validations: Validations<Record>

  // MARK: - With a value

  /// Compares with a value.
  @inlinable
  public init<Value: ColumnValue & Comparable>(
    _ column: any KeyPath<Record, Value> & Sendable, _ relation: ComparisonRelation, _ other: Value
  ) {
    let quick = QuickTests.of(column) { (value: Value) in relation.holds(value, other) }
    self.init(column, relation, quick, Operand(value: other)) { ($0[keyPath: column], other) }
  }

  /// Compares a value that may be missing with another.
  @inlinable
  public init<Value: ColumnValue & Comparable>(
    _ column: any KeyPath<Record, Value?> & Sendable, _ relation: ComparisonRelation, _ other: Value
  ) {
    let quick = QuickTests.of(column) { (value: Value?) in value.map { relation.holds($0, other) } ?? false }
    self.init(column, relation, quick, Operand(value: other)) { ($0[keyPath: column], other) }
  }

  // MARK: - With another column

  /// Compares with another column.
  public init<Value: ColumnValue & Comparable>(
    _ column: any KeyPath<Record, Value> & Sendable, _ relation: ComparisonRelation,
    column other: any KeyPath<Record, Value> & Sendable
  ) {
    let field = Field<Record>(other, of: "Comparison")
    self.init(column, relation, nil, Operand(field: field.name)) { ($0[keyPath: column], $0[keyPath: other]) }
  }

  /// Compares with another column, where the values may be missing.
  public init<Value: ColumnValue & Comparable>(
    _ column: any KeyPath<Record, Value?> & Sendable, _ relation: ComparisonRelation,
    column other: any KeyPath<Record, Value?> & Sendable
  ) {
    let field = Field<Record>(other, of: "Comparison")
    self.init(column, relation, nil, Operand(field: field.name)) { ($0[keyPath: column], $0[keyPath: other]) }
  }

  /// Compares with another column, whose value may be missing.
  public init<Value: ColumnValue & Comparable>(
    _ column: any KeyPath<Record, Value> & Sendable, _ relation: ComparisonRelation,
    column other: any KeyPath<Record, Value?> & Sendable
  ) {
    let field = Field<Record>(other, of: "Comparison")
    self.init(column, relation, nil, Operand(field: field.name)) { ($0[keyPath: column], $0[keyPath: other]) }
  }

  /// Compares a value that may be missing with another column.
  public init<Value: ColumnValue & Comparable>(
    _ column: any KeyPath<Record, Value?> & Sendable, _ relation: ComparisonRelation,
    column other: any KeyPath<Record, Value> & Sendable
  ) {
    let field = Field<Record>(other, of: "Comparison")
    self.init(column, relation, nil, Operand(field: field.name)) { ($0[keyPath: column], $0[keyPath: other]) }
  }

  // MARK: - With what a closure says

  /// Compares with what a closure says.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - relation: How to compare.
  ///   - name: What messages call the other value.
  ///   - other: Gives the other value.
  public init<Value: ColumnValue & Comparable>(
    _ column: any KeyPath<Record, Value> & Sendable, _ relation: ComparisonRelation, named name: String,
    with other: @escaping @Sendable (Record) -> Value?
  ) {
    self.init(column, relation, nil, Operand(name: name)) { ($0[keyPath: column], other($0)) }
  }

  /// Compares a value that may be missing with what a closure says.
  ///
  /// - Parameters:
  ///   - column: The column.
  ///   - relation: How to compare.
  ///   - name: What messages call the other value.
  ///   - other: Gives the other value.
  public init<Value: ColumnValue & Comparable>(
    _ column: any KeyPath<Record, Value?> & Sendable, _ relation: ComparisonRelation, named name: String,
    with other: @escaping @Sendable (Record) -> Value?
  ) {
    self.init(column, relation, nil, Operand(name: name)) { ($0[keyPath: column], other($0)) }
  }

  // MARK: - Parts

  /// What is compared with, for the error and for the schema.
  @usableFromInline
  struct Operand {
    /// Where it is known when the rule is made.
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
  init<Property, Value: ColumnValue & Comparable>(
    _ column: any KeyPath<Record, Property> & Sendable, _ relation: ComparisonRelation, _ quick: QuickTest?,
    _ operand: Operand, _ values: @escaping @Sendable (Record) -> (Value?, Value?)
  ) {
    let parameters = operand.parameters
    let check = Check(
      RuleName(rawValue: relation.rawValue), [Field<Record>(column, of: "Comparison")],
      .record(quick) { record, _ in
        let (value, other) = values(record)
        guard let value else { return [.broken(.blank, [:])] }
        guard let other, !relation.holds(value, other) else { return [] }
        return [.broken(nil, parameters)]
      },
      keywords: .comparison(relation, operand.value))
    validations = Validations([check])
  }
}

extension ComparisonRelation {
  /// Whether the relation holds. NaN compares with nothing.
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
