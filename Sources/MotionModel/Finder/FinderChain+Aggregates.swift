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

/// Numbers that are being averaged.
@usableFromInline
struct Averaging<Average: FractionalValue>: Sendable {
  @usableFromInline var sum = Average.zero
  @usableFromInline var count = 0

  @inlinable
  init() {}

  @inlinable
  mutating func add(_ number: some SummableValue<Average>) {
    sum += number.asAverage
    count += 1
  }

  /// The arithmetic mean; nil of nothing.
  @inlinable var result: Average? { count == 0 ? nil : sum / Average(count) }
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
    try fold(property, into: Value.zero) { $0 += $1 }
  }

  /// The sum of the values that are there.
  @inlinable
  public func sum<Value: SummableValue>(
    _ property: any KeyPath<Record, Value?> & Sendable
  ) throws(Record.Adapter.Failure) -> Value {
    try fold(property, into: Value.zero) { if let value = $1 { $0 += value } }
  }

  /// The arithmetic mean of a property's values; nil when there is none.
  @inlinable
  public func average<Value: SummableValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> Value.Average? {
    try fold(property, into: Averaging<Value.Average>()) { $0.add($1) }.result
  }

  /// The arithmetic mean of the values that are there; nil when there is none.
  @inlinable
  public func average<Value: SummableValue>(
    _ property: any KeyPath<Record, Value?> & Sendable
  ) throws(Record.Adapter.Failure) -> Value.Average? {
    try fold(property, into: Averaging<Value.Average>()) { if let value = $1 { $0.add(value) } }.result
  }

  // MARK: - Extremes

  /// The least of a property's values, in the order that `order(by:)` has; missing ones and NaN do not count.
  @inlinable
  public func minimum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> Value? {
    try extreme(property) { Value.precedes($0, $1) }
  }

  /// The greatest of a property's values, in the order that `order(by:)` has; missing ones and NaN do not count.
  @inlinable
  public func maximum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> Value? {
    try extreme(property) { Value.precedes($1, $0) }
  }

  /// The least of the values that are there.
  @inlinable
  public func minimum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value?> & Sendable
  ) throws(Record.Adapter.Failure) -> Value? {
    try extreme(property) { Value.precedes($0, $1) }
  }

  /// The greatest of the values that are there.
  @inlinable
  public func maximum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value?> & Sendable
  ) throws(Record.Adapter.Failure) -> Value? {
    try extreme(property) { Value.precedes($1, $0) }
  }

  @inlinable @inline(__always)
  func extreme<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable, _ isBetter: (Value, Value) -> Bool
  ) throws(Record.Adapter.Failure) -> Value? {
    try fold(property, into: Value?.none) { best, value in
      guard !isNaN(value) else { return }
      if best.map({ isBetter(value, $0) }) ?? true { best = value }
    }
  }

  @inlinable @inline(__always)
  func extreme<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value?> & Sendable, _ isBetter: (Value, Value) -> Bool
  ) throws(Record.Adapter.Failure) -> Value? {
    try fold(property, into: Value?.none) { best, value in
      guard let value, !isNaN(value) else { return }
      if best.map({ isBetter(value, $0) }) ?? true { best = value }
    }
  }

  @inlinable @inline(__always)
  func fold<Value, Result>(
    _ property: any KeyPath<Record, Value> & Sendable, into initial: Result, _ body: (inout Result, Value) -> Void
  ) throws(Record.Adapter.Failure) -> Result {
    var result = initial
    if Record.Adapter.self == ArrayAdapter.self {
      // One closure less: the compiler sees through this one, and not through one in another.
      let reader = PropertyReader(property)
      finder.forEachPart { base, stride, rows in
        rows.forEach { body(&result, reader.value(in: base + $0 &* stride)) }
      }
      return result
    }
    try Record.Adapter.forEachValue(of: property, in: finder) { body(&result, $0) }
    return result
  }
}
