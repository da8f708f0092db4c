public import Foundation
public import MotionModel

/// A number type that ``Numericality`` can check: all integers, `Double`, `Float` and `Decimal`.
public protocol NumericColumnValue: ColumnValue, Comparable, Numeric {
  /// Whether this is a number at all: not NaN.
  var isNumber: Bool { get }
  /// Whether this is a whole multiple of a number that is greater than 0.
  func isMultiple(ofNumber divisor: Self) -> Bool
}

extension NumericColumnValue where Self: BinaryInteger {
  /// True.
  @inlinable public var isNumber: Bool { true }
  /// Whether this is a multiple of a number.
  @inlinable public func isMultiple(ofNumber divisor: Self) -> Bool { isMultiple(of: divisor) }
}

extension NumericColumnValue where Self: BinaryFloatingPoint {
  /// Whether this is not NaN.
  @inlinable public var isNumber: Bool { !isNaN }
  /// Whether this is an exact multiple of a number: 0.3 is not one of 0.1, because neither has an exact binary
  /// representation.
  @inlinable public func isMultiple(ofNumber divisor: Self) -> Bool {
    isFinite && truncatingRemainder(dividingBy: divisor) == 0
  }
}

extension Int: NumericColumnValue {}
extension Int8: NumericColumnValue {}
extension Int16: NumericColumnValue {}
extension Int32: NumericColumnValue {}
extension Int64: NumericColumnValue {}
extension UInt: NumericColumnValue {}
extension UInt8: NumericColumnValue {}
extension UInt16: NumericColumnValue {}
extension UInt32: NumericColumnValue {}
extension UInt64: NumericColumnValue {}
extension Double: NumericColumnValue {}
extension Float: NumericColumnValue {}

extension Decimal: NumericColumnValue {
  /// Whether this is not NaN.
  public var isNumber: Bool { !isNaN }
  /// Whether this is a multiple of a number, exactly if the quotient has at most 38 digits.
  public func isMultiple(ofNumber divisor: Decimal) -> Bool {
    if isNaN { return false }
    var (quotient, rounded) = (self / divisor, Decimal())
    NSDecimalRound(&rounded, &quotient, 0, .plain)
    return rounded * divisor == self
  }
}
