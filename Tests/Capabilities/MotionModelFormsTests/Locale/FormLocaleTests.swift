import Foundation
import MotionModel
import MotionModelForms
import MotionModelTestSupport
import MotionModelValues
import Testing

struct FormLocaleTests {
  private static let all: [FormLocale] = [.iso, .american, .british, .german, .french]

  @Test(
    arguments: [
      (FormLocale.iso, "1234.5", "1234.5"), (.iso, " -12 ", "-12"), (.iso, "1,234", nil), (.iso, "1.", "1."),
      (.iso, ".5", ".5"), (.iso, "1e3", "1e3"), (.iso, "\u{2212}3", "-3"), (.iso, "+3", "3"), (.iso, "NaN", "NaN"),
      (.american, "1,234,567.5", "1234567.5"), (.american, "1,23", nil), (.american, "12,34,567", "1234567"),
      (.american, ",123", nil), (.american, "1,234,", nil), (.american, "1,,234", nil),
      (.german, "1.234,5", "1234.5"), (.german, "1,5", "1.5"), (.german, "1.5", nil), (.german, "1.234", "1234"),
      (.french, "1 234,5", "1234.5"), (.french, "1\u{A0}234", "1234"), (.french, "1\u{202F}234", "1234"),
      (.german, "", nil), (.german, "-", nil), (.german, "12a", nil), (.german, "1,2,3", nil), (.iso, "1e", nil),
      (.iso, "٣", nil), (.iso, "--1", nil), (.iso, "1 2", nil),
    ] as [(FormLocale, String, String?)])
  func `a number is read as its people write it, and nothing is guessed`(
    locale: FormLocale, text: String, number: String?
  ) {
    #expect(locale.number(from: text) == number)
  }

  @Test(
    arguments: [
      (FormLocale.iso, "2012-09-15", "2012-09-15"), (.german, "15.09.2012", "2012-09-15"),
      (.german, "15. 9. 2012", "2012-09-15"), (.british, "15/9/2012", "2012-09-15"),
      (.american, "9/15/2012", "2012-09-15"),
      (.american, "2012-09-15", "2012-09-15"), (.german, "2012/9/15", "2012-09-15"),
      (.german, "15 Sep 2012", "2012-09-15"),
      (.iso, "15/09/2012", nil), (.american, "15/9/2012", nil), (.german, "15.9.12", nil), (.german, "31.2.2012", nil),
      (.german, "15.9.", nil), (.german, "15.9.20122", nil), (.german, "heute", nil), (.iso, "", nil),
      (.american, "3/4/2020", "2020-03-04"), (.british, "3/4/2020", "2020-04-03"),
    ] as [(FormLocale, String, String?)])
  func `a day is read in the order of its people, or year first`(locale: FormLocale, text: String, day: String?) {
    #expect(locale.day(from: text).map(FormLocale.iso.dayText) == day)
  }

  @Test(
    arguments: [
      ("10:20", 37_200), ("9.05", 32_700), ("10:20:30", 37_230), ("10:20 pm", 80_400), ("12:00 AM", 0), ("24:00", nil),
      ("13:00 pm", nil), ("10:60", nil), ("10", nil), ("1:2", nil), ("10:20:30:40", nil), ("", nil),
    ] as [(String, Int?)])
  func `a time of the day is read`(text: String, second: Int?) {
    #expect(FormLocale.iso.secondOfDay(from: text) == second)
  }

  @Test func `a day and a time are those of the time zone`() throws {
    let berlin = FormLocale.german.in(try #require(TimeZone(identifier: "Europe/Berlin")))
    let date = try Date(attribute: "2012-09-15T22:20:30Z")
    #expect(berlin.text(date) == "16.09.2012 00:20:30")
    #expect(berlin.date(from: "16.09.2012 00:20:30") == date)
    #expect(berlin.date(from: "16.9.2012, 0:20:30") == date)
    #expect(berlin.day(from: "16.09.2012") == (try Date(attribute: "2012-09-15T22:00:00Z")))
    #expect(berlin.day(from: "16 Sep 2012") == (try Date(attribute: "2012-09-15T22:00:00Z")))
    #expect(berlin.date(from: "2012-09-15T22:20:30Z") == date)
  }

  @Test func `what is written is read back, on both sides of a change of the clock`() throws {
    var random = TestSeed.generator(2)
    let zones = try ["GMT", "Europe/Berlin", "America/New_York", "Asia/Kolkata"].map {
      try #require(TimeZone(identifier: $0))
    }
    for _ in 0..<1000 {
      let locale = random.pick(Self.all).in(random.pick(zones))
      let date = Date(timeIntervalSince1970: Double(random.number(-2_000_000_000...4_000_000_000)))
      let text = locale.text(date)
      let read = try #require(locale.date(from: text), "\(text)")
      #expect(locale.text(read) == text)
      // An hour that comes twice has one spelling.
      #expect(read == date || abs(read.timeIntervalSince(date)) == 3600, "\(text) in \(locale)")
      let day = try #require(locale.day(from: locale.dayText(date)))
      #expect(locale.dayText(day) == locale.dayText(date))
    }
  }

  @Test func `numbers that are written are read back`() {
    var random = TestSeed.generator(3)
    for _ in 0..<500 {
      let number = String(Double(random.number(-1_000_000...1_000_000)) / Double(random.pick([1, 8, 1000, 1_000_000])))
      for locale in Self.all { #expect(locale.number(from: locale.text(fromNumber: number)) == number) }
    }
  }

  @Test func `a date that no calendar shows is written as the store writes it`() {
    let date = Date(timeIntervalSinceReferenceDate: 1e300)
    #expect(FormLocale.german.text(date) == "2001-01-01T00:00:00Z + 1e+300 s")
    #expect(FormLocale.german.date(from: FormLocale.german.text(date)) == date)
  }

  @Test func `a locale of Foundation's has its signs and order`() {
    let german = FormLocale(Locale(identifier: "de_DE"))
    #expect([german.decimalSign, german.groupingSign, german.dateSign] == [",", ".", "."])
    #expect(german.dateOrder == .dayMonthYear)
    #expect(german.language == "de-DE")
    #expect(FormLocale(Locale(identifier: "en_US")).dateOrder == .monthDayYear)
  }

  @Test func `a locale comes back from its JSON`() throws {
    let data = try JSONEncoder().encode(Self.all)
    #expect(try JSONDecoder().decode([FormLocale].self, from: data) == Self.all)
  }
}
