import Foundation
import Testing

@testable import MotionModelValues

@Suite struct DateFormatTests {
  /// 2012-09-15T00:00:00Z in seconds since 1970.
  static let day: TimeInterval = 1_347_667_200

  static func seconds(_ text: String) throws -> TimeInterval {
    try DateFormat.date(from: text).timeIntervalSince1970
  }

  static func refusal(_ text: String) -> DateFormat.Failure? {
    if case .failure(let failure) = DateFormat.read(text) { failure } else { nil }
  }

  @Test(arguments: [
    "2012-09-15", "20120915", "2012/09/15", "2012.09.15", "2012-9-15", " 2012-09-15\n", "15 Sep 2012",
    "15 September 2012", "15 sept 2012", "15-SEP-2012", "Sep 15, 2012", "September 15, 2012", "Sep 15 2012",
    "Sat, 15 Sep 2012", "Saturday 15 September 2012", "Saturday, September 15, 2012", "2012-09-15T00:00",
    "2012-09-15 00:00:00Z",
    "2012-09-14T24:00", "2012-09-14T24:00:00.000Z", "20120914T240000Z", "2012-09-15 12:00 AM", "2012-09-15T02:00+02:00",
  ]) func `a day is read as its start in UTC, in each spelling`(text: String) throws {
    #expect(try Self.seconds(text) == Self.day)
  }

  @Test(arguments: [
    "2012-09-15T10:20:30Z", "2012-09-15T10:20:30", "2012-09-15t10:20:30z", "2012-09-15 10:20:30",
    "2012-09-15T10:20:30.000Z",
    "2012-09-15T12:20:30+02:00", "2012-09-15T12:20:30+0200", "2012-09-15T12:20:30+02", "2012-09-15 12:20:30 +0200",
    "2012-09-15T04:50:30-05:30", "2012-09-14T23:20:30-11:00", "2012-09-15T10:20:30-00:00", "20120915T102030Z",
    "20120915T122030+0200",
    "Sat, 15 Sep 2012 10:20:30 GMT", "15 Sep 2012 10:20:30 UTC", "Sep 15, 2012 10:20:30 AM", "Sep 15, 2012, 10:20:30am",
    "September 15, 2012 at 10:20:30 AM", "2012/09/15 10:20:30", "15 Sep 2012 11:20:30 +0100",
    "2012-09-15   10:20:30   Z",
  ]) func `a time is read in its zone, or in UTC`(text: String) throws {
    #expect(try Self.seconds(text) == Self.day + 37_230)
  }

  @Test(arguments: [
    ("12:00 AM", 0), ("12:30 am", 1800), ("1:00 AM", 3600), ("12:00 PM", 43_200), ("9:00 PM", 75_600),
    ("9:00:01pm", 75_601),
  ]) func `times with AM and PM are read`(clock: String, seconds: TimeInterval) throws {
    #expect(try Self.seconds("2012-09-15 \(clock)") == Self.day + seconds)
  }

  @Test(arguments: [
    ("2001-01-01T00:00:00.5Z", 0.5), ("2001-01-01T00:00:00,25Z", 0.25),
    ("2001-01-01T00:00:00.1234567890123456789Z", 0.12345678901234568),
    ("2000-12-31T23:59:59.9Z", -0.1), ("2000-12-31T23:59:59.99999999999999999Z", -1e-17),
    ("2001-01-01T00:00:01.000000000Z", 1),
    ("2000-12-31T23:59:58.75Z", -1.25), ("2001-01-01T00:00:00.000000001Z", 1e-9),
  ]) func `a fraction of any length becomes the nearest date`(text: String, interval: TimeInterval) throws {
    #expect(try DateFormat.date(from: text).timeIntervalSinceReferenceDate == interval)
  }

  @Test(arguments: [
    "", " ", "\n\t",
  ]) func `a blank string is not a date`(text: String) {
    #expect(Self.refusal(text) == .blank)
  }

  @Test(arguments: [
    "9/15/2012", "15/9/2012", "12-11-13", "11.23.2013", "15.09.2012", "1/2/03", "12-11-13 @ 9:00 PM",
  ]) func `a date with ambiguous day and month is refused`(text: String) {
    #expect(Self.refusal(text) == .ambiguous)
  }

  @Test(arguments: [
    "2012-02-30", "2011-02-29", "1900-02-29", "2012-13-01", "2012-00-10", "2012-04-31", "0000-01-01", "2012-01-00",
    "20120230", "30 Feb 2012",
  ]) func `a day that is not in the calendar is refused`(text: String) {
    #expect(Self.refusal(text) == .noSuchDay)
  }

  @Test(arguments: [
    "2012-09-15T24:01", "2012-09-15T24:00:00.1", "2012-09-15T25:00", "2012-09-15T10:60", "2012-09-15T10:20:61",
    "2012-09-15 13:00 PM",
    "2012-09-15 0:30 AM",
  ]) func `a time that is not on the clock is refused`(text: String) {
    #expect(Self.refusal(text) == .noSuchTime)
  }

  @Test func `a leap second is refused`() {
    #expect(Self.refusal("2012-06-30T23:59:60Z") == .leapSecond)
  }

  @Test func `a wrong weekday is refused`() {
    #expect(Self.refusal("Sun, 15 Sep 2012") == .wrongWeekday)
  }

  @Test(arguments: [
    "2012-09-15T10:20 PST", "2012-09-15T10:20 CEST", "2012-09-15T10:20+24:00", "2012-09-15T10:20+02:60",
    "2012-09-15T10:20+2",
    "2012-09-15T10:20+02:0", "2012-09-15T10:20:30Zx",
  ]) func `an unknown time zone is refused`(text: String) {
    #expect(Self.refusal(text) == .noSuchZone)
  }

  @Test(arguments: [
    "tomorrow", "today", "2012", "2012-09", "2012-259", "2012-W37-6", "12012-09-15", "+2012-09-15", "-2012-09-15",
    "2012-09-15T", "2012-09-15T10",
    "2012-09-15T10:2", "2012-09-15T10:20:3", "2012-09-15T10:20:30.", "2012-09-15T10:20:30.Z", "2012-09-15Z",
    "2012-09-15x", "2012-09/15",
    "1/2", "2012-09-15T10:20:30Z Z", "15 Sep 12", "15 Sep 20120", "Sep 15", "15 Sux 2012", "٢٠١٢-٠٩-١٥",
    "2012-09-15T10:20\u{0}",
    "2012–09–15", "😀", "\u{0}", "5", "1.5", "1347667200", "2001-01-01T00:00:00Z + ", "2001-01-01T00:00:00Z + x s",
    "2001-01-01T00:00:00Z + 0x1 s",
    "Sat", "Sat,", "Sat, Sun",
    "15-Sep 2012", "15Sep2012", "2012-09-15at 10:20", "NaN",
  ]) func `other strings are refused`(text: String) {
    #expect(Self.refusal(text) == .unreadable)
  }

  @Test func `an error names what is expected, but not the value`() {
    #expect(
      Date.refusal("9/15/2012") == """
        expected a date such as 2012-09-15, 2012-09-15T10:20:30Z or 15 Sep 2012, found a string that does not tell the \
        day from the month (write the year first, or the month's name)
        """)
  }
}

@Suite struct DateTextWritingTests {
  static func text(_ interval: TimeInterval) -> String {
    DateFormat.text(from: Date(timeIntervalSinceReferenceDate: interval))
  }

  /// Returns the bits of the date after writing and reading it; a zero has no sign.
  static func bitsAfterRoundTrip(_ interval: TimeInterval) throws -> UInt64 {
    try DateFormat.date(from: text(interval)).timeIntervalSinceReferenceDate.bitPattern
  }

  @Test(
    arguments: [
      (0, "2001-01-01T00:00:00Z"), (-0.0, "2001-01-01T00:00:00Z + -0.0 s"), (369_397_230, "2012-09-15T10:20:30Z"),
      (0.5, "2001-01-01T00:00:00.5Z"),
      (-0.25, "2000-12-31T23:59:59.75Z"), (-1, "2000-12-31T23:59:59Z"), (1e-7, "2001-01-01T00:00:00.0000001Z"),
      (-1e-7, "2000-12-31T23:59:59.9999999Z"), (369_397_230.123, "2012-09-15T10:20:30.123Z"),
      (-63_113_904_000, "0001-01-01T00:00:00Z"),
      (252_423_993_599, "9999-12-31T23:59:59Z"), (-978_307_200, "1970-01-01T00:00:00Z"),
      (252_423_993_600, "2001-01-01T00:00:00Z + 252423993600.0 s"),
      (-63_113_904_001, "2001-01-01T00:00:00Z + -63113904001.0 s"),
      (.infinity, "2001-01-01T00:00:00Z + inf s"), (1e300, "2001-01-01T00:00:00Z + 1e+300 s"),
      (.nan, "2001-01-01T00:00:00Z + nan s"),
    ] as [(TimeInterval, String)]) func `a date is written as its shortest string`(interval: TimeInterval, text: String)
  {
    #expect(Self.text(interval) == text)
  }

  @Test(arguments: castingSeeds) func `a written date is read with the same bits`(seed: UInt64) throws {
    var generator = CastingGenerator(seed: seed)
    for _ in 0..<4000 {
      let scale = pow(10, Double.random(in: -20...11.3, using: &generator))
      let interval = Double.random(in: -1...1, using: &generator) * scale
      #expect(try Self.bitsAfterRoundTrip(interval) == interval.bitPattern, "seed \(seed)")
      let bits = Double(bitPattern: generator.next())
      guard !bits.isNaN else { continue }
      #expect(try Self.bitsAfterRoundTrip(bits) == bits.bitPattern, "seed \(seed)")
    }
  }

  @Test(
    arguments: [
      (252_423_993_600 as Double).nextDown, (-63_113_904_000 as Double).nextUp, (-63_113_904_000 as Double).nextDown,
      (0 as Double).nextUp, (0 as Double).nextDown, (1 as Double).nextDown, (-1 as Double).nextUp,
      (-1 as Double).nextDown, 1e-300, -1e-300, .greatestFiniteMagnitude, .infinity, -.infinity, 978_307_200.1,
      -978_307_200.1,
    ] as [TimeInterval]) func `a date at an edge is read with the same bits`(interval: TimeInterval) throws
  {
    #expect(try Self.bitsAfterRoundTrip(interval) == interval.bitPattern)
  }

  @Test(arguments: castingSeeds) func `no shorter fraction is read as the same date`(seed: UInt64) throws {
    var generator = CastingGenerator(seed: seed)
    for _ in 0..<500 {
      let interval = Double.random(in: -1e9...1e9, using: &generator)
      let text = Self.text(interval)
      guard let point = text.firstIndex(of: ".") else { continue }
      let digits = text[text.index(after: point)...].dropLast().count
      for shorter in 1..<digits {
        let rounded = String(format: "%.\(shorter)f", interval)
        #expect(Double(rounded) != interval, "seed \(seed), \(text)")
      }
    }
  }

  @Test func `a date whose interval is NaN is read as NaN`() throws {
    #expect(try DateFormat.date(from: Self.text(.nan)).timeIntervalSinceReferenceDate.isNaN)
  }

  @Test(arguments: castingSeeds) func `Foundation writes and reads the same strings`(seed: UInt64) throws {
    let formatter = ISO8601DateFormatter()
    var generator = CastingGenerator(seed: seed)
    for _ in 0..<2000 {
      // Foundation's calendar is Julian before 1582-10-15.
      let date = Date(
        timeIntervalSince1970: Double(Int.random(in: -12_219_292_800..<253_402_300_800, using: &generator)))
      let text = formatter.string(from: date)
      #expect(DateFormat.text(from: date) == text, "seed \(seed)")
      #expect(try DateFormat.date(from: text) == date, "seed \(seed)")
    }
  }

  @Test func `the days from the year 1 to 9999 are consecutive`() {
    var expected = CivilDay(daysSince1970: -719_162)
    #expect(expected == CivilDay(year: 1, month: 1, day: 1))
    var mismatches = 0
    for number in -719_162...2_932_896 {
      let day = CivilDay(daysSince1970: number)
      if day != expected || day.daysSince1970 != number { mismatches += 1 }
      expected =
        CivilDay(year: day.year, month: day.month, day: day.day + 1)
        ?? CivilDay(year: day.year, month: day.month + 1, day: 1) ?? CivilDay(year: day.year + 1, month: 1, day: 1)
        ?? expected
    }
    #expect(mismatches == 0)
    #expect(CivilDay(daysSince1970: 2_932_896) == CivilDay(year: 9999, month: 12, day: 31))
  }
}
