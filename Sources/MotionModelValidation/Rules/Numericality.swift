public import Foundation
public import MotionModel

/// A rule that a value is a number within bounds.
///
/// ```swift
/// Numericality(\.priority, .in(0...9))
/// Numericality(\.price, .greaterThan(0), .lessOrEqual(1000))
/// Numericality(\.quantity, .multiple(of: 6))
/// Numericality(\.ratio, .integer)
/// Numericality(\.accountNumber, .integer)          // a text that has to read as a number
/// ```
///
/// Every broken bound reports the rule of its name: ``RuleName/greaterThan`` with `other`, ``RuleName/odd`` and so
/// on. A missing value and NaN are reported as ``RuleName/notANumber``. So is a string that cannot be cast to a
/// `Decimal`; the bounds of strings are `Decimal`s.
public struct Numericality<Record: Validatable>: ValidationRule, BuiltInRule {
  @usableFromInline let rules: Validations<Record>

  @usableFromInline init(_ check: Check<Record>) { rules = Validations([check]) }

  /// Creates the rule for a column of numbers.
  @inlinable
  public init<Value: ColumnValue>(
    _ column: any KeyPath<Record, Value> & Sendable, _ bounds: NumericBound<Value.Unwrapped>...
  ) where Value.Unwrapped: NumericColumnValue {
    let test = NumericTest(bounds, Record.self)
    let quick = QuickTests.of(column) { (value: Value) in value.unwrapped.map { test.isMet(by: $0) } ?? false }
    self.init(Self.check(column, quick, test.keywords) { test.problems(with: $0[keyPath: column].unwrapped) })
  }

  /// Creates the rule for a column of strings that represent numbers.
  public init<Value: TextValue>(
    _ column: any KeyPath<Record, Value> & Sendable, _ bounds: NumericBound<Decimal>...
  ) {
    let test = NumericTest(bounds, Record.self)
    self.init(Self.check(column, nil, .none) { test.problems(with: $0[keyPath: column].text?.number) })
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
  /// The number that the string is cast to; nil if it is not a number.
  fileprivate var number: Decimal? { try? Decimal(attribute: .string(self)) }
}
