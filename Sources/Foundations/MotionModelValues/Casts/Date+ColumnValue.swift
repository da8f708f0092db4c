public import Foundation

extension Date: ColumnValue {
  /// `Date`.
  public static let columnType = ColumnType.date

  /// Casts a date, a string that is one, or a number of seconds since 1970.
  ///
  /// Numbers must be within the years 1 to 9999. Milliseconds passed as seconds are outside, so they are refused.
  public init(attribute: AttributeValue) throws(CastError) {
    switch attribute {
    case .date(let value): self = value
    case .string(let text): self = try DateFormat.date(from: text)
    case .int, .uint, .double, .decimal: self = try Date(secondsSince1970: attribute)
    default: throw CastError(expected: DateFormat.expected, found: attribute.found)
    }
  }

  /// This date, untyped.
  public var attribute: AttributeValue { .date(self) }

  /// Orders the earlier date before the later one.
  public static func precedes(_ first: Date, _ second: Date) -> Bool {
    first.precedes(second)
  }

  private init(secondsSince1970 number: AttributeValue) throws(CastError) {
    let seconds = try Double(attribute: number)
    let reference = seconds - Double(DateFormat.secondsFrom1970To2001)
    let years = DateFormat.writtenSeconds
    guard reference >= Double(years.lowerBound), reference < Double(years.upperBound) else {
      throw CastError(
        expected: DateFormat.expected, found: "\(number.kind) that is not seconds since 1970 in the years 1 to 9999")
    }
    self.init(timeIntervalSinceReferenceDate: reference)
  }
}
