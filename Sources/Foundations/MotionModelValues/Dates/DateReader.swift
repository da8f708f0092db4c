import Foundation

/// Reads one date from the bytes of a string.
struct DateReader {
  typealias Failure = DateFormat.Failure

  var cursor: ByteCursor

  mutating func read() throws(Failure) -> Date {
    if cursor.isAtEnd { throw .blank }
    if cursor.take(DateFormat.referenceStart) { return try readReference() }
    let day = try readDay()
    let isTime = try takeSeparatorBeforeTime()
    var moment = ParsedDate(day: day)
    if isTime { try readTime(into: &moment) }
    guard cursor.isAtEnd else { throw .unreadable }
    return moment.date
  }

  /// Reads the seconds after ``DateFormat/referenceStart``, in exactly the form that ``DateFormat/text(from:)`` writes.
  private mutating func readReference() throws(Failure) -> Date {
    let text = cursor.rest
    guard text.utf8.count < 40, text.hasSuffix(DateFormat.referenceEnd.description) else { throw .unreadable }
    let number = text.dropLast(DateFormat.referenceEnd.utf8CodeUnitCount)
    guard let seconds = Double(number), seconds.description == number else { throw .unreadable }
    return Date(timeIntervalSinceReferenceDate: seconds)
  }
}

// MARK: - Days

extension DateReader {
  private mutating func readDay() throws(Failure) -> CivilDay {
    switch cursor.digitCount(limit: 9) {
    case 4: return try readYearFirst()
    case 8: return try readBasicDay()
    case 1, 2: return try readDayFirst(weekday: nil)
    case 0: return try readWordFirst()
    default: throw .unreadable
    }
  }

  /// Reads `2012-09-15`, `2012/09/15` or `2012.09.15`.
  private mutating func readYearFirst() throws(Failure) -> CivilDay {
    guard let year = cursor.takeNumber(digits: 4), let separator = cursor.byte,
      separator == UInt8(ascii: "-") || separator == UInt8(ascii: "/") || separator == UInt8(ascii: "."),
      cursor.take(separator), let month = takeOneOrTwoDigits(),
      cursor.take(separator), let day = takeOneOrTwoDigits()
    else { throw .unreadable }
    return try calendarDay(year, month, day)
  }

  /// Reads `20120915`.
  private mutating func readBasicDay() throws(Failure) -> CivilDay {
    guard let year = cursor.takeNumber(digits: 4), let month = cursor.takeNumber(digits: 2),
      let day = cursor.takeNumber(digits: 2)
    else { throw .unreadable }
    return try calendarDay(year, month, day)
  }

  /// Reads `15 Sep 2012` or `15-Sep-2012`.
  private mutating func readDayFirst(weekday: Int?) throws(Failure) -> CivilDay {
    guard let day = takeOneOrTwoDigits() else { throw .unreadable }
    let isHyphenated = cursor.byte == UInt8(ascii: "-")
    if startsMoreNumbers { throw .ambiguous }
    guard isHyphenated ? cursor.take(UInt8(ascii: "-")) : cursor.takeSpaces(), let month = takeMonth() else {
      throw .unreadable
    }
    guard isHyphenated ? cursor.take(UInt8(ascii: "-")) : cursor.takeSpaces(), let year = takeYear() else {
      throw .unreadable
    }
    return try calendarDay(year, month, day, weekday: weekday)
  }

  /// Reads `Sep 15, 2012`, or a weekday and then the date.
  private mutating func readWordFirst() throws(Failure) -> CivilDay {
    guard let word = cursor.takeWord() else { throw .unreadable }
    if let month = DateNames.month(word) { return try readMonthFirst(month, weekday: nil) }
    guard let weekday = DateNames.weekday(word) else { throw .unreadable }
    let hasComma = cursor.take(UInt8(ascii: ","))
    guard cursor.takeSpaces() || hasComma else { throw .unreadable }
    if cursor.byte?.digit != nil { return try readDayFirst(weekday: weekday) }
    guard let month = takeMonth() else { throw .unreadable }
    return try readMonthFirst(month, weekday: weekday)
  }

  private mutating func readMonthFirst(_ month: Int, weekday: Int?) throws(Failure) -> CivilDay {
    guard cursor.takeSpaces(), let day = takeOneOrTwoDigits() else { throw .unreadable }
    let hasComma = cursor.take(UInt8(ascii: ","))
    guard cursor.takeSpaces() || hasComma, let year = takeYear() else { throw .unreadable }
    return try calendarDay(year, month, day, weekday: weekday)
  }

  private func calendarDay(_ year: Int, _ month: Int, _ day: Int, weekday: Int? = nil) throws(Failure) -> CivilDay {
    guard let civil = CivilDay(year: year, month: month, day: day) else { throw .noSuchDay }
    if let weekday, weekday != civil.weekday { throw .wrongWeekday }
    return civil
  }

  /// Whether a separator and two more numbers come next, as `/9/2012`, so that day and month are ambiguous.
  private var startsMoreNumbers: Bool {
    var ahead = cursor
    guard let separator = ahead.byte, separator.separatesNumbers, ahead.take(separator) else { return false }
    guard ahead.takeNumber(digits: ahead.digitCount(limit: 2)) != nil, ahead.take(separator) else { return false }
    return ahead.byte?.digit != nil
  }

  private mutating func takeMonth() -> Int? {
    cursor.takeWord().flatMap(DateNames.month)
  }

  /// Takes a year of four digits; two digits could be of any century.
  private mutating func takeYear() -> Int? {
    cursor.digitCount(limit: 5) == 4 ? cursor.takeNumber(digits: 4) : nil
  }

  private mutating func takeOneOrTwoDigits() -> Int? {
    let count = cursor.digitCount(limit: 3)
    return count <= 2 ? cursor.takeNumber(digits: count) : nil
  }
}

// MARK: - Times

extension DateReader {
  /// Takes the separator between a day and a time, and returns whether a time follows.
  private mutating func takeSeparatorBeforeTime() throws(Failure) -> Bool {
    if cursor.isAtEnd { return false }
    if cursor.take(UInt8(ascii: "T")) || cursor.take(UInt8(ascii: "t")) { return true }
    let hasComma = cursor.take(UInt8(ascii: ","))
    guard cursor.takeSpaces() || hasComma else { throw .unreadable }
    if cursor.take("at") {
      guard cursor.takeSpaces() else { throw .unreadable }
    }
    return true
  }

  private mutating func readTime(into moment: inout ParsedDate) throws(Failure) {
    try readClock(into: &moment)
    cursor.takeSpaces()
    if !cursor.isAtEnd { try readZone(into: &moment) }
  }

  /// Reads `10:20`, `10:20:30`, `10:20:30.5`, `1020` or `102030`, and `AM` or `PM` after it.
  private mutating func readClock(into moment: inout ParsedDate) throws(Failure) {
    let digits = cursor.digitCount(limit: 7)
    let isBasic = digits == 4 || digits == 6
    guard isBasic || digits == 1 || digits == 2, let hour = cursor.takeNumber(digits: isBasic ? 2 : digits),
      isBasic || cursor.take(UInt8(ascii: ":")), let minute = cursor.takeNumber(digits: 2)
    else { throw .unreadable }
    (moment.hour, moment.minute) = (hour, minute)
    if isBasic ? digits == 6 : cursor.take(UInt8(ascii: ":")) { try readSecond(into: &moment) }
    try readHalfOfDay(into: &moment)
    try moment.checkClock()
  }

  private mutating func readSecond(into moment: inout ParsedDate) throws(Failure) {
    guard let second = cursor.takeNumber(digits: 2) else { throw .unreadable }
    moment.second = second
    guard cursor.take(UInt8(ascii: ".")) || cursor.take(UInt8(ascii: ",")) else { return }
    guard let fraction = SecondFraction(takenFrom: &cursor) else { throw .unreadable }
    moment.fraction = fraction
  }

  private mutating func readHalfOfDay(into moment: inout ParsedDate) throws(Failure) {
    var ahead = cursor
    ahead.takeSpaces()
    guard let word = ahead.takeWord(), word == "am" || word == "pm" else { return }
    guard (1...12).contains(moment.hour) else { throw .noSuchTime }
    cursor = ahead
    moment.hour = moment.hour % 12 + (word == "pm" ? 12 : 0)
  }

  /// Reads `Z`, `GMT`, `UTC`, `+02:00`, `+0200` or `+02`.
  private mutating func readZone(into moment: inout ParsedDate) throws(Failure) {
    if let word = cursor.takeWord() {
      guard word == "z" || word == "gmt" || word == "utc" else { throw .noSuchZone }
      return
    }
    let isWest = cursor.take(UInt8(ascii: "-"))
    guard isWest || cursor.take(UInt8(ascii: "+")) else { throw .unreadable }
    guard let hours = cursor.takeNumber(digits: 2) else { throw .noSuchZone }
    let hasColon = cursor.take(UInt8(ascii: ":"))
    var minutes = 0
    if hasColon || cursor.byte?.digit != nil {
      guard let taken = cursor.takeNumber(digits: 2) else { throw .noSuchZone }
      minutes = taken
    }
    guard hours < 24, minutes < 60 else { throw .noSuchZone }
    moment.offset = (hours * 60 + minutes) * (isWest ? -60 : 60)
  }
}

extension UInt8 {
  /// Whether this byte separates the numbers of a date.
  fileprivate var separatesNumbers: Bool {
    self == UInt8(ascii: "/") || self == UInt8(ascii: ".") || self == UInt8(ascii: "-")
  }
}
