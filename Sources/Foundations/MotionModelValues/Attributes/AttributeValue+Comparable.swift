import Foundation

extension AttributeValue: Comparable {
  /// Returns whether one value comes before another in the order of all values.
  ///
  /// Values of different kinds are in this order: Booleans (false, true), numbers, strings, dates, UUIDs, URLs,
  /// data, arrays, dictionaries, nil. Numbers of all kinds are ordered by their numeric value, with NaN after all
  /// of them. Numbers of the same value but different kinds, which are not equal, are ordered by kind: integer,
  /// binary, decimal.
  ///
  /// NaN comes neither before nor after itself, and does not equal itself unless it is a `Decimal`, as everywhere
  /// in Swift.
  public static func < (first: AttributeValue, second: AttributeValue) -> Bool {
    switch (first, second) {
    case (.int(let first), .int(let second)): first < second
    case (.string(let first), .string(let second)): first < second
    case (.date(let first), .date(let second)): first.precedes(second)
    default: first.order(against: second) < 0
    }
  }

  /// Returns a negative number if this value comes before the other, a positive one if after, else zero.
  private func order(against other: AttributeValue) -> Int {
    guard hasParts && other.hasParts else { return ownOrder(against: other) }
    var (walk, otherWalk) = (AttributeWalk(self), AttributeWalk(other))
    while let step = walk.next(), let otherStep = otherWalk.next() {
      let order = Self.order(of: step, against: otherStep)
      if order != 0 { return order }
      if case .value(let value) = step, case .value(let other) = otherStep {
        walk.enter(value)
        otherWalk.enter(other)
      }
    }
    return 0
  }

  /// Orders arrays by their first elements that differ, and dictionaries by their first members, in the order of
  /// names, whose names or values differ. If one is the beginning of the other, it comes first.
  private static func order(of step: AttributeWalk.Step, against other: AttributeWalk.Step) -> Int {
    switch (step, other) {
    case (.value(let value), .value(let other)): value.ownOrder(against: other)
    case (.member(let name, _), .member(let other, _)): Order.of(name, other)
    case (.end, .end): 0
    case (.end, _): -1
    case (_, .end): 1
    default: 0
    }
  }

  /// Compares values without looking into arrays and dictionaries.
  private func ownOrder(against other: AttributeValue) -> Int {
    if rank != other.rank { return rank < other.rank ? -1 : 1 }
    switch (self, other) {
    case (.bool(let value), .bool(let other)): return value == other ? 0 : other ? -1 : 1
    case (.string(let value), .string(let other)): return Order.of(value, other)
    case (.date(let value), .date(let other)): return value.precedes(other) ? -1 : other.precedes(value) ? 1 : 0
    case (.uuid(let value), .uuid(let other)): return Order.of(value.uuidString, other.uuidString)
    case (.url(let value), .url(let other)): return Order.of(value, other)
    case (.data(let value), .data(let other)): return Order.of(value, other)
    case (.array, .array), (.dictionary, .dictionary): return 0
    default: return numericOrder(against: other)
    }
  }

  private var rank: Int {
    switch self {
    case .bool: 0
    case .int, .uint, .double, .decimal: 1
    case .string: 2
    case .date: 3
    case .uuid: 4
    case .url: 5
    case .data: 6
    case .array: 7
    case .dictionary: 8
    case .null: 9
    }
  }

  private struct Order {
    static func of<Value: Comparable>(_ first: Value, _ second: Value) -> Int {
      first < second ? -1 : second < first ? 1 : 0
    }

    /// URLs of the same address are equal only when they consist of the same parts.
    static func of(_ first: URL, _ second: URL) -> Int {
      let address = of(first.absoluteString, second.absoluteString)
      return address != 0 ? address : of(first.relativeString, second.relativeString)
    }

    static func of(_ first: Data, _ second: Data) -> Int {
      first.lexicographicallyPrecedes(second) ? -1 : first == second ? 0 : 1
    }
  }
}

// MARK: - Numbers

extension AttributeValue {
  /// Returns a negative number if this number is less than another one of any kind, a positive one if it is greater,
  /// and zero if both have the same numeric value; nil if one of them is NaN or not a number.
  package func order(againstNumber other: AttributeValue) -> Int? {
    guard rank == AttributeValue.int(0).rank, rank == other.rank, endOfNumbers < 2, other.endOfNumbers < 2 else {
      return nil
    }
    return orderByValue(against: other)
  }

  private func numericOrder(against other: AttributeValue) -> Int {
    let byValue = orderByValue(against: other)
    return byValue != 0 ? byValue : Order.of(numericKind, other.numericKind)
  }

  private func orderByValue(against other: AttributeValue) -> Int {
    switch (self, other) {
    case (.int(let value), .int(let other)): Order.of(value, other)
    case (.uint(let value), .uint(let other)): Order.of(value, other)
    case (.decimal(let value), .decimal(let other)) where !value.isNaN && !other.isNaN: Order.of(value, other)
    case (.double(let value), .double(let other)) where !value.isNaN && !other.isNaN: Order.of(value, other)
    default: mixedOrder(against: other)
    }
  }

  /// The order of numbers with the same numeric value.
  private var numericKind: Int {
    switch self {
    case .uint: 1
    case .double: 2
    case .decimal: 3
    default: 0
    }
  }

  private func mixedOrder(against other: AttributeValue) -> Int {
    let (end, otherEnd) = (endOfNumbers, other.endOfNumbers)
    if end != 0 || otherEnd != 0 { return Order.of(end, otherEnd) }
    guard let form = decimalForm, let otherForm = other.decimalForm else { return 0 }
    return Order.of(form, otherForm)
  }

  /// -1 for negative infinity, 1 for infinity, 2 for NaN, 0 for all other numbers.
  private var endOfNumbers: Int {
    switch self {
    case .double(let value): value.isNaN ? 2 : value.isInfinite ? (value < 0 ? -1 : 1) : 0
    case .decimal(let value): value.isNaN ? 2 : 0
    default: 0
    }
  }

  /// The form that all finite numbers share; nil for other values.
  var decimalForm: DecimalForm? {
    switch self {
    case .int(let value): DecimalForm(value)
    case .uint(let value): DecimalForm(value)
    case .double(let value): DecimalForm(value)
    case .decimal(let value): DecimalForm(value)
    default: nil
    }
  }
}

extension Date {
  /// Returns whether this date is before another. A date that is NaN is after all others.
  func precedes(_ other: Date) -> Bool {
    let (interval, otherInterval) = (timeIntervalSinceReferenceDate, other.timeIntervalSinceReferenceDate)
    return interval < otherInterval || (otherInterval.isNaN && !interval.isNaN)
  }
}
