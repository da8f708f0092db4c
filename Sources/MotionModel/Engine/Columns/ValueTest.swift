/// A test of one value, from which a kernel is created.
///
/// It is a type and not a closure so that the kernel is compiled together with it, for the type of the values.
protocol ValueTest<Value>: Sendable {
  associatedtype Value
  func passes(_ value: Value) -> Bool
}

/// Tests whether the value equals the operand.
struct IsEqual<Traits: ColumnTraits>: ValueTest {
  let operand: Traits.Value

  @inline(__always)
  func passes(_ value: Traits.Value) -> Bool { Traits.isEqual(value, operand) }
}

/// Tests whether the value equals one of four operands.
struct IsOneOfFour<Traits: ColumnTraits>: ValueTest {
  let first, second, third, fourth: Traits.Value

  @inline(__always)
  func passes(_ value: Traits.Value) -> Bool {
    Traits.isEqual(value, first) || Traits.isEqual(value, second)
      || Traits.isEqual(value, third) || Traits.isEqual(value, fourth)
  }
}

// MARK: - Order

/// Tests whether the value comes before the operand.
struct IsLess<Traits: ColumnTraits>: ValueTest {
  let operand: Traits.Value

  @inline(__always)
  func passes(_ value: Traits.Value) -> Bool { Traits.isLess(value, operand) }
}

/// Tests whether the value comes before the operand or equals it in the order.
struct IsAtMost<Traits: ColumnTraits>: ValueTest {
  let operand: Traits.Value

  @inline(__always)
  func passes(_ value: Traits.Value) -> Bool { Traits.isAtMost(value, operand) }
}

/// Tests whether the value comes after the operand.
struct IsGreater<Traits: ColumnTraits>: ValueTest {
  let operand: Traits.Value

  @inline(__always)
  func passes(_ value: Traits.Value) -> Bool { Traits.isLess(operand, value) }
}

/// Tests whether the value comes after the operand or equals it in the order.
struct IsAtLeast<Traits: ColumnTraits>: ValueTest {
  let operand: Traits.Value

  @inline(__always)
  func passes(_ value: Traits.Value) -> Bool { Traits.isAtMost(operand, value) }
}

/// Tests whether the value passes both of two tests; the value is read once.
struct PassesBoth<First: ValueTest, Second: ValueTest>: ValueTest where First.Value == Second.Value {
  let first: First
  let second: Second

  @inline(__always)
  func passes(_ value: First.Value) -> Bool { first.passes(value) && second.passes(value) }
}
