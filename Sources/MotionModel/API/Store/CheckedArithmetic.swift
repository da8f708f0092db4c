// The type of the result decides whether a number fits, so integers are recognised at run time.

extension Numeric {
  /// Returns the sum, or nil when this type cannot hold it.
  func addingChecked(_ other: Self) -> Self? {
    guard let number = self as? any FixedWidthInteger else { return self + other }
    return number.adding(other) as? Self
  }

  /// Returns the difference, or nil when this type cannot hold it.
  func subtractingChecked(_ other: Self) -> Self? {
    guard let number = self as? any FixedWidthInteger else { return self - other }
    return number.subtracting(other) as? Self
  }

  /// Returns the product, or nil when this type cannot hold it.
  func multipliedChecked(by other: Self) -> Self? {
    guard let number = self as? any FixedWidthInteger else { return self * other }
    return number.multiplied(other) as? Self
  }
}

extension BinaryInteger {
  /// Returns the quotient, or nil when this type cannot hold it, or there is none.
  func dividedChecked(by other: Self) -> Self? {
    if other == 0 { return nil }
    guard let number = self as? any FixedWidthInteger else { return self / other }
    return number.divided(other) as? Self
  }
}

extension FixedWidthInteger {
  /// Returns the sum with a number of the same type, or nil when it overflows.
  fileprivate func adding(_ other: Any) -> Self? {
    (other as? Self).flatMap { fitting(addingReportingOverflow($0)) }
  }

  /// Returns the difference from a number of the same type, or nil when it overflows.
  fileprivate func subtracting(_ other: Any) -> Self? {
    (other as? Self).flatMap { fitting(subtractingReportingOverflow($0)) }
  }

  /// Returns the product with a number of the same type, or nil when it overflows.
  fileprivate func multiplied(_ other: Any) -> Self? {
    (other as? Self).flatMap { fitting(multipliedReportingOverflow(by: $0)) }
  }

  /// Returns the quotient by a number of the same type, or nil when it overflows.
  fileprivate func divided(_ other: Any) -> Self? {
    (other as? Self).flatMap { fitting(dividedReportingOverflow(by: $0)) }
  }

  private func fitting(_ result: (partialValue: Self, overflow: Bool)) -> Self? {
    result.overflow ? nil : result.partialValue
  }
}
