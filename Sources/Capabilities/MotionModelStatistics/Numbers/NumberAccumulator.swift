import MotionModel

/// Computes a result from the numbers of a property in order.
struct NumberAccumulator<Value: SummableValue, Result: Sendable>: RowAccumulator {
  private var numbers = RankedValues<Value.Average>()
  private let compute: @Sendable (inout RankedValues<Value.Average>) -> Result
  private let areSame: @Sendable (Result, Result) -> Bool

  init(
    _ compute: @escaping @Sendable (inout RankedValues<Value.Average>) -> Result,
    areSame: @escaping @Sendable (Result, Result) -> Bool
  ) {
    (self.compute, self.areSame) = (compute, areSame)
  }

  mutating func add(_ value: Value) {
    let number = value.asAverage
    if hasPlace(number) { numbers.add(number) }
  }

  mutating func remove(_ value: Value) {
    let number = value.asAverage
    if hasPlace(number) { numbers.remove(number) }
  }

  mutating func result() -> Result { compute(&numbers) }

  func isSame(_ first: Result, _ second: Result) -> Bool { areSame(first, second) }
}

/// Finds the value at a percentile, without interpolation, so that it works for all values that have an order.
struct RankAccumulator<Value: ColumnValue>: RowAccumulator {
  private var values = RankedValues<Value>()
  private let percent: Percent

  init(_ percent: Percent) { self.percent = percent }

  mutating func add(_ value: Value) { if hasPlace(value) { values.add(value) } }

  mutating func remove(_ value: Value) { if hasPlace(value) { values.remove(value) } }

  mutating func result() -> Value? {
    values.count == 0 ? nil : values.value(at: percent.rank(among: values.count))
  }

  func isSame(_ first: Value?, _ second: Value?) -> Bool { first == second }
}

/// Leaves out nil, if there can be any.
struct PresentAccumulator<Value: ColumnValue, Base: RowAccumulator>: RowAccumulator
where Base.Value == Value.Unwrapped {
  private var base: Base

  init(_ base: Base) { self.base = base }

  mutating func add(_ value: Value) { if let value = value.unwrapped { base.add(value) } }

  mutating func remove(_ value: Value) { if let value = value.unwrapped { base.remove(value) } }

  mutating func result() -> Base.Result { base.result() }

  func isSame(_ first: Base.Result, _ second: Base.Result) -> Bool { base.isSame(first, second) }
}
