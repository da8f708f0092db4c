/// Computes one result from values that are added one after the other, such as their sum.
///
/// It is a type and not a closure, so that the compiler can inline it into the loop over the rows, for the type of the
/// values.
@usableFromInline
protocol Accumulator<Value>: Sendable {
  associatedtype Value
  associatedtype Result
  mutating func add(_ value: Value)
  /// Adds 64 values that lie side by side, with the same effect as one after the other.
  mutating func addBlock(_ values: UnsafePointer<Value>)
  var result: Result { get }

  /// What an adapter may be asked for instead of the records; nil for nothing.
  var summaryKind: ColumnSummary.Kind? { get }

  /// Takes what an adapter knows of all values, if the result is the one that adding them would have.
  mutating func take(_ summary: ColumnSummary) -> Bool
}

extension Accumulator {
  @inlinable @inline(__always)
  mutating func addBlock(_ values: UnsafePointer<Value>) { for index in 0..<64 { add(values[index]) } }

  /// Adds the values of some rows of a page.
  @inlinable @inline(__always)
  mutating func add(_ rows: RowMask, of values: UnsafePointer<Value>) {
    if rows.low == .max { addBlock(values) } else { RowMask.forEach(rows.low, from: 0) { add(values[$0]) } }
    if rows.high == .max { addBlock(values + 64) } else { RowMask.forEach(rows.high, from: 64) { add(values[$0]) } }
  }
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

  @inlinable @inline(__always)
  mutating func addBlock(_ values: UnsafePointer<Value>) {
    if Value.self == Int.self, let sum = sum(of: UnsafeRawPointer(values).assumingMemoryBound(to: Int.self)) {
      result = unsafeBitCast(sum, to: Value.self)
    } else {
      for index in 0..<64 { add(values[index]) }
    }
  }

  /// Returns the result with 64 more integers; nil if one of the additions could overflow. The check for overflow in each
  /// addition would keep the compiler from using the processor's vectors.
  @inlinable @inline(__always)
  func sum(of values: UnsafePointer<Int>) -> Int? {
    let (start, bias) = (unsafeBitCast(result, to: Int.self), 1 &<< 55)
    var (sum, spread) = (0, UInt(0))
    for index in 0..<64 {
      sum &+= values[index]
      spread |= UInt(bitPattern: values[index] &+ bias)
    }
    // All are within ±2⁵⁵, and so 64 of them are within ±2⁶¹, as are the first of them.
    let isSafe = spread &>> 56 == 0 && start < 1 &<< 62 && start > -(1 &<< 62)
    return isSafe ? start &+ sum : nil
  }
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
