/// A bound for numbers in ``Numericality``.
///
/// ## Topics
/// - ``in(_:)``
/// - ``greaterThan(_:)``
/// - ``greaterOrEqual(_:)``
/// - ``equal(_:)``
/// - ``lessThan(_:)``
/// - ``lessOrEqual(_:)``
/// - ``notEqual(_:)``
/// - ``integer``
/// - ``odd``
/// - ``even``
/// - ``multiple(of:)``
public struct NumericBound<Value: NumericColumnValue>: Sendable {
  @usableFromInline let rule: RuleName
  @usableFromInline let operand: Value
  @usableFromInline let parameter: String?
  /// The ends of the bound, from which `NumericTest` sees whether bounds exclude each other.
  @usableFromInline let lower: Value?
  @usableFromInline let upper: Value?
  @usableFromInline let isMet: @Sendable (Value) -> Bool
  /// The bounds that this bound combines; empty for a single one.
  @usableFromInline let parts: [NumericBound]

  @inlinable
  init(
    _ rule: RuleName, _ operand: Value, parameter: String? = "other", lower: Value? = nil, upper: Value? = nil,
    parts: [NumericBound] = [], isMet: @escaping @Sendable (Value) -> Bool
  ) {
    (self.rule, self.operand, self.parameter, self.isMet) = (rule, operand, parameter, isMet)
    (self.lower, self.upper, self.parts) = (lower, upper, parts)
  }

  /// The number is within a range, its ends included.
  @inlinable
  public static func `in`(_ range: ClosedRange<Value>) -> NumericBound {
    let parts = [greaterOrEqual(range.lowerBound), lessOrEqual(range.upperBound)]
    return NumericBound(.greaterOrEqual, range.lowerBound, parts: parts) { range.contains($0) }
  }

  /// The number is greater than another.
  @inlinable
  public static func greaterThan(_ other: Value) -> NumericBound {
    NumericBound(.greaterThan, other, lower: other) { $0 > other }
  }

  /// The number is greater than or equal to another.
  @inlinable
  public static func greaterOrEqual(_ other: Value) -> NumericBound {
    NumericBound(.greaterOrEqual, other, lower: other) { $0 >= other }
  }

  /// The number is equal to another.
  @inlinable
  public static func equal(_ other: Value) -> NumericBound {
    NumericBound(.equal, other, lower: other, upper: other) { $0 == other }
  }

  /// The number is less than another.
  @inlinable
  public static func lessThan(_ other: Value) -> NumericBound {
    NumericBound(.lessThan, other, upper: other) { $0 < other }
  }

  /// The number is less than or equal to another.
  @inlinable
  public static func lessOrEqual(_ other: Value) -> NumericBound {
    NumericBound(.lessOrEqual, other, upper: other) { $0 <= other }
  }

  /// The number is different from another.
  @inlinable
  public static func notEqual(_ other: Value) -> NumericBound { NumericBound(.notEqual, other) { $0 != other } }

  /// The number is whole.
  @inlinable
  public static var integer: NumericBound {
    NumericBound(.notAnInteger, .zero, parameter: nil) { $0.isMultiple(ofNumber: 1) }
  }

  /// The number is whole and odd.
  @inlinable
  public static var odd: NumericBound {
    NumericBound(.odd, .zero, parameter: nil) { $0.isMultiple(ofNumber: 1) && !$0.isMultiple(ofNumber: 2) }
  }

  /// The number is whole and even.
  @inlinable
  public static var even: NumericBound {
    NumericBound(.even, .zero, parameter: nil) { $0.isMultiple(ofNumber: 2) }
  }

  /// The number is a multiple of another, which must be greater than 0.
  @inlinable
  public static func multiple(of divisor: Value) -> NumericBound {
    if !(divisor > .zero) {
      Misuse.stop(
        "A rule Numericality", "asks for multiples of a number that is not greater than 0", "give a positive divisor")
    }
    return NumericBound(.multiple, divisor, parameter: "divisor") { $0.isMultiple(ofNumber: divisor) }
  }
}
