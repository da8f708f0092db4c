/// Takes in values one after the other and comes to one result, such as their sum.
///
/// It is a type and not a closure so that the loop over the rows is compiled together with it, for the type of the values.
@usableFromInline
protocol Accumulator<Value>: Sendable {
  associatedtype Value
  associatedtype Result
  mutating func add(_ value: Value)
  var result: Result { get }
}

/// Takes in the values that are there.
@usableFromInline
struct PresentValues<Base: Accumulator>: Accumulator {
  @usableFromInline var base: Base

  @inlinable
  init(_ base: Base) { self.base = base }

  @inlinable @inline(__always)
  mutating func add(_ value: Base.Value?) { if let value { base.add(value) } }

  @inlinable var result: Base.Result { base.result }
}

/// Numbers that are being added up.
@usableFromInline
struct Summing<Value: SummableValue>: Accumulator {
  @usableFromInline var result = Value.zero

  @inlinable
  init() {}

  @inlinable @inline(__always)
  mutating func add(_ value: Value) { result += value }
}

/// Numbers that are being averaged.
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

  /// The arithmetic mean; nil of nothing.
  @inlinable var result: Value.Average? { count == 0 ? nil : sum / Value.Average(count) }
}

/// Looks for the least value; NaN does not count.
@usableFromInline
struct Minimum<Value: ColumnValue>: Accumulator {
  @usableFromInline var result: Value?

  @inlinable
  init() {}

  @inlinable @inline(__always)
  mutating func add(_ value: Value) {
    if isNaN(value) { return }
    // It is set in any case, so that the compiler need not ask for each row whether there was a value before.
    if let least = result { result = Value.precedes(value, least) ? value : least } else { result = value }
  }
}

/// Looks for the greatest value; NaN does not count.
@usableFromInline
struct Maximum<Value: ColumnValue>: Accumulator {
  @usableFromInline var result: Value?

  @inlinable
  init() {}

  @inlinable @inline(__always)
  mutating func add(_ value: Value) {
    if isNaN(value) { return }
    // As in ``Minimum``.
    if let greatest = result { result = Value.precedes(greatest, value) ? value : greatest } else { result = value }
  }
}
