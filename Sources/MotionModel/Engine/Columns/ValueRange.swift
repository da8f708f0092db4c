/// The values between two others.
struct ValueRange<Value: Sendable>: Sendable {
  let lower: Value
  let includesLower: Bool
  let upper: Value
  let includesUpper: Bool
}

extension ValueRange<any Sendable> {
  /// The range of which two comparisons of one column test an end each; nil when they do not.
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

  /// The same range with the values' type known; nil where they are of another.
  func cast<Known>(to type: Known.Type) -> ValueRange<Known>? {
    guard let lower = lower as? Known, let upper = upper as? Known else { return nil }
    return ValueRange<Known>(lower: lower, includesLower: includesLower, upper: upper, includesUpper: includesUpper)
  }
}
