/// An operation on two numbers, whose result may not fit their type.
enum CheckedOperation: Sendable {
  case add, subtract, multiply, divide

  /// Returns the result, or nil when the type cannot hold it, or there is none.
  fileprivate func result<Number: FixedWidthInteger>(_ first: Number, _ second: Number) -> Number? {
    let (result, overflow) =
      switch self {
      case .add: first.addingReportingOverflow(second)
      case .subtract: first.subtractingReportingOverflow(second)
      case .multiply: first.multipliedReportingOverflow(by: second)
      case .divide: first.dividedReportingOverflow(by: second)
      }
    return overflow ? nil : result
  }
}

extension Numeric {
  /// Returns the result of an operation, or nil when this type cannot hold it.
  ///
  /// - Parameter plain: The same operation, for a type of which each result fits.
  func checked(_ operation: CheckedOperation, _ other: Self, or plain: (Self, Self) -> Self) -> Self? {
    // The type of the result decides whether a number fits, so integers are recognised at run time. NB: Those of `Int`
    // without a cast, which takes a thousand instructions.
    if Self.self == Int.self {
      let result = operation.result(unsafeBitCast(self, to: Int.self), unsafeBitCast(other, to: Int.self))
      guard let result else { return nil }
      return unsafeBitCast(result, to: Self.self)
    }
    if Self.self != Double.self, let number = self as? any FixedWidthInteger {
      return number.checked(operation, with: other) as? Self
    }
    return plain(self, other)
  }
}

extension FixedWidthInteger {
  fileprivate func checked(_ operation: CheckedOperation, with other: Any) -> Self? {
    (other as? Self).flatMap { operation.result(self, $0) }
  }
}

extension BinaryInteger {
  /// Returns the quotient, or nil when this type cannot hold it, or there is none.
  func dividedChecked(by other: Self) -> Self? {
    other == 0 ? nil : checked(.divide, other, or: /)
  }
}
