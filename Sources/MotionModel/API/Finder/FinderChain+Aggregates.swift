public import Foundation

/// A number that can be summed and averaged.
public protocol SummableValue<Average>: ColumnValue, AdditiveArithmetic where Unwrapped == Self {
  /// The type of averages, and of the sums from which they are computed: `Decimal` for `Decimal`, `Double` for others.
  associatedtype Average: FractionalValue

  /// This number in the type of averages.
  var asAverage: Average { get }
}

/// A type of number that can be divided: `Double` and `Decimal`.
public protocol FractionalValue: SummableValue {
  /// Divides a number by another.
  static func / (number: Self, divisor: Self) -> Self

  /// Creates a number from an integer.
  init(_ number: Int)
}

extension SummableValue where Self: BinaryInteger {
  /// The nearest `Double`.
  @inlinable public var asAverage: Double { Double(self) }
}

extension SummableValue where Self: BinaryFloatingPoint {
  /// This number as a `Double`.
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
  /// This number.
  @inlinable public var asAverage: Decimal { self }
}

extension FinderChain {
  // MARK: - Sums

  /// Returns the sum of a property's values that are not nil; zero when there are none.
  ///
  /// A sum that overflows the property's type traps, as `+` does. Use a wider type for large sums.
  @inlinable public func sum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> Value.Unwrapped where Value.Unwrapped: SummableValue {
    try accumulate(property, PresentValues(Summing()))
  }

  /// Returns the arithmetic mean of a property's values that are not nil; nil when there are none.
  @inlinable public func average<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> Value.Unwrapped.Average? where Value.Unwrapped: SummableValue {
    try accumulate(property, PresentValues(Averaging()))
  }

  // MARK: - Extremes

  /// Returns the least of a property's values in the order of `order(by:)`, ignoring nil and NaN; nil when there is
  /// none.
  @inlinable public func minimum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> Value.Unwrapped? {
    try accumulate(property, PresentValues(Minimum()))
  }

  /// Returns the greatest of a property's values in the order of `order(by:)`, ignoring nil and NaN; nil when there is
  /// none.
  @inlinable public func maximum<Value: ColumnValue>(
    _ property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> Value.Unwrapped? {
    try accumulate(property, PresentValues(Maximum()))
  }

  @inlinable @inline(__always) func accumulate<Value, Values: Accumulator<Value>>(
    _ property: any KeyPath<Record, Value> & Sendable, _ initial: Values
  ) throws(Record.Adapter.Failure) -> Values.Result {
    var values = initial
    let finder = finder.forAggregating
    if Record.Adapter.self == ArrayAdapter.self {
      let reader = PropertyReader(property)
      let form = Values.readsMasks || !PageLayout.isMasked(Value.self) ? reader.stored.flatMap(PageForm.init) : nil
      @Sendable func add<Some: Accumulator<Value>>(_ values: inout Some, _ run: RowRun) {
        // A local copy can stay in the processor's registers, because no other code can read it.
        var partial = values
        partial.add(reader, run)
        values = partial
      }
      // NB: A closure with the values in a constant would have them on the heap, where each access is checked.
      guard finder.mayBeSplit(addsUp: Values.addsUp), let part = initial.part else {
        finder.forEachPart(reading: form, addsUp: Values.addsUp) { add(&values, $0) }
        return values.result
      }
      let parts = finder.forEachPart(reading: form, inOrder: true, from: { part }, { add(&$0, $1) }) {
        add(&values, $0)
      }
      if let parts, !values.take(parts) { finder.forEachPart(reading: form) { add(&values, $0) } }
    } else {
      if let result = try finder.externalResult(of: AggregateFact(property, initial)) { return result }
      for record in try finder.externalRecords() { values.add(record[keyPath: property]) }
    }
    return values.result
  }
}
