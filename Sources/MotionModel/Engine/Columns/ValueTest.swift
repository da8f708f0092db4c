/// A test of one value, of which a kernel is made.
///
/// It is a type and not a closure so that the kernel is compiled together with it, for the type of the values.
protocol ValueTest<Value>: Sendable {
  associatedtype Value
  func passes(_ value: Value) -> Bool
}

extension ValueAccess {
  /// The kernel of a test.
  @inline(__always)
  func kernel<Test: ValueTest<Value>>(_ test: Test) -> Kernel {
    { base, stride, rows in rows.filter { test.passes(value(in: base + $0 &* stride)) } }
  }
}

/// The value equals another.
struct IsEqual<Traits: ColumnTraits>: ValueTest {
  let operand: Traits.Value

  @inline(__always)
  func passes(_ value: Traits.Value) -> Bool { Traits.isEqual(value, operand) }
}

/// The value equals one of four others.
struct IsOneOfFour<Traits: ColumnTraits>: ValueTest {
  let first, second, third, fourth: Traits.Value

  @inline(__always)
  func passes(_ value: Traits.Value) -> Bool {
    Traits.isEqual(value, first) || Traits.isEqual(value, second)
      || Traits.isEqual(value, third) || Traits.isEqual(value, fourth)
  }
}

// MARK: - Order

/// The value comes before another.
struct IsLess<Traits: ColumnTraits>: ValueTest {
  let operand: Traits.Value

  @inline(__always)
  func passes(_ value: Traits.Value) -> Bool { Traits.isLess(value, operand) }
}

/// The value comes before another or equals it in the order.
struct IsAtMost<Traits: ColumnTraits>: ValueTest {
  let operand: Traits.Value

  @inline(__always)
  func passes(_ value: Traits.Value) -> Bool { Traits.isAtMost(value, operand) }
}

/// The value comes after another.
struct IsGreater<Traits: ColumnTraits>: ValueTest {
  let operand: Traits.Value

  @inline(__always)
  func passes(_ value: Traits.Value) -> Bool { Traits.isLess(operand, value) }
}

/// The value comes after another or equals it in the order.
struct IsAtLeast<Traits: ColumnTraits>: ValueTest {
  let operand: Traits.Value

  @inline(__always)
  func passes(_ value: Traits.Value) -> Bool { Traits.isAtMost(operand, value) }
}

/// The value passes two tests; it is read once.
struct PassesBoth<First: ValueTest, Second: ValueTest>: ValueTest where First.Value == Second.Value {
  let first: First
  let second: Second

  @inline(__always)
  func passes(_ value: First.Value) -> Bool { first.passes(value) && second.passes(value) }
}
