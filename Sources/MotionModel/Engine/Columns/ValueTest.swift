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

  @inline(__always) func passes(_ value: Traits.Value) -> Bool { Traits.isEqual(value, operand) }
}

/// Tests whether the value equals one of four operands.
struct IsOneOfFour<Traits: ColumnTraits>: ValueTest {
  let first, second, third, fourth: Traits.Value

  @inline(__always) func passes(_ value: Traits.Value) -> Bool {
    Traits.isEqual(value, first) || Traits.isEqual(value, second)
      || Traits.isEqual(value, third) || Traits.isEqual(value, fourth)
  }
}

// MARK: - Order

/// Tests whether the value is in a closed interval.
struct IsWithin<Traits: ColumnTraits>: ValueTest {
  let least, greatest: Traits.Value

  @inline(__always)
  func passes(_ value: Traits.Value) -> Bool { Traits.isAtMost(least, value) && Traits.isAtMost(value, greatest) }
}

/// Tests whether the value is on one side of a bound.
struct IsOnSide<Traits: ColumnTraits>: ValueTest {
  let bound: ValueBound<Traits.Value>
  let isAbove: Bool

  @inline(__always) func passes(_ value: Traits.Value) -> Bool {
    guard Traits.isOrdered(value) else { return false }
    // A value meets an included bound if it is not on the other side of the bound.
    let precedes =
      isAbove != bound.isIncluded ? Traits.precedes(bound.value, value) : Traits.precedes(value, bound.value)
    return precedes != bound.isIncluded
  }
}
