import Foundation

/// Reads dates from strings in many unambiguous forms, and writes them in one of these forms.
///
/// All of it is arithmetic on integers and digits. No formatter, calendar or locale is used, so the result is the
/// same everywhere and on any thread.
///
/// ```swift
/// try DateFormat.date(from: "Sat, 15 Sep 2012 10:20:30 GMT")
/// DateFormat.text(from: date)  // => "2012-09-15T10:20:30Z"
/// ```
enum DateFormat {
  /// The accepted forms of a date, in the words of an error.
  static let expected = "a date such as 2012-09-15, 2012-09-15T10:20:30Z or 15 Sep 2012"

  /// Begins the string of a date outside the years 1 to 9999; the seconds since 2001-01-01 follow.
  static let referenceStart: StaticString = "2001-01-01T00:00:00Z + "

  /// Ends a string that begins with ``referenceStart``.
  static let referenceEnd: StaticString = " s"

  /// The seconds from 1970-01-01 to 2001-01-01, which is the reference date of `Date`.
  static let secondsFrom1970To2001: Int64 = 978_307_200

  /// The whole seconds since 2001-01-01 in the years 1 to 9999.
  static let writtenSeconds: Range<Int64> = -63_113_904_000..<252_423_993_600

  /// Why a string is not read as a date.
  enum Failure: Error {
    case blank
    case unreadable
    case ambiguous
    case noSuchDay
    case wrongWeekday
    case noSuchTime
    case leapSecond
    case noSuchZone

    /// What was found, in the words of an error.
    var found: String {
      switch self {
      case .blank: "a blank string"
      case .unreadable: "a string that is not a date"
      case .ambiguous: "a string that does not tell the day from the month (write the year first, or the month's name)"
      case .noSuchDay: "a string with a day that is not in the calendar"
      case .wrongWeekday: "a string whose weekday is not that of its date"
      case .noSuchTime: "a string with a time that is not on the clock"
      case .leapSecond: "a string with a leap second, which a date cannot hold"
      case .noSuchZone: "a string with a time zone that is neither Z, GMT, UTC nor an offset such as +02:00"
      }
    }
  }
}
