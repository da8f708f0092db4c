import Foundation
import MotionModelSQL
import MotionModelTestSupport
import MotionModelValues
import Testing

/// Dates as PostgreSQL writes them.
@Suite struct SQLTimestampTests {
  private func text(_ seconds: Double) -> String? { SQLTimestamp.text(Date(timeIntervalSinceReferenceDate: seconds)) }

  @Test func `whole microseconds come back, in all years of four digits`() throws {
    var random = TestSeed.generator(0)
    for range in [8_000_000_000.0, 1e6, 1] {
      for _ in 0..<500 {
        let seconds = (Double.random(in: -range...range, using: &random) * 1e6).rounded() / 1e6
        let written = try #require(text(seconds), "\(seconds), seed \(TestSeed.current)")
        #expect(try SQLTimestamp.date(written).timeIntervalSinceReferenceDate == seconds, "\(written)")
      }
    }
    #expect(text(-63_113_904_000) == "0001-01-01 00:00:00.000000+00" && text(-63_113_904_001) == nil)
    #expect(text(252_423_993_599) == "9999-12-31 23:59:59.000000+00" && text(252_423_993_600) == nil)
  }

  @Test func `a part of a microsecond is rounded, and what has no year of four digits has no text`() {
    #expect(text(1.0 / 3) == "2001-01-01 00:00:00.333333+00" && text(.nan) == nil && text(1e300) == nil)
    #expect(
      text(-0.000_000_6) == "2000-12-31 23:59:59.999999+00" && text(0.999_999_6)?.contains("00:00:01.000000") == true)
    #expect(text(.infinity) == "infinity" && text(-.infinity) == "-infinity")
  }

  @Test func `a date that was rounded stays when it is rounded again, or written and read`() throws {
    var random = TestSeed.generator(1)
    for range in [250_000_000_000.0, 8_000_000_000, 1e9, 1] {
      for digits in 0...6 {
        for _ in 0..<100 {
          let date = Date(timeIntervalSinceReferenceDate: .random(in: -min(range, 6e10)...range, using: &random))
          let rounded = SQLTimestamp.rounded(date, digits: digits)
          let unit = (0..<digits).reduce(1.0) { unit, _ in unit / 10 }
          let note = "\(date.timeIntervalSinceReferenceDate), \(digits) digits, seed \(TestSeed.current)"
          #expect(abs(rounded.timeIntervalSince(date)) <= unit / 2 + date.timeIntervalSinceReferenceDate.ulp, "\(note)")
          #expect(SQLTimestamp.rounded(rounded, digits: digits) == rounded, "\(note)")
          #expect(try SQLTimestamp.date(#require(SQLTimestamp.text(rounded))) == rounded, "\(note)")
        }
      }
    }
    for date in [Date.distantPast, Date(timeIntervalSinceReferenceDate: .infinity)] {
      #expect(SQLTimestamp.rounded(date, digits: 6) == date)
    }
  }

  @Test func `a date is between two microseconds, or it is one`() {
    func neighbor(_ seconds: Double) -> String {
      let (text, comparison) = SQLTimestamp.neighbor(of: Date(timeIntervalSinceReferenceDate: seconds))
      return "\(text.suffix(12)) \(comparison.rawValue)"
    }
    #expect(neighbor(0.5) == "00.500000+00 0" && neighbor(0.500_000_2) == "00.500000+00 -1")
    #expect(neighbor(0.499_999_8) == "00.500000+00 1" && neighbor(-1e300) == "-infinity -1")
    #expect(neighbor(1e300) == "infinity 1" && neighbor(.infinity) == "infinity 0")
  }

  @Test(arguments: [
    ("2001-01-01 00:00:00+00", 0), ("2001-01-01 05:30:00.5+05:30", 0.5), ("2000-12-31 19:00:00-05", 0),
    ("2001-01-01 00:19:32+00:19:32", 0), ("2001-01-01 00:00:00.25", 0.25), ("infinity", .infinity),
    ("-infinity", -.infinity),
  ])
  func `times of any zone are read`(text: String, seconds: Double) throws {
    #expect(try SQLTimestamp.date(text).timeIntervalSinceReferenceDate == seconds)
  }

  @Test(arguments: [
    "", " ", "2001-01-01", "2001-01-01 00:00:00.", "2001-02-30 00:00:00+00", "0044-03-15 00:00:00+00 BC", "now",
    "12001-01-01 00:00:00+00", "2001-01-01 00:00:00.0000001+00", "2001-01-01 00:00:00.+00", "2001-01-01 0x:00:00+00",
    "2001-01-01 00:00:00.5.5+00", "1\u{0}-01-01 00:00:00+00", "2001-01-01 00:00:00+", "2001-01-01 +00",
    // Of two such microseconds, one date stands for both.
    "9999-01-01 00:00:00.000001+00",
  ])
  func `other texts are refused`(text: String) {
    #expect(throws: CastError.self) { try SQLTimestamp.date(text) }
  }
}
