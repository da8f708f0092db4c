/// Finds the least or the greatest value, ignoring NaN; of equal values, the first.
///
/// Least or greatest is part of the type, so that the loops over values are compiled for each.
@usableFromInline struct Extreme<Value: ColumnValue, Wanted: WantedExtreme>: Accumulator {
  @usableFromInline var result: Value?

  @inlinable init() {}

  @inlinable @inline(__always) mutating func add(_ value: Value) {
    if isNaN(value) { return }
    // The result is assigned in both cases, so that the compiler need not test for each row whether it is nil.
    if let best = result { result = Wanted.isBetter(value, best) ? value : best } else { result = value }
  }

  @inlinable @inline(__always) mutating func addBlock(_ values: UnsafePointer<Value>, except others: UInt64) {
    guard let start = result, _isPOD(Value.self) else { return RowMask.forEach(~others, from: 0) { add(values[$0]) } }
    result = extreme(of: values, except: others, from: start)
  }

  /// Returns the best of a value and most of 64 further values, ignoring NaN; of equal values, the first.
  @inlinable @inline(__always)
  func extreme(of values: UnsafePointer<Value>, except others: UInt64, from start: Value) -> Value {
    @inline(__always) func best(_ index: Int, _ best: Value) -> Value {
      let value = others &>> UInt64(index) & 1 == 0 ? values[index] : best
      return Wanted.isBetter(value, best) && !isNaN(value) ? value : best
    }
    // Four quarters at a time, because each comparison waits for the one before.
    var (first, second, third, fourth) = (start, start, start, start)
    for index in 0..<16 {
      first = best(index, first)
      second = best(index + 16, second)
      third = best(index + 32, third)
      fourth = best(index + 48, fourth)
    }
    if Wanted.isBetter(second, first) { first = second }
    if Wanted.isBetter(fourth, third) { third = fourth }
    return Wanted.isBetter(third, first) ? third : first
  }

  @inlinable var part: Extreme? { hasStandardOrder(Value.self) ? Extreme() : nil }

  @inlinable mutating func take(_ parts: [Extreme]) -> Bool {
    for part in parts { if let value = part.result { add(value) } }
    return true
  }
}

@usableFromInline typealias Minimum<Value: ColumnValue> = Extreme<Value, Least>
@usableFromInline typealias Maximum<Value: ColumnValue> = Extreme<Value, Greatest>

/// Which value an ``Extreme`` finds.
@usableFromInline protocol WantedExtreme {
  /// The fact that an adapter may return instead.
  static var summaryKind: ColumnSummary.Kind { get }
  static func isBetter<Value: ColumnValue>(_ value: Value, _ other: Value) -> Bool
}

@usableFromInline enum Least: WantedExtreme {
  @usableFromInline static var summaryKind: ColumnSummary.Kind { .least }

  @inlinable @inline(__always)
  static func isBetter<Value: ColumnValue>(_ value: Value, _ other: Value) -> Bool { Value.precedes(value, other) }
}

@usableFromInline enum Greatest: WantedExtreme {
  @usableFromInline static var summaryKind: ColumnSummary.Kind { .greatest }

  @inlinable @inline(__always)
  static func isBetter<Value: ColumnValue>(_ value: Value, _ other: Value) -> Bool { Value.precedes(other, value) }
}

/// Whether comparing values of a type calls no code of the program's.
@usableFromInline func hasStandardOrder<Value>(_ type: Value.Type) -> Bool { ColumnOperations.isStandard(type) }
