public import Foundation

extension Decimal: ColumnValue {
  /// `Decimal`.
  public static let columnType = ColumnType.decimal

  /// Casts a number of any kind, or a string that holds one, with all of its digits.
  ///
  /// A binary fraction is cast to the digits it is shown with: 0.99 is 0.99 exactly.
  public init(attribute: AttributeValue) throws(CastError) {
    switch attribute {
    case .decimal(let value): self = value
    case .int(let value): self = Decimal(value)
    case .uint(let value): self = Decimal(value)
    case .string(let text): self = try Decimal(text: text)
    default:
      guard let value = attribute.decimalForm?.decimal else {
        throw CastError(expected: Decimal.expected, found: Decimal.found(attribute))
      }
      self = value
    }
  }

  /// This number, untyped.
  public var attribute: AttributeValue { .decimal(self) }

  /// Orders by `<`, and NaN after all numbers.
  public static func precedes(_ first: Decimal, _ second: Decimal) -> Bool {
    guard !first.isNaN, !second.isNaN else { return second.isNaN && !first.isNaN }
    return first < second
  }

  private static let expected = "a decimal number of up to 38 digits"

  private init(text: String) throws(CastError) {
    switch DecimalForm.read(text) {
    case .success(let number):
      guard let value = number.decimal else {
        throw CastError(expected: Decimal.expected, found: "a string with a number out of a decimal's range")
      }
      self = value
    case .failure(.tooManyDigits):
      throw CastError(expected: Decimal.expected, found: "a string with a number of more digits")
    // Files that store decimal numbers as strings store NaN as a string, too.
    case .failure(.notANumber) where text == "NaN": self = .nan
    case .failure(.notANumber):
      throw CastError(
        expected: Decimal.expected, found: text.isBlank ? "a blank string" : "a string that is not a number")
    }
  }

  private static func found(_ attribute: AttributeValue) -> String {
    switch attribute {
    case .double(let value): value.isFinite ? "a number out of a decimal's range" : "a number that is not finite"
    case .decimal: "a decimal number that is not finite"
    default: attribute.found
    }
  }
}
