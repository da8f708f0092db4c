package import Foundation
import MotionModelValues

extension FormLocale {
  // MARK: - Writing

  /// Writes the day of a date, `15.09.2012`.
  package func dayText(_ date: Date) -> String {
    guard let moment = LocalDateTime(date, in: timeZone) else { return Self.storeText(date) }
    let day = Self.padded(moment.day.day, 2)
    let (month, year) = (Self.padded(moment.day.month, 2), Self.padded(moment.day.year, 4))
    let parts =
      switch dateOrder {
      case .yearMonthDay: [year, month, day]
      case .dayMonthYear: [day, month, year]
      case .monthDayYear: [month, day, year]
      }
    return parts.joined(separator: dateSign)
  }

  /// Writes the time of a date, `10:20`, or `10:20:30` if it has seconds.
  package func timeText(_ date: Date) -> String {
    guard let moment = LocalDateTime(date, in: timeZone) else { return Self.storeText(date) }
    let (hour, minute, second) = (moment.second / 3600, moment.second / 60 % 60, moment.second % 60)
    let text = Self.padded(hour, 2) + ":" + Self.padded(minute, 2)
    return second == 0 ? text : text + ":" + Self.padded(second, 2)
  }

  /// Writes the day and the time of a date, `15.09.2012 10:20`.
  package func text(_ date: Date) -> String {
    LocalDateTime(date, in: timeZone) == nil ? Self.storeText(date) : dayText(date) + " " + timeText(date)
  }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  /// Writes a date as the store casts it to a string, for years that no calendar shows.
  private static func storeText(_ date: Date) -> String { AttributeValue.date(date).inputText }

  // MARK: - Reading

  /// Reads a day: the beginning of that day in the time zone. Nil if the text is not one.
  ///
  /// Besides the locale's order, it reads days year first, and names of months as the store's casts do.
  package func day(from text: String) -> Date? {
    var reader = DateTextReader(text, dateOrder)
    if let day = reader.takeDay(), reader.isAtEnd { return LocalDateTime(day: day, second: 0).date(in: timeZone) }
    return storeDate(from: text)
  }

  /// Reads a time of the day as seconds since midnight; nil if the text is not one.
  package func secondOfDay(from text: String) -> Int? {
    var reader = DateTextReader(text, dateOrder)
    guard let second = reader.takeTime(), reader.isAtEnd else { return nil }
    return second
  }

  /// Reads a day and a time; without a time, the beginning of the day. Nil if the text is neither.
  package func date(from text: String) -> Date? {
    var reader = DateTextReader(text, dateOrder)
    if let day = reader.takeDay() {
      reader.takeSeparatorBeforeTime()
      let second = reader.isAtEnd ? 0 : reader.takeTime()
      if let second, reader.isAtEnd { return LocalDateTime(day: day, second: second).date(in: timeZone) }
    }
    return storeDate(from: text)
  }

  /// Returns a date with the day of another and a time of its own.
  func date(_ date: Date?, withSecondOfDay second: Int) -> Date {
    let day = date.flatMap { LocalDateTime($0, in: timeZone) }?.day ?? CivilDay(daysSince1970: 0)
    return LocalDateTime(day: day, second: second).date(in: timeZone)
  }

  /// Reads a date as the store casts it. A text without a time zone is in that of the locale.
  private func storeDate(from text: String) -> Date? {
    guard let date = try? Date(attribute: .string(text)) else { return nil }
    if timeZone == .gmt || Self.namesZone(text) { return date }
    return LocalDateTime(date, in: .gmt)?.date(in: timeZone) ?? date
  }

  /// Whether a date that the store reads ends with a time zone.
  private static func namesZone(_ text: String) -> Bool {
    let text = text.uppercased()
    if text.contains("GMT") || text.contains("UTC") { return true }
    guard let colon = text.firstIndex(of: ":") else { return text.hasPrefix("2001-01-01T00:00:00Z + ") }
    return text[colon...].contains { $0 == "Z" || $0 == "+" || $0 == "-" }
  }
}

/// A day of the calendar and a second of it.
struct LocalDateTime {
  let day: CivilDay
  let second: Int
  /// The fraction of a second, which no form shows.
  private var fraction = 0.0

  init(day: CivilDay, second: Int) { (self.day, self.second) = (day, second) }

  /// Creates the moment of a date in a time zone; nil outside the years 1 to 9999.
  init?(_ date: Date, in timeZone: TimeZone) {
    let seconds = date.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: date))
    guard seconds >= -62_135_596_800, seconds < 253_402_300_800 else { return nil }
    let whole = seconds.rounded(.down)
    let days = (whole / 86_400).rounded(.down)
    (day, second) = (CivilDay(daysSince1970: Int(days)), Int(whole - days * 86_400))
    fraction = seconds - whole
  }

  /// The date in a time zone. Of a time that the clock skips, it is the same number of seconds later.
  func date(in timeZone: TimeZone) -> Date {
    let local = Double(day.daysSince1970) * 86_400 + Double(second) + fraction
    let guess = Date(timeIntervalSince1970: local - Double(timeZone.secondsFromGMT()))
    let offset = timeZone.secondsFromGMT(for: guess)
    let date = Date(timeIntervalSince1970: local - Double(offset))
    let corrected = timeZone.secondsFromGMT(for: date)
    return corrected == offset ? date : Date(timeIntervalSince1970: local - Double(corrected))
  }
}

/// Reads days and times from what a person typed.
private struct DateTextReader {
  private var rest: ArraySlice<UInt8>
  private let order: FormLocale.DateOrder

  init(_ text: String, _ order: FormLocale.DateOrder) {
    let bytes = Array(text.utf8)
    let start = bytes.firstIndex { !Self.isSpace($0) } ?? bytes.endIndex
    let end = bytes.lastIndex { !Self.isSpace($0) }.map { $0 + 1 } ?? start
    (rest, self.order) = (bytes[start..<end], order)
  }

  var isAtEnd: Bool { rest.isEmpty }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

  /// Takes three numbers with signs between them; nil if they are not a day of the calendar.
  mutating func takeDay() -> CivilDay? {
    guard let first = takeNumber(), takeSigns(), let second = takeNumber(), takeSigns(), let third = takeNumber()
    else { return nil }
    if first.count == 4 { return day(first, second, third) }
    switch order {
    case .yearMonthDay: return nil
    case .dayMonthYear: return day(third, second, first)
    case .monthDayYear: return day(third, first, second)
    }
  }

  private typealias Number = (value: Int, count: Int)

  /// Returns a day; a year has four digits, because two could be of any century.
  private func day(_ year: Number, _ month: Number, _ day: Number) -> CivilDay? {
    guard year.count == 4, month.count <= 2, day.count <= 2 else { return nil }
    return CivilDay(year: year.value, month: month.value, day: day.value)
  }

  mutating func takeSeparatorBeforeTime() {
    while let next = rest.first, Self.isSpace(next) || next == UInt8(ascii: ",") || next == UInt8(ascii: "T") {
      rest.removeFirst()
    }
  }

  /// Takes `10:20`, `10.20` or `10:20:30`, and `AM` or `PM` after it.
  mutating func takeTime() -> Int? {
    guard var hour = takeNumber(), hour.count <= 2, takeClockSign(), let minute = takeNumber(), minute.count == 2 else {
      return nil
    }
    var second: Number = (0, 2)
    if takeClockSign() {
      guard let taken = takeNumber(), taken.count == 2 else { return nil }
      second = taken
    }
    if let isAfternoon = takeHalf() {
      guard (1...12).contains(hour.value) else { return nil }
      hour.value = hour.value % 12 + (isAfternoon ? 12 : 0)
    }
    guard hour.value < 24, minute.value < 60, second.value < 60 else { return nil }
    return hour.value * 3600 + minute.value * 60 + second.value
  }

  private mutating func takeClockSign() -> Bool {
    guard let next = rest.first, next == UInt8(ascii: ":") || next == UInt8(ascii: ".") else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func takeHalf() -> Bool? {
    let word = String(decoding: rest.drop(while: Self.isSpace), as: UTF8.self).lowercased()
    guard word == "am" || word == "pm" else { return nil }
    rest = []
    return word == "pm"
  }

  /// Takes one sign between numbers, with spaces around it, or spaces alone.
  private mutating func takeSigns() -> Bool {
    let before = rest.count
    takeSpaces()
    if let next = rest.first, next == UInt8(ascii: ".") || next == UInt8(ascii: "/") || next == UInt8(ascii: "-") {
      rest.removeFirst()
    }
    takeSpaces()
    return rest.count < before
  }

  private mutating func takeSpaces() {
    while let next = rest.first, Self.isSpace(next) { rest.removeFirst() }
  }

  private mutating func takeNumber() -> Number? {
    var number: Number = (0, 0)
    while let next = rest.first, (0x30...0x39).contains(next), number.count < 5 {
      number = (number.value * 10 + Int(next - 0x30), number.count + 1)
      rest.removeFirst()
    }
    return number.count == 0 ? nil : number
  }
}
