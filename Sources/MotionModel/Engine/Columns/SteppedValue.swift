import Foundation

/// A value of a type in whose order each value but the last has a next one: whole and floating-point numbers.
///
/// A range of such values that excludes a bound is a closed interval from or to the value beside the bound. So the
/// kernels of these types need no loops for other ranges.
private protocol SteppedValue {
  static var least: Self { get }
  static var greatest: Self { get }
  /// The next greater value; nil for the greatest.
  var next: Self? { get }
  /// The next smaller value; nil for the least.
  var previous: Self? { get }
}

/// One end of a range of values.
struct ValueBound<Value: Sendable>: Sendable {
  let value: Value
  let isIncluded: Bool

  init(_ value: Value, isIncluded: Bool) {
    self.value = value
    self.isIncluded = isIncluded
  }
}

/// Returns the closed interval of the values between two bounds.
///
/// - Parameters:
///   - lower: The lower bound; nil for none.
///   - upper: The upper bound; nil for none. At least one bound is given. Neither is missing or NaN.
/// - Returns: Nil when no value is between the bounds, as none is greater than the greatest.
/// - Precondition: The sort keys of the type are exact; see ``SortKey``.
func steppedInterval<Value>(
  _ lower: ValueBound<Value>?, _ upper: ValueBound<Value>?
) -> (least: Value, greatest: Value)? {
  guard let bound = lower ?? upper, let value = bound.value as? any SteppedValue else { return nil }
  return interval(like: value, lower, upper)
}

private func interval<Stepped: SteppedValue, Value>(
  like value: Stepped, _ lower: ValueBound<Value>?, _ upper: ValueBound<Value>?
) -> (least: Value, greatest: Value)? {
  // NB: `beside` is not a key path: a key path of a generic type is created on each use, which took longer than to look
  // at a thousand rows.
  func end(_ bound: ValueBound<Value>?, _ beside: (Stepped) -> Stepped?, otherwise: Stepped) -> Value? {
    guard let bound else { return otherwise as? Value }
    if bound.isIncluded { return bound.value }
    return (bound.value as? Stepped).flatMap(beside) as? Value
  }
  guard let least = end(lower, { $0.next }, otherwise: .least),
    let greatest = end(upper, { $0.previous }, otherwise: .greatest)
  else { return nil }
  return (least, greatest)
}

extension FixedWidthInteger {
  fileprivate static var least: Self { min }
  fileprivate static var greatest: Self { max }
  fileprivate var next: Self? { self == .max ? nil : self + 1 }
  fileprivate var previous: Self? { self == .min ? nil : self - 1 }
}

extension BinaryFloatingPoint {
  fileprivate static var least: Self { -infinity }
  fileprivate static var greatest: Self { infinity }
  fileprivate var next: Self? { self == .infinity ? nil : nextUp }
  fileprivate var previous: Self? { self == -.infinity ? nil : nextDown }
}

extension Int: SteppedValue {}
extension Int8: SteppedValue {}
extension Int16: SteppedValue {}
extension Int32: SteppedValue {}
extension Int64: SteppedValue {}
extension UInt: SteppedValue {}
extension UInt8: SteppedValue {}
extension UInt16: SteppedValue {}
extension UInt32: SteppedValue {}
extension UInt64: SteppedValue {}
extension Double: SteppedValue {}
extension Float: SteppedValue {}

extension Bool: SteppedValue {
  fileprivate static var least: Bool { false }
  fileprivate static var greatest: Bool { true }
  fileprivate var next: Bool? { self ? nil : true }
  fileprivate var previous: Bool? { self ? false : nil }
}

extension Date: SteppedValue {
  fileprivate static var least: Date { Date(timeIntervalSinceReferenceDate: .least) }
  fileprivate static var greatest: Date { Date(timeIntervalSinceReferenceDate: .greatest) }
  fileprivate var next: Date? { timeIntervalSinceReferenceDate.next.map(Date.init(timeIntervalSinceReferenceDate:)) }
  fileprivate var previous: Date? {
    timeIntervalSinceReferenceDate.previous.map(Date.init(timeIntervalSinceReferenceDate:))
  }
}
