/// Computes one result from values that are added one after the other, such as their sum.
///
/// It is a type and not a closure, so that the compiler can inline it into the loop over the rows, for the type of the
/// values.
@usableFromInline
protocol Accumulator<Value>: Sendable {
  associatedtype Value
  associatedtype Result
  mutating func add(_ value: Value)
  var result: Result { get }

  /// What an adapter may be asked for instead of the records; nil for nothing.
  var summaryKind: ColumnSummary.Kind? { get }

  /// Takes what an adapter knows of all values, if the result is the one that adding them would have.
  mutating func take(_ summary: ColumnSummary) -> Bool
}

/// Adds the values that are not nil to another accumulator.
@usableFromInline
struct PresentValues<Base: Accumulator>: Accumulator {
  @usableFromInline var base: Base

  @inlinable
  init(_ base: Base) { self.base = base }

  @inlinable @inline(__always)
  mutating func add(_ value: Base.Value?) { if let value { base.add(value) } }

  @inlinable var result: Base.Result { base.result }
}

/// Computes the sum of numbers.
@usableFromInline
struct Summing<Value: SummableValue>: Accumulator {
  @usableFromInline var result = Value.zero

  @inlinable
  init() {}

  @inlinable @inline(__always)
  mutating func add(_ value: Value) { result += value }
}

/// Computes the arithmetic mean of numbers.
@usableFromInline
struct Averaging<Value: SummableValue>: Accumulator {
  @usableFromInline var sum = Value.Average.zero
  @usableFromInline var count = 0

  @inlinable
  init() {}

  @inlinable @inline(__always)
  mutating func add(_ value: Value) {
    sum += value.asAverage
    count += 1
  }

  /// The arithmetic mean; nil when no number was added.
  @inlinable var result: Value.Average? { count == 0 ? nil : sum / Value.Average(count) }
}

/// Finds the least value, ignoring NaN.
@usableFromInline
struct Minimum<Value: ColumnValue>: Accumulator {
  @usableFromInline var result: Value?

  @inlinable
  init() {}

  @inlinable @inline(__always)
  mutating func add(_ value: Value) {
    if isNaN(value) { return }
    // The result is assigned in both cases, so that the compiler need not test for each row whether it is nil.
    if let least = result { result = Value.precedes(value, least) ? value : least } else { result = value }
  }
}

/// Finds the greatest value, ignoring NaN.
@usableFromInline
struct Maximum<Value: ColumnValue>: Accumulator {
  @usableFromInline var result: Value?

  @inlinable
  init() {}

  @inlinable @inline(__always)
  mutating func add(_ value: Value) {
    if isNaN(value) { return }
    // The result is assigned in both cases, as in ``Minimum``.
    if let greatest = result { result = Value.precedes(greatest, value) ? value : greatest } else { result = value }
  }
}
