public import Foundation
public import MotionModel

/// A value is a number, and keeps to bounds.
///
/// ```swift
/// Numericality(\.priority, .in(0...9))
/// Numericality(\.price, .greaterThan(0), .lessOrEqual(1000))
/// Numericality(\.quantity, .multiple(of: 6))
/// Numericality(\.ratio, .integer)
/// Numericality(\.accountNumber, .integer)          // a text that has to read as a number
/// ```
///
/// Every bound that is broken reports, by a rule of its name: ``RuleName/greaterThan`` with `other`, ``RuleName/odd`` and so
/// on. A missing value and NaN are ``RuleName/notANumber``, and so is a text that cannot be cast to a `Decimal`, for which
/// the bounds are `Decimal`s.
public struct Numericality<Record: Model>: ValidationRule {
  /// What the rule is made of.
  public let validations: Validations<Record>

  @usableFromInline init(_ check: Check<Record>) { validations = Validations([check]) }

  /// Makes the rule for a column of numbers.
  @inlinable
  public init<Value: NumericColumnValue>(
    _ column: any KeyPath<Record, Value> & Sendable, _ bounds: NumericBound<Value>...
  ) {
    let test = NumericTest(bounds, Record.self)
    let quick = QuickTests.of(column) { (value: Value) in test.isMet(by: value) }
    self.init(Self.check(column, quick, test.keywords) { test.problems(with: $0[keyPath: column]) })
  }

  /// Makes the rule for a column of numbers that may be missing.
  @inlinable
  public init<Value: NumericColumnValue>(
    _ column: any KeyPath<Record, Value?> & Sendable, _ bounds: NumericBound<Value>...
  ) {
    let test = NumericTest(bounds, Record.self)
    let quick = QuickTests.of(column) { (value: Value?) in value.map { test.isMet(by: $0) } ?? false }
    self.init(Self.check(column, quick, test.keywords) { test.problems(with: $0[keyPath: column]) })
  }

  /// Makes the rule for a column of texts that have to read as numbers.
  public init(_ column: any KeyPath<Record, String> & Sendable, _ bounds: NumericBound<Decimal>...) {
    let test = NumericTest(bounds, Record.self)
    self.init(Self.check(column, nil, .none) { test.problems(with: $0[keyPath: column].number) })
  }

  /// Makes the rule for a column of texts that have to read as numbers and may be missing.
  public init(_ column: any KeyPath<Record, String?> & Sendable, _ bounds: NumericBound<Decimal>...) {
    let test = NumericTest(bounds, Record.self)
    self.init(Self.check(column, nil, .none) { test.problems(with: $0[keyPath: column]?.number) })
  }

  @usableFromInline
  static func check<Value>(
    _ column: any KeyPath<Record, Value> & Sendable, _ quick: QuickTest?, _ keywords: JSONSchemaKeywords,
    _ problems: @escaping @Sendable (Record) -> [Problem]
  ) -> Check<Record> {
    Check(
      .notANumber, [Field(column, of: "Numericality")], .record(quick) { record, _ in problems(record) },
      keywords: keywords)
  }
}

extension String {
  /// The number that the text is cast to; nil when it is none.
  fileprivate var number: Decimal? { try? Decimal(attribute: .string(self)) }
}
