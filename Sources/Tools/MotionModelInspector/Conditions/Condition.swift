import Foundation
package import MotionModel
package import MotionModelValues

/// A condition on records, as data, by the rules of finders: `==` and `!=` are Swift's, so nil differs from every
/// value; `<`, `>` and the like never match nil or NaN.
package indirect enum Condition: Sendable {
  case constant(Bool)
  case comparison(Operand, ComparisonOperator, Operand, as: ColumnKind)
  case membership(Operand, Set<AttributeValue>, hasNil: Bool, as: ColumnKind)
  case text(Operand, StringTest)
  /// A string contains another one, or an array of strings contains it.
  case containment(Operand, AttributeValue, StringTest)
  /// An array contains an element.
  case element(Operand, AttributeValue)
  case not(Condition)
  case all([Condition])
  case any([Condition])

  /// Returns whether a row meets the condition.
  package func matches(_ row: RowValues) -> Bool {
    switch self {
    case .constant(let value): value
    case .comparison(let first, let comparison, let second, let kind):
      comparison.holds(first.value(of: row, as: kind), second.value(of: row, as: kind))
    case .membership(let operand, let values, let hasNil, let kind):
      operand.value(of: row, as: kind).map { values.contains($0.comparable) } ?? hasNil
    case .text(let operand, let test):
      operand.value(of: row, as: .string).map { test.matches($0) } ?? false
    case .containment(let operand, let element, let test):
      switch operand.value(of: row, as: operand.kind) {
      case .array(let elements)?: elements.contains(element)
      case let value?: test.matches(value)
      case nil: false
      }
    case .element(let operand, let element):
      if case .array(let elements)? = operand.value(of: row, as: operand.kind) {
        elements.contains { ComparisonOperator.equal.holds($0, element) }
      } else {
        false
      }
    case .not(let condition): !condition.matches(row)
    case .all(let conditions): conditions.allSatisfy { $0.matches(row) }
    case .any(let conditions): conditions.contains { $0.matches(row) }
    }
  }
}

extension StringTest {
  fileprivate func matches(_ value: AttributeValue) -> Bool {
    if case .string(let text) = value { function(text) } else { false }
  }
}

extension AttributeValue {
  /// The value in a form in which numbers of the same value are equal: an integer where it is whole.
  package var comparable: AttributeValue {
    switch self {
    case .double(let value): Int64(exactly: value).map { .int($0) } ?? ColumnKind.decimal.cast(self) ?? self
    case .decimal: (try? Int64(attribute: self)).map { .int($0) } ?? self
    default: self
    }
  }
}

extension ComparisonOperator {
  package func holds(_ first: AttributeValue?, _ second: AttributeValue?) -> Bool {
    switch self {
    case .equal: Self.areEqual(first, second)
    case .notEqual: !Self.areEqual(first, second)
    case .less: Self.order(first, second).map { $0 < 0 } ?? false
    case .lessOrEqual: Self.order(first, second).map { $0 <= 0 } ?? false
    case .greater: Self.order(first, second).map { $0 > 0 } ?? false
    case .greaterOrEqual: Self.order(first, second).map { $0 >= 0 } ?? false
    }
  }

  private static func areEqual(_ first: AttributeValue?, _ second: AttributeValue?) -> Bool {
    switch (first, second) {
    case (nil, nil): true
    case (let first?, let second?): first == second || first.isNumber && first.order(againstNumber: second) == 0
    default: false
    }
  }

  /// The order of two values of one kind; nil if a value is missing, is NaN or is of another kind.
  private static func order(_ first: AttributeValue?, _ second: AttributeValue?) -> Int? {
    guard let first, let second else { return nil }
    if first.isNumber { return first.order(againstNumber: second) }
    guard first.isOrdered(with: second) else { return nil }
    return first < second ? -1 : second < first ? 1 : 0
  }
}

extension AttributeValue {
  /// Whether two values are of one kind that has an order, and neither is a date that is NaN.
  fileprivate func isOrdered(with other: AttributeValue) -> Bool {
    switch (self, other) {
    case (.date(let date), .date(let other)):
      !date.timeIntervalSinceReferenceDate.isNaN && !other.timeIntervalSinceReferenceDate.isNaN
    case (.bool, .bool), (.string, .string), (.uuid, .uuid), (.url, .url), (.data, .data), (.array, .array),
      (.dictionary, .dictionary):
      true
    default: false
    }
  }
}
