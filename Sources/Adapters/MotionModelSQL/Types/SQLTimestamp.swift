package import Foundation
package import MotionModelValues

/// Dates in columns of the types `timestamp with time zone` and `timestamp without time zone`, which PostgreSQL keeps
/// as whole microseconds. The latter are taken for UTC, and the server ignores the zone of what is written to them.
package enum SQLTimestamp {
  /// Returns the nearest microsecond to a date as text; nil for NaN, and for dates outside the years 1 to 9999.
  package static func text(_ date: Date) -> String? {
    let seconds = date.timeIntervalSinceReferenceDate
    if seconds.isInfinite { return seconds < 0 ? "-infinity" : "infinity" }
    return count(date).flatMap { text($0) }
  }

  /// Returns a date with the given number of digits of a second, at most six; NaN, and a date that has no text, as it
  /// is.
  ///
  /// A date that was rounded stays when it is rounded again, or written and read.
  package static func rounded(_ date: Date, digits: Int) -> Date {
    guard let count = count(date, digits: digits), text(count) != nil else { return date }
    return self.date(count)
  }

  /// Returns whether a text that was made here has at most some digits of a second.
  static func fits(_ text: String, digits: Int) -> Bool {
    guard let point = text.firstIndex(of: ".") else { return true }
    return text[point...].dropFirst(1 + max(0, digits)).prefix { $0 != "+" }.allSatisfy { $0 == "0" }
  }

  /// Returns the nearest microsecond to a date as text, and how the date that this text is read as compares with the
  /// date.
  ///
  /// Dates before the year 1 are above `-infinity`, and those behind the year 9999 below `infinity`. The date is not
  /// NaN.
  package static func neighbor(of date: Date) -> (text: String, comparison: ComparisonResult) {
    guard let text = text(date) else {
      return date.timeIntervalSinceReferenceDate < 0
        ? ("-infinity", .orderedAscending) : ("infinity", .orderedDescending)
    }
    let neighbor = count(date).map { self.date($0) } ?? date
    return (text, neighbor < date ? .orderedAscending : neighbor > date ? .orderedDescending : .orderedSame)
  }

  /// Returns the date that a text of the server stands for, in the style ISO and any time zone; in UTC without one.
  ///
  /// - Throws: ``CastError`` for a time that no date has exactly.
  package static func date(_ text: String) throws(CastError) -> Date {
    switch text {
    case "infinity": return Date(timeIntervalSinceReferenceDate: .infinity)
    case "-infinity": return Date(timeIntervalSinceReferenceDate: -.infinity)
    default: break
    }
    guard let count = microseconds(text) else {
      throw CastError(expected: "a time in the years 1 to 9999", found: "another string")
    }
    let date = date(count)
    guard self.text(date) == self.text(count) else {
      throw CastError(expected: "a time that a Date has exactly", found: "a time with more digits")
    }
    return date
  }

  // MARK: - Microseconds since 2001

  private static let start: Int64 = 11_323 * 86_400

  private static func date(_ count: Int64) -> Date {
    if count.magnitude <= UInt64(1) << 53 { return Date(timeIntervalSinceReferenceDate: Double(count) / 1e6) }
    // Double has not all greater numbers, but all whole seconds.
    let (seconds, fraction) = floored(count, 1_000_000)
    return Date(timeIntervalSinceReferenceDate: Double(seconds) + Double(fraction) / 1e6)
  }

  /// Returns the number of microseconds that is nearest to a date and has some digits of a second; nil if there is
  /// none.
  private static func count(_ date: Date, digits: Int = 6) -> Int64? {
    let seconds = date.timeIntervalSinceReferenceDate
    guard abs(seconds) < 1e12 else { return nil }
    let whole = seconds.rounded(.down)
    let unit = (max(0, min(digits, 6))..<6).reduce(1 as Int64) { unit, _ in unit * 10 }
    let fraction = ((seconds - whole) * Double(1_000_000 / unit)).rounded()
    return Int64(whole) * 1_000_000 + Int64(fraction) * unit
  }

  private static func text(_ count: Int64) -> String? {
    let (seconds, fraction) = floored(count, 1_000_000)
    let (days, second) = floored(seconds + start, 86_400)
    let day = CivilDay(daysSince1970: Int(truncatingIfNeeded: days))
    guard (1...9999).contains(day.year) else { return nil }
    let date = "\(padded(day.year, 4))-\(padded(day.month, 2))-\(padded(day.day, 2))"
    let time = "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    return "\(date) \(time).\(padded(fraction, 6))+00"
  }

  private static func floored(_ number: Int64, _ divisor: Int64) -> (quotient: Int64, remainder: Int64) {
    let (quotient, remainder) = number.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
  }

  private static func padded(_ number: some BinaryInteger, _ length: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, length - digits.count)) + digits
  }

  /// Reads `2026-11-25 23:45:00.5+00`, also without a zone; nil for anything else.
  private static func microseconds(_ text: String) -> Int64? {
    let parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return nil }
    let sign = parts[1].firstIndex { $0 == "+" || $0 == "-" } ?? parts[1].endIndex
    let day = parts[0].split(separator: "-", omittingEmptySubsequences: false).map { number($0) }
    let clock = parts[1][..<sign].split(separator: ".", omittingEmptySubsequences: false)
    guard day.count == 3, let year = day[0], let month = day[1], let dayOfMonth = day[2],
      let civil = CivilDay(year: year, month: month, day: dayOfMonth), (1...2).contains(clock.count),
      let second = seconds(clock[0]), let zone = sign == parts[1].endIndex ? 0 : seconds(parts[1][sign...].dropFirst()),
      let fraction = clock.count == 1 ? 0 : fraction(clock[1])
    else { return nil }
    let offset = parts[1][sign...].first == "-" ? -zone : zone
    return (Int64(civil.daysSince1970) * 86_400 - start + Int64(second - offset)) * 1_000_000 + Int64(fraction)
  }

  /// Reads hours, minutes and seconds, of which the last ones may be missing.
  private static func seconds(_ text: Substring) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { number($0) }
    guard (1...3).contains(parts.count), !parts.contains(nil) else { return nil }
    return zip(parts, [3600, 60, 1]).reduce(0) { $0 + ($1.0 ?? 0) * $1.1 }
  }

  private static func fraction(_ digits: Substring) -> Int? {
    !(1...6).contains(digits.count) ? nil : number(digits + String(repeating: "0", count: 6 - digits.count))
  }

  private static func number(_ digits: some StringProtocol) -> Int? {
    guard (1...6).contains(digits.utf8.count), digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(digits)
  }
}
