public import Foundation
public import MotionModel

extension RESTFormat {
  /// How a server writes dates.
  public struct DateForm: Sendable {
    let read: @Sendable (AttributeValue) throws(CastError) -> Date
    let write: @Sendable (Date) -> AttributeValue

    /// `2026-11-25T01:37:00Z`, with a fraction and any offset, as the library's casts read and write it.
    public static let iso8601 = DateForm(
      read: { value throws(CastError) in try Date(attribute: value) }, write: { .date($0) })

    /// Seconds since 1970, also with a fraction.
    public static let seconds = numbers(perSecond: 1)

    /// Milliseconds since 1970.
    public static let milliseconds = numbers(perSecond: 1000)

    /// A form of your own.
    ///
    /// - Parameters:
    ///   - read: Returns the date of a member, which is not null. It throws a `CastError` without the value in it.
    ///   - write: Returns the member for a date.
    public static func custom(
      read: @escaping @Sendable (AttributeValue) throws(CastError) -> Date,
      write: @escaping @Sendable (Date) -> AttributeValue
    ) -> DateForm {
      DateForm(read: read, write: write)
    }

    private static func numbers(perSecond scale: Double) -> DateForm {
      DateForm(
        read: { value throws(CastError) in
          let number = try Double(attribute: value)
          guard number.isFinite else { throw CastError(expected: "a finite number", found: "another number") }
          return Date(timeIntervalSince1970: number / scale)
        },
        write: { date in
          let number = date.timeIntervalSince1970 * scale
          return Int64(exactly: number).map { .int($0) } ?? .double(number)
        })
    }
  }
}
