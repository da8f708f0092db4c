import Foundation

extension Double: ColumnValue {
  /// `Double`.
  public static let columnType = ColumnType.double

  /// This number, untyped.
  public var attribute: AttributeValue { .double(self) }
}

extension Float: ColumnValue {
  /// `Float`.
  public static let columnType = ColumnType.float

  /// This number, untyped, with the digits it is shown with: `0.1`, and not `0.10000000149011612`.
  public var attribute: AttributeValue {
    let exact = Double(self)
    guard isFinite, self != rounded(), let shown = Double(description), Float(shown) == self else {
      return .double(exact)
    }
    return .double(shown)
  }
}

extension ColumnValue where Self: BinaryFloatingPoint & LosslessStringConvertible {
  /// Casts a number of any kind, a string that holds one, or a date as its seconds since 1970.
  ///
  /// A fraction is rounded to the nearest number of this type. A whole number is refused when this type neither
  /// holds it exactly nor shows it with the same digits. A number too large or too near to zero is refused.
  public init(attribute: AttributeValue) throws(CastError) {
    do throws(FloatFailure) {
      switch attribute {
      case .double(let value): self = try Self.make(value)
      case .int(let value): self = try Self.make(integer: value)
      case .uint(let value): self = try Self.make(integer: value)
      case .decimal(let value): self = try Self.make(DecimalForm(value))
      case .string(let text): self = try Self.make(text)
      case .date(let value): self = try Self.make(value.timeIntervalSince1970)
      default: throw .other
      }
    } catch {
      throw CastError(expected: "a number", found: error.found(attribute))
    }
  }

  /// Orders by `<`, and NaN after all numbers.
  public static func precedes(_ first: Self, _ second: Self) -> Bool {
    first < second || (second.isNaN && !first.isNaN)
  }

  private static func make(_ value: Double) throws(FloatFailure) -> Self {
    let result = Self(value)
    // A type at least as wide as `Double` holds every `Double`, and all types hold NaN and the infinities.
    if Self.significandBitCount >= Double.significandBitCount || !value.isFinite { return result }
    try check(result, isZero: value == 0, isExact: Double(result) == value, DecimalForm(value))
    return result
  }

  private static func make<Integer: FixedWidthInteger>(integer value: Integer) throws(FloatFailure) -> Self {
    if let exact = Self(exactly: value) { return exact }
    let result = Self(value)
    try check(result, isZero: false, isExact: false, DecimalForm(value.description))
    return result
  }

  private static func make(_ number: DecimalForm?) throws(FloatFailure) -> Self {
    guard let number else { throw .notFinite }
    let result = number.nearest(Self.self)
    try check(result, isZero: number.isZero, isExact: false, number)
    return result
  }

  private static func make(_ text: String) throws(FloatFailure) -> Self {
    switch DecimalForm.read(text) {
    case .success(let number): return number.isZero && number.isNegative ? -0.0 : try make(number)
    case .failure(.tooManyDigits): return try make(long: text.trimmed)
    case .failure(.notANumber): return try make(named: text.trimmed)
    }
  }

  /// Rounds a string of more than 38 digits; throws when the number is so large that this type keeps no fraction of
  /// it.
  private static func make(long text: String) throws(FloatFailure) -> Self {
    guard let result = Self(text) else { throw .other }
    try check(result, isZero: false, isExact: true, nil)
    guard result.magnitude.exponent < Self.Exponent(Self.significandBitCount) else { throw .losesDigits }
    return result
  }

  private static func make(named text: String) throws(FloatFailure) -> Self {
    switch text {
    case "NaN": return .nan
    case "Infinity": return .infinity
    case "-Infinity": return -.infinity
    default: throw .other
    }
  }

  private static func check(
    _ result: Self, isZero: Bool, isExact: Bool, _ number: DecimalForm?
  ) throws(FloatFailure) {
    guard result.isFinite else { throw .tooLarge }
    guard isZero || result != 0 else { throw .tooSmall }
    guard !isExact, let number, number.isWhole else { return }
    guard result.keeps(number) else { throw .losesDigits }
  }

  /// Returns whether this number still identifies a whole number: it is equal, or shown with the same digits.
  private func keeps(_ number: DecimalForm) -> Bool {
    if DecimalForm(description) == number { return true }
    if let whole = UInt128(exactly: magnitude), whole == number.digits.timesTen(toThe: number.exponent) { return true }
    return Self.significandBitCount < Double.significandBitCount && Double(self) == number.nearest(Double.self)
  }
}

/// Why a number was refused.
private enum FloatFailure: Error {
  case other
  case notFinite
  case tooLarge
  case tooSmall
  case losesDigits

  func found(_ attribute: AttributeValue) -> String {
    let isString = if case .string = attribute { true } else { false }
    let kind = isString ? "a string with a number" : attribute.kind
    switch self {
    case .other: return isString && !attribute.isBlankString ? "a string that is not a number" : attribute.found
    case .notFinite: return "\(kind) that is not finite"
    case .tooLarge: return "\(kind) too large for the column's type"
    case .tooSmall: return "\(kind) too near to zero for the column's type"
    case .losesDigits: return "\(kind) with more digits than the column's type keeps"
    }
  }
}
