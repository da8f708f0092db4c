import Foundation

extension Int: ColumnValue {}
extension Int8: ColumnValue {}
extension Int16: ColumnValue {}
extension Int32: ColumnValue {}
extension Int64: ColumnValue {}
extension UInt: ColumnValue {}
extension UInt8: ColumnValue {}
extension UInt16: ColumnValue {}
extension UInt32: ColumnValue {}
extension UInt64: ColumnValue {}

extension ColumnValue where Self: FixedWidthInteger {
  /// An integer of this width.
  public static var columnType: ColumnType { isSigned ? .int(bits: bitWidth) : .uint(bits: bitWidth) }

  /// Casts a whole number in this type's range, from a number of any kind or from a string.
  ///
  /// A Boolean is cast to 1 or 0, and a date to its seconds since 1970 if they are whole.
  public init(attribute: AttributeValue) throws(CastError) {
    let value: Self? =
      switch attribute {
      case .int(let value): Self(exactly: value)
      case .uint(let value): Self(exactly: value)
      case .bool(let value): value ? 1 : 0
      case .double(let value): Self(exactly: value)
      case .decimal(let value): DecimalForm(value).flatMap { $0.integer() }
      case .string(let text): Self(text) ?? DecimalForm(text).flatMap { $0.integer() }
      case .date(let value): value.wholeSecondsSince1970.flatMap { Self(exactly: $0) }
      default: nil
      }
    guard let value else { throw CastError(expected: Self.expected, found: Self.found(attribute)) }
    self = value
  }

  /// This whole number, untyped.
  public var attribute: AttributeValue { AttributeValue(self) }

  private static var expected: String {
    if bitWidth == 64 { return isSigned ? "a whole number of 64 bits" : "a whole number of 64 bits without a sign" }
    return "a whole number from \(min) to \(max)"
  }

  private static func found(_ attribute: AttributeValue) -> String {
    switch attribute {
    case .int, .uint: "a whole number out of that range"
    case .double(let value): describe(DecimalForm(value), as: "a number")
    case .decimal(let value): describe(DecimalForm(value), as: "a decimal number")
    case .string(let text): describe(text)
    case .date(let value): describe(value)
    default: attribute.found
    }
  }

  private static func describe(_ number: DecimalForm?, as kind: String) -> String {
    guard let number else { return "\(kind) that is not finite" }
    return number.isWhole ? "\(kind) out of that range" : "\(kind) with a fraction"
  }

  private static func describe(_ text: String) -> String {
    switch DecimalForm.read(text) {
    case .success(let number): describe(number, as: "a string with a number")
    case .failure(.tooManyDigits): "a string with a number of too many digits"
    case .failure(.notANumber): text.isBlank ? "a blank string" : "a string that is not a number"
    }
  }

  private static func describe(_ date: Date) -> String {
    date.wholeSecondsSince1970 == nil ? "a date that is not on a whole second" : "a date out of that range"
  }
}

extension Date {
  /// The seconds since 1970; nil unless they are whole and fit.
  fileprivate var wholeSecondsSince1970: Int64? {
    guard let seconds = Int64(exactly: timeIntervalSinceReferenceDate) else { return nil }
    let (sum, overflow) = seconds.addingReportingOverflow(DateFormat.secondsFrom1970To2001)
    return overflow ? nil : sum
  }
}
