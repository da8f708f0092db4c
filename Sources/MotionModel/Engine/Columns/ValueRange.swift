/// A range of values between two bounds.
struct ValueRange<Value: Sendable>: Sendable {
  let lower: Value
  let includesLower: Bool
  let upper: Value
  let includesUpper: Bool
}

extension ValueRange<any Sendable> {
  /// Combines two comparisons of one column into a range; nil when they are not a lower and an upper bound.
  init?(
    _ comparison: ComparisonOperator, _ operand: any Sendable,
    _ otherComparison: ComparisonOperator, _ otherOperand: any Sendable
  ) {
    switch (comparison, otherComparison) {
    case (.greater, .less), (.greater, .lessOrEqual), (.greaterOrEqual, .less), (.greaterOrEqual, .lessOrEqual):
      self.init(
        lower: operand, includesLower: comparison == .greaterOrEqual,
        upper: otherOperand, includesUpper: otherComparison == .lessOrEqual)
    case (.less, .greater), (.lessOrEqual, .greater), (.less, .greaterOrEqual), (.lessOrEqual, .greaterOrEqual):
      self.init(otherComparison, otherOperand, comparison, operand)
    default: return nil
    }
  }

  /// Returns the range with values of a known type; nil when its values are of another type.
  func cast<Known>(to type: Known.Type) -> ValueRange<Known>? {
    guard let lower = lower as? Known, let upper = upper as? Known else { return nil }
    return ValueRange<Known>(lower: lower, includesLower: includesLower, upper: upper, includesUpper: includesUpper)
  }
}
