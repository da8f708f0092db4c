public import Foundation

/// A number that can be added up and averaged.
public protocol SummableValue: ColumnValue, AdditiveArithmetic {
  /// The number divided by how many there are.
  func average(of count: Int) -> Average
  /// What an average of such numbers is: `Decimal` for decimals, `Double` for all others.
  associatedtype Average: Sendable
}

extension SummableValue where Self: BinaryInteger {
  /// The quotient as a binary fraction.
  public func average(of count: Int) -> Double { Double(self) / Double(count) }
}

extension SummableValue where Self: BinaryFloatingPoint {
  /// The quotient as a binary fraction.
  public func average(of count: Int) -> Double { Double(self) / Double(count) }
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
extension Double: SummableValue {}
extension Float: SummableValue {}
extension Decimal: SummableValue {
  /// The quotient as a decimal of up to 38 digits.
  public func average(of count: Int) -> Decimal { self / Decimal(count) }
}

extension Finder {
  // MARK: - Sums

  /// The sum of a property's values; zero when there is none.
  ///
  /// A sum that does not fit the property's type traps, as `+` does: give large sums a wider type.
  public func sum<Value: SummableValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> Value {
    try fold(property, into: Value.zero) { $0 += $1 }
  }

  /// The sum of the values that are there.
  public func sum<Value: SummableValue>(
    _ property: any KeyPath<Record, Value?> & Sendable
  ) throws(Record.Adapter.Failure) -> Value {
    try fold(property, into: Value.zero) { if let value = $1 { $0 += value } }
  }

  /// The arithmetic mean of a property's values; nil when there is none.
  public func average<Value: SummableValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> Value.Average? {
    let total = try fold(property, into: (sum: Value.zero, count: 0)) { $0 = ($0.sum + $1, $0.count + 1) }
    return total.count == 0 ? nil : total.sum.average(of: total.count)
  }

  /// The arithmetic mean of the values that are there; nil when there is none.
  public func average<Value: SummableValue>(
    _ property: any KeyPath<Record, Value?> & Sendable
  ) throws(Record.Adapter.Failure) -> Value.Average? {
    let total = try fold(property, into: (sum: Value.zero, count: 0)) {
      if let value = $1 { $0 = ($0.sum + value, $0.count + 1) }
    }
    return total.count == 0 ? nil : total.sum.average(of: total.count)
  }

  // MARK: - Extremes

  /// The least of a property's values, in the order that ``order(by:_:nils:)`` has; missing ones and NaN do not count.
  public func minimum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> Value? {
    try extreme(property) { Value.precedes($0, $1) }
  }

  /// The greatest of a property's values, in the order that ``order(by:_:nils:)`` has; missing ones and NaN do not count.
  public func maximum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> Value? {
    try extreme(property) { Value.precedes($1, $0) }
  }

  /// The least of the values that are there.
  public func minimum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value?> & Sendable
  ) throws(Record.Adapter.Failure) -> Value? {
    try extreme(property) { Value.precedes($0, $1) }
  }

  /// The greatest of the values that are there.
  public func maximum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value?> & Sendable
  ) throws(Record.Adapter.Failure) -> Value? {
    try extreme(property) { Value.precedes($1, $0) }
  }

  private func extreme<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable, _ isBetter: (Value, Value) -> Bool
  ) throws(Record.Adapter.Failure) -> Value? {
    try fold(property, into: Value?.none) { best, value in
      guard value == value else { return }
      if best.map({ isBetter(value, $0) }) ?? true { best = value }
    }
  }

  private func extreme<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value?> & Sendable, _ isBetter: (Value, Value) -> Bool
  ) throws(Record.Adapter.Failure) -> Value? {
    try fold(property, into: Value?.none) { best, value in
      guard let value, value == value else { return }
      if best.map({ isBetter(value, $0) }) ?? true { best = value }
    }
  }

  private func fold<Value, Result>(
    _ property: any KeyPath<Record, Value> & Sendable, into initial: Result, _ body: (inout Result, Value) -> Void
  ) throws(Record.Adapter.Failure) -> Result {
    var result = initial
    try Record.Adapter.forEachValue(of: property, in: self) { body(&result, $0) }
    return result
  }
}
