public import MotionModel

extension FinderChain {
  /// Returns for each record, in the finder's order, the sum of a property's values up to it. Nil adds nothing.
  ///
  /// ```swift
  /// Payment.order(by: \.date).runningSums(of: \.amount)   // => [10, 15, 12]
  /// ```
  ///
  /// Additions are made one after the other: a sum that overflows the property's type traps, as `+` does, and sums of
  /// floating-point numbers are rounded at each step. There is no live form, because a change at the beginning would
  /// change all sums behind it.
  ///
  /// - Complexity: That of the finder, and O(*n*).
  public func runningSums<Value: ColumnValue>(
    of property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Value.Unwrapped] where Value.Unwrapped: SummableValue {
    try pluck(property).lazy.map { $0.unwrapped ?? .zero }.runningSums()
  }
}

extension GroupedFinder {
  /// Returns for each record of each group, in the finder's order, the sum of a property's values in the group up to
  /// it.
  ///
  /// - Complexity: That of the finder, and O(*n*).
  public func runningSums<Value: ColumnValue>(
    of property: any KeyPath<Record, Value> & Sendable
  ) throws(Record.Adapter.Failure) -> [Key: [Value.Unwrapped]] where Value.Unwrapped: SummableValue {
    try all().mapValues { $0.lazy.map { $0[keyPath: property].unwrapped ?? .zero }.runningSums() }
  }
}

extension Sequence where Element: AdditiveArithmetic {
  /// Returns for each number the sum of the numbers up to it: `[10, 5, -3].runningSums()` is `[10, 15, 12]`.
  public func runningSums() -> [Element] {
    var sum = Element.zero
    return map { number in
      sum += number
      return sum
    }
  }
}

extension Dictionary where Key: Comparable, Value: AdditiveArithmetic {
  /// Returns for each key, in ascending order, the sum of the values up to it: what groups add up to, step by step.
  ///
  /// ```swift
  /// Invoice.group(by: \.month).sum(\.total).runningSums()   // => [(key: 1, sum: 120), (key: 2, sum: 200), …]
  /// ```
  public func runningSums() -> [(key: Key, sum: Value)] {
    let sorted = self.sorted { $0.key < $1.key }
    return zip(sorted.map(\.key), sorted.map(\.value).runningSums()).map { (key: $0, sum: $1) }
  }
}
