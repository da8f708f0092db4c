/// Computes one result from values that are added and removed again.
protocol ReversibleAccumulator: Accumulator {
  /// Removes a value that was added.
  mutating func remove(_ value: Value)
  /// Returns the result, unless its type cannot hold it.
  func fitting() throws(SumOverflow) -> Result
  /// The fact about values elsewhere that can be added to the result; nil for none.
  var factKind: ChildFacts.Kind? { get }
  /// Adds the number or the sum of values elsewhere.
  mutating func add(fact number: Int)
}

extension ReversibleAccumulator {
  /// Removes a value that was added, and adds another one.
  mutating func replace(_ old: Value, by new: Value) {
    remove(old)
    add(new)
  }

  func fitting() throws(SumOverflow) -> Result { result }

  var factKind: ChildFacts.Kind? { nil }

  mutating func add(fact number: Int) {}
}

/// A sum that its type cannot hold.
package struct SumOverflow: Error {
  let type: String
  let sum: Int128
  /// The property whose values are added.
  var property = ""

  /// What is said to code that reads the sum.
  package var sentence: String {
    "The live sum of \(property) is \(sum), which \(type) cannot hold: sum a property of a wider type."
  }
}

extension PresentValues: ReversibleAccumulator where Base: ReversibleAccumulator {
  mutating func remove(_ value: Value) { if let value = value.unwrapped { base.remove(value) } }

  func fitting() throws(SumOverflow) -> Base.Result { try base.fitting() }

  var factKind: ChildFacts.Kind? { base.factKind }

  mutating func add(fact number: Int) { base.add(fact: number) }
}

/// Computes the sum of numbers that come and go.
///
/// The result is that of the numbers that are there, whatever came and went before: integers are added in 128 bits,
/// `Double` and `Float` by an ``ExactSum``. Numbers of other types, such as `Decimal`, are added and subtracted by
/// their own operators, so the result is exact if these are.
struct ReversibleSum<Value: SummableValue>: ReversibleAccumulator {
  private enum Arithmetic: Sendable {
    /// The type is `Int` or `Double`, for which nothing has to be converted.
    case standard
    case integer(@Sendable (Value) -> Int128, @Sendable (Int128) -> Value?)
    case fraction(@Sendable (Value) -> Double, @Sendable (Double) -> Value)
    case own
  }

  private let arithmetic: Arithmetic
  private var integer: Int128 = 0
  private var fraction = ExactSum()
  private var own = Value.zero
  /// Numbers that are none, which no subtraction removes.
  private var nans: (count: Int, value: Value?) = (0, nil)

  init() {
    if Value.self == Int.self || Value.self == Double.self {
      arithmetic = .standard
    } else if let type = Value.self as? any (FixedWidthInteger & Sendable).Type, type.bitWidth <= 64 {
      arithmetic = Self.integers(type)
    } else if let type = Value.self as? any (BinaryFloatingPoint & Sendable).Type, type.isFormOfDouble {
      arithmetic = Self.fractions(type)
    } else {
      arithmetic = .own
    }
  }

  private static func integers<Integer: FixedWidthInteger & Sendable>(_ type: Integer.Type) -> Arithmetic {
    .integer({ ($0 as? Integer).map { Int128($0) } ?? 0 }, { Integer(exactly: $0) as? Value })
  }

  private static func fractions<Fraction: BinaryFloatingPoint & Sendable>(_ type: Fraction.Type) -> Arithmetic {
    .fraction({ ($0 as? Fraction).map { Double($0) } ?? 0 }, { Fraction($0) as? Value ?? .zero })
  }

  mutating func add(_ value: Value) { count(value, 1) }

  mutating func remove(_ value: Value) { count(value, -1) }

  @inline(__always) private mutating func count(_ value: Value, _ step: Int) {
    // The two types that most sums have need no conversion, and no closures, which each copy would count.
    if Value.self == Int.self {
      let number = Int128(unsafeBitCast(value, to: Int.self))
      integer += step == 1 ? number : -number
      return
    }
    if Value.self == Double.self { return fraction.count(unsafeBitCast(value, to: Double.self), step) }
    switch arithmetic {
    case .integer(let wide, _): integer += step == 1 ? wide(value) : -wide(value)
    case .fraction(let double, _): fraction.count(double(value), step)
    case .standard: break
    case .own where isNaN(value): nans = (nans.count + step, value)
    case .own: if step == 1 { own += value } else { own -= value }
    }
  }

  var factKind: ChildFacts.Kind? {
    guard let type = Value.self as? any FixedWidthInteger.Type else { return nil }
    return type.isSigned && type.bitWidth <= 64 || type.bitWidth < 64 ? .sum : nil
  }

  mutating func add(fact number: Int) { integer += Int128(number) }

  func fitting() throws(SumOverflow) -> Value {
    if Value.self == Int.self {
      guard let sum = Int(exactly: integer) else { throw SumOverflow(type: "Int", sum: integer) }
      return unsafeBitCast(sum, to: Value.self)
    }
    if Value.self == Double.self { return unsafeBitCast(fraction.rounded, to: Value.self) }
    switch arithmetic {
    case .integer(_, let narrow):
      guard let sum = narrow(integer) else { throw SumOverflow(type: "\(Value.self)", sum: integer) }
      return sum
    case .fraction(_, let narrow): return narrow(fraction.rounded)
    case .standard, .own: return nans.count > 0 ? nans.value ?? own : own
    }
  }

  /// The sum. Traps when its type cannot hold it, as `+` does.
  var result: Value {
    do throws(SumOverflow) { return try fitting() } catch { fatalError(error.sentence) }
  }
}

extension BinaryFloatingPoint {
  /// Whether a `Double` can hold each number of the type.
  fileprivate static var isFormOfDouble: Bool { exponentBitCount <= 11 && significandBitCount <= 52 }
}

/// Computes the arithmetic mean of numbers that come and go.
struct ReversibleAverage<Value: SummableValue>: ReversibleAccumulator {
  private var sum = ReversibleSum<Value.Average>()
  private var count = 0

  mutating func add(_ value: Value) {
    sum.add(value.asAverage)
    count += 1
  }

  mutating func remove(_ value: Value) {
    sum.remove(value.asAverage)
    count -= 1
  }

  /// The arithmetic mean; nil when there is no number.
  var result: Value.Average? { count == 0 ? nil : sum.result / Value.Average(count) }
}
