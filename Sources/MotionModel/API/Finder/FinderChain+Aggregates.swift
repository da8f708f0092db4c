public import Foundation

/// A number that can be added up and averaged.
public protocol SummableValue<Average>: ColumnValue, AdditiveArithmetic {
  /// What an average of such numbers is, in which it is also added up: `Decimal` for decimals, `Double` for all others.
  associatedtype Average: FractionalValue

  /// The number as one of the type of averages.
  var asAverage: Average { get }
}

/// A type of number that can be divided: `Double` and `Decimal`.
public protocol FractionalValue: SummableValue {
  /// The number divided by another.
  static func / (number: Self, divisor: Self) -> Self

  /// A whole number.
  init(_ number: Int)
}

extension SummableValue where Self: BinaryInteger {
  /// The nearest binary fraction.
  @inlinable public var asAverage: Double { Double(self) }
}

extension SummableValue where Self: BinaryFloatingPoint {
  /// The number in double width.
  @inlinable public var asAverage: Double { Double(self) }
}

extension Int: SummableValue {}
extension Int8: SummableValue {}
extension Int16: SummableValue {}
extension Int32: SummableValue {}
extension Int64: SummableValue {}
extension UInt: SummableValue {}
extension UInt8: SummableValue {}
extension UInt16: SummableValue {}
extension UInt32: SummableValue {}
extension UInt64: SummableValue {}
extension Double: FractionalValue {}
extension Float: SummableValue {}
extension Decimal: FractionalValue {
  /// The number itself.
  @inlinable public var asAverage: Decimal { self }
}

extension FinderChain {
  // MARK: - Sums

  /// The sum of a property's values; zero when there is none.
  ///
  /// A sum that does not fit the property's type traps, as `+` does: give large sums a wider type.
  @inlinable
  public func sum<Value: SummableValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> Value {
    try accumulate(property, Summing())
  }

  /// The sum of the values that are there.
  @inlinable
  public func sum<Value: SummableValue>(
    _ property: any KeyPath<Record, Value?> & Sendable
  ) throws(Record.Adapter.Failure) -> Value {
    try accumulate(property, PresentValues(Summing()))
  }

  /// The arithmetic mean of a property's values; nil when there is none.
  @inlinable
  public func average<Value: SummableValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> Value.Average? {
    try accumulate(property, Averaging())
  }

  /// The arithmetic mean of the values that are there; nil when there is none.
  @inlinable
  public func average<Value: SummableValue>(
    _ property: any KeyPath<Record, Value?> & Sendable
  ) throws(Record.Adapter.Failure) -> Value.Average? {
    try accumulate(property, PresentValues(Averaging()))
  }

  // MARK: - Extremes

  /// The least of a property's values, in the order that `order(by:)` has; missing ones and NaN do not count.
  @inlinable
  public func minimum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> Value? {
    try accumulate(property, Minimum())
  }

  /// The greatest of a property's values, in the order that `order(by:)` has; missing ones and NaN do not count.
  @inlinable
  public func maximum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> Value? {
    try accumulate(property, Maximum())
  }

  /// The least of the values that are there.
  @inlinable
  public func minimum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value?> & Sendable
  ) throws(Record.Adapter.Failure) -> Value? {
    try accumulate(property, PresentValues(Minimum()))
  }

  /// The greatest of the values that are there.
  @inlinable
  public func maximum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value?> & Sendable
  ) throws(Record.Adapter.Failure) -> Value? {
    try accumulate(property, PresentValues(Maximum()))
  }

  @inlinable @inline(__always)
  func accumulate<Value, Values: Accumulator<Value>>(
    _ property: any KeyPath<Record, Value> & Sendable, _ initial: Values
  ) throws(Record.Adapter.Failure) -> Values.Result {
    var values = initial
    if Record.Adapter.self == ArrayAdapter.self {
      let reader = PropertyReader(property)
      finder.forEachPart { base, stride, rows in
        // What is accumulated stays in the processor's registers for as long as nobody else could look at it.
        var partial = values
        reader.forEachValue(base, stride, rows) { partial.add($0) }
        values = partial
      }
    } else {
      for record in try finder.externalRecords() { values.add(record[keyPath: property]) }
    }
    return values.result
  }
}
