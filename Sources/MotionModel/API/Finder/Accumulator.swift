/// Computes one result from values that are added one after the other, such as their sum.
///
/// It is a type and not a closure, so that the compiler can inline it into the loop over the rows, for the type of the
/// values.
@usableFromInline protocol Accumulator<Value>: Sendable {
  associatedtype Value
  associatedtype Result
  mutating func add(_ value: Value)
  /// Adds all or most of 64 values that lie side by side, with the same effect as one after the other. The places to
  /// skip hold copies of values of the same column.
  mutating func addBlock(_ values: UnsafePointer<Value>, except others: UInt64)
  /// Adds the values of a property of some rows, or of a page.
  mutating func add<Record>(
    _ property: PropertyReader<Record, Value>, _ run: RowRun)
  /// Whether it reads pages of optionals, which have a mask; see ``PageLayout``.
  static var readsMasks: Bool { get }
  /// Whether it only adds `Int`s, so that it may get sums of them.
  static var addsUp: Bool { get }
  var result: Result { get }

  /// The accumulator to which one of several threads adds its values.
  associatedtype Part: Accumulator = Self where Part.Value == Value

  /// A part without values; nil if the values have to be added one after the other in one thread.
  var part: Part? { get }

  /// Adds the values that parts have, which come in the order of the values.
  ///
  /// - Returns: Whether the result certainly equals that of adding the values in sequence. If not, nothing was added.
  mutating func take(_ parts: [Part]) -> Bool

  /// The fact that an adapter may return instead of the records; nil if there is none.
  var summaryKind: ColumnSummary.Kind? { get }

  /// Takes an adapter's summary of all values. Returns false if adding the values would have another result.
  mutating func take(_ summary: ColumnSummary) -> Bool
}

extension Accumulator {
  @inlinable @inline(__always) mutating func addBlock(_ values: UnsafePointer<Value>, except others: UInt64) {
    RowMask.forEach(~others, from: 0) { add(values[$0]) }
  }

  @inlinable var part: Part? { nil }

  @inlinable mutating func take(_ parts: [Part]) -> Bool { false }

  @inlinable static var readsMasks: Bool { false }

  @inlinable static var addsUp: Bool { false }

  @inlinable @inline(__always) mutating func add<Record>(_ property: PropertyReader<Record, Value>, _ run: RowRun) {
    addValues(of: property, run)
  }

  /// Adds the values of a property of some rows, or of a page without a mask.
  @inlinable @inline(__always)
  mutating func addValues<Record>(of property: PropertyReader<Record, Value>, _ run: RowRun) {
    if let stored = property.stored, run.stride == MemoryLayout<Value>.stride {
      add(run.rows, of: (run.base + stored.offset).bound(to: Value.self))
    } else if let stored = property.stored, TextCodes.areUsed(for: Value.self), run.stride == TextCodes.stride {
      let codes = TextCodes(at: run.base + stored.offset)
      run.rows.forEach { row in add(Row(codes.text(of: row))[Value.self]) }
    } else {
      property.forEachValue(run) { add($0) }
    }
  }

  /// Adds the values of some rows of a page.
  @inlinable @inline(__always) mutating func add(_ rows: RowMask, of values: UnsafePointer<Value>) {
    add(rows.low, of: values)
    add(rows.high, of: values + 64)
  }

  /// Adds the values of some of 64 rows of a page.
  @inlinable @inline(__always) mutating func add(_ rows: UInt64, of values: UnsafePointer<Value>) {
    // As a constant, no exceptions cost nothing.
    if rows == .max { return addBlock(values, except: 0) }
    // The last block of a page may be shorter, so that nothing is behind its rows.
    if rows.leadingZeroBitCount == 0 && rows.nonzeroBitCount > 40 { return addBlock(values, except: ~rows) }
    RowMask.forEach(rows, from: 0) { add(values[$0]) }
  }
}

/// Adds the values of a property that are not nil to another accumulator.
@usableFromInline struct PresentValues<Value: ColumnValue, Base: Accumulator<Value.Unwrapped>>: Accumulator {
  @usableFromInline var base: Base

  @inlinable init(_ base: Base) { self.base = base }

  @inlinable @inline(__always) mutating func add(_ value: Value) { if let value = value.unwrapped { base.add(value) } }

  @inlinable static var readsMasks: Bool { true }

  @inlinable static var addsUp: Bool { Base.addsUp }

  @inlinable @inline(__always) mutating func add<Record>(_ property: PropertyReader<Record, Value>, _ run: RowRun) {
    if Value.self == Value.Unwrapped.self {
      return base.add(unsafeBitCast(property, to: PropertyReader<Record, Value.Unwrapped>.self), run)
    }
    guard MaskedPage.isUsed(forOptional: Value.Unwrapped.self), run.stride == MemoryLayout<Value.Unwrapped>.stride,
      let stored = property.stored
    else { return addValues(of: property, run) }
    let values = run.base + stored.offset
    base.add(run.rows & RowMask(before: values), of: values.bound(to: Value.Unwrapped.self))
  }

  @inlinable var result: Base.Result { base.result }

  @inlinable var part: PresentValues<Value, Base.Part>? { base.part.map { PresentValues<Value, Base.Part>($0) } }

  @inlinable mutating func take(_ parts: [PresentValues<Value, Base.Part>]) -> Bool { base.take(parts.map(\.base)) }
}

/// Computes the sum of numbers.
@usableFromInline struct Summing<Value: SummableValue>: Accumulator {
  @usableFromInline var result = Value.zero

  @inlinable static var addsUp: Bool { Value.self == Int.self }

  @inlinable init() {}

  @inlinable @inline(__always) mutating func add(_ value: Value) { result += value }

  @inlinable @inline(__always) mutating func addBlock(_ values: UnsafePointer<Value>, except others: UInt64) {
    guard Value.self == Int.self, let sum = sum(of: UnsafeRawPointer(values).assumingMemoryBound(to: Int.self)) else {
      return RowMask.forEach(~others, from: 0) { add(values[$0]) }
    }
    // Values added without overflow can be subtracted again, and the rest has the sum that checked additions give.
    var rest = sum
    RowMask.forEach(others, from: 0) { rest &-= unsafeBitCast(values[$0], to: Int.self) }
    result = unsafeBitCast(rest, to: Value.self)
  }

  /// Returns the result with 64 more integers; nil if one of the additions could overflow. The check for overflow in
  /// each addition would keep the compiler from using the processor's vectors.
  @inlinable @inline(__always) func sum(of values: UnsafePointer<Int>) -> Int? {
    let start = unsafeBitCast(result, to: Int.self)
    // 64 of these integers are within ±2⁶¹, as are the first of them.
    guard start < Int.max / 2 && start > Int.min / 2, let sum = sumOfSmall(values) else { return nil }
    return start &+ sum
  }

  /// Sums of floating-point numbers depend on the order of additions, and smaller integers overflow early.
  @inlinable var part: PartialSum<Value>? { Value.self == Int.self ? PartialSum() : nil }

  @inlinable mutating func take(_ parts: [PartialSum<Value>]) -> Bool {
    guard let sum = PartialSum.sum(of: parts) else { return false }
    result += sum
    return true
  }
}

/// The sum of some of the integers of a sum, which does not trap, and knows whether the sum of all could.
@usableFromInline struct PartialSum<Value: SummableValue>: Accumulator {
  @usableFromInline var sum = 0
  /// The bits of the integers that differ from their signs.
  @usableFromInline var spread = 0
  @usableFromInline var count = 0

  @inlinable init() {}

  @inlinable @inline(__always) mutating func add(_ value: Value) {
    let integer = unsafeBitCast(value, to: Int.self)
    sum &+= integer
    spread |= integer ^ (integer &>> (Int.bitWidth &- 1))
    count &+= 1
  }

  @inlinable var result: Value { unsafeBitCast(sum, to: Value.self) }

  /// Returns the sum of some parts; nil if it could overflow when their integers are added one after the other.
  @inlinable static func sum(of parts: [PartialSum]) -> Value? {
    let (count, spread) = parts.reduce((0, 0)) { ($0.0 + $1.count, $0.1 | $1.spread) }
    // No integer is further from zero than 2ᵇ for this number of bits, and `count` is below 2ᶜ. So no sum is beyond
    // ±2ᵇ⁺ᶜ.
    let bits = Int.bitWidth - spread.leadingZeroBitCount + Int.bitWidth - count.leadingZeroBitCount
    if bits > Int.bitWidth - 2 { return nil }
    return unsafeBitCast(parts.reduce(0) { $0 + $1.sum }, to: Value.self)
  }
}

/// Computes the arithmetic mean of numbers.
@usableFromInline struct Averaging<Value: SummableValue>: Accumulator {
  @usableFromInline var sum = Value.Average.zero
  @usableFromInline var count = 0

  @inlinable init() {}

  @inlinable @inline(__always) mutating func add(_ value: Value) {
    sum += value.asAverage
    count += 1
  }

  /// The arithmetic mean; nil when no number was added.
  @inlinable var result: Value.Average? { count == 0 ? nil : sum / Value.Average(count) }
}
