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

  @Test func `what is not a whole number of microseconds has no text`() {
    #expect(text(0.000_000_4) == nil && text(1.0 / 3) == nil && text(.nan) == nil && text(1e300) == nil)
    #expect(text(.infinity) == "infinity" && text(-.infinity) == "-infinity")
  }

  @Test(arguments: [
    ("2001-01-01 00:00:00+00", 0), ("2001-01-01 05:30:00.5+05:30", 0.5), ("2000-12-31 19:00:00-05", 0),
    ("2001-01-01 00:19:32+00:19:32", 0), ("infinity", .infinity), ("-infinity", -.infinity),
  ])
  func `times of any zone are read`(text: String, seconds: Double) throws {
    #expect(try SQLTimestamp.date(text).timeIntervalSinceReferenceDate == seconds)
  }

  @Test(arguments: [
    "", " ", "2001-01-01", "2001-01-01 00:00:00", "2001-02-30 00:00:00+00", "0044-03-15 00:00:00+00 BC", "now",
    "12001-01-01 00:00:00+00", "2001-01-01 00:00:00.0000001+00", "2001-01-01 00:00:00.+00", "2001-01-01 0x:00:00+00",
    "2001-01-01 00:00:00.5.5+00", "1\u{0}-01-01 00:00:00+00", "2001-01-01 00:00:00+", "2001-01-01 +00",
    // Of two such microseconds, one date stands for both.
    "9999-01-01 00:00:00.000001+00",
  ])
  func `other texts are refused`(text: String) {
    #expect(throws: CastError.self) { try SQLTimestamp.date(text) }
  }
}
