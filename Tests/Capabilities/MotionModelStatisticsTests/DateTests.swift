import Foundation
import MotionModel
import MotionModelStatistics
import MotionModelTestSupport
import Testing

@Suite(.ownStore)
struct DateTests {
  private func calendar(_ zone: String) throws -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    return calendar
  }

  private func date(_ text: String) throws -> Date { try Date(attribute: .string(text)) }

  @Test func `days without a date are gaps, and zero when the days are filled up`() throws {
    for text in ["2026-03-02T10:00:00Z", "2026-02-27T23:30:00Z", "2026-02-27T01:00:00Z", "2026-03-03T00:00:00Z"] {
      let date = try date(text)
      try Sale.create { $0.soldAt = date }
    }
    try Sale.create { $0.soldAt = nil }
    let counts = Sale.records.dateCounts(\.soldAt, by: .day, in: try calendar("UTC"))
    #expect(counts.counts.map(\.count) == [2, 1, 1] && counts.ignored == 0)
    #expect(
      counts.gaps == [
        DateInterval(start: try date("2026-02-28T00:00:00Z"), end: try date("2026-03-02T00:00:00Z"))
      ])
    #expect(try counts.filled().map(\.count) == [2, 0, 0, 1, 1])
    let berlin = Sale.records.dateCounts(\.soldAt, by: .day, in: try calendar("Europe/Berlin"))
    #expect(try berlin.filled().map(\.count) == [1, 1, 0, 1, 1])
  }

  @Test func `days are as long as summer time makes them`() throws {
    let calendar = try calendar("Europe/Berlin")
    let dates = try ["2026-03-28T12:00:00Z", "2026-03-30T12:00:00Z"].map(date)
    let all = try DateCounts(dates, by: .day, in: calendar).filled()
    #expect(all.map { $0.end.timeIntervalSince($0.start) / 3600 } == [24, 23, 24] && all.map(\.count) == [1, 0, 1])
  }

  @Test func `weeks do not overlap where a time zone has left out a day`() throws {
    var calendar = try calendar("Pacific/Apia")
    calendar.firstWeekday = 1
    // The 30th of December 2011 did not exist there, so the week had six days.
    let dates = try ["2011-12-26T12:00:00Z", "2011-12-31T11:00:00Z", "2012-01-01T11:00:00Z"].map(date)
    let weeks = DateCounts(dates, by: .week, in: calendar)
    let bounds = try ["2011-12-25T10:00:00Z", "2011-12-31T10:00:00Z", "2012-01-07T10:00:00Z"].map(date)
    #expect(
      weeks.counts == [
        DateCounts.Count(start: bounds[0], end: bounds[1], count: 1),
        DateCounts.Count(start: bounds[1], end: bounds[2], count: 2),
      ])
    #expect(weeks.gaps.isEmpty)
    #expect(try weeks.filled() == weeks.counts)
    let alone = dates.flatMap { DateCounts([$0], by: .week, in: calendar).counts.map(\.start) }
    #expect(alone == [bounds[0], bounds[1], bounds[1]])
  }

  @Test func `a wrong date makes no endless list`() throws {
    let dates = [try date("0101-01-01T00:00:00Z"), try date("2026-01-01T00:00:00Z")]
    let counts = DateCounts(dates, by: .day, in: try calendar("UTC"))
    #expect(counts.gaps.count == 1)
    #expect(throws: StatisticsError.tooManySteps(limit: 1000)) { try counts.filled(atMost: 1000) }
    #expect(
      StatisticsError.tooManySteps(limit: 7).localizedDescription
        == "The dates cannot be filled up: there are more than 7 steps between the first and the last one.")
    #expect(throws: StatisticsError.self) { try counts.filled(atMost: 1) }
  }

  @Test func `dates that no calendar knows are ignored`() throws {
    for seconds in [Double.nan, .infinity, -.infinity, 1e18, -1e18, 0] {
      try Sale.create { $0.soldAt = Date(timeIntervalSinceReferenceDate: seconds) }
    }
    let counts = Sale.records.dateCounts(\.soldAt, by: .year, in: try calendar("UTC"))
    #expect(counts.counts.map(\.count) == [1] && counts.ignored == 5)
    #expect(Sale.records.gaps(in: \.soldAt, longerThan: .seconds(1)).count == 2)
    #expect(DateCounts([], by: .hour).gaps.isEmpty)
    #expect(try DateCounts([], by: .hour).filled().isEmpty)
  }

  @Test(arguments: 0..<6) func `each date is in the step that the calendar says`(part: Int) throws {
    var random = TestSeed.generator(1000 + part)
    try Sale.insert(random.number(0...80), using: &random)
    let calendar = try calendar(random.pick(["UTC", "America/New_York", "Asia/Kathmandu"]))
    let dates = Sale.all.compactMap(\.soldAt)
    for (step, component) in [
      (DateCounts.Step.hour, Calendar.Component.hour), (.day, .day), (.week, .weekOfYear), (.month, .month),
      (.year, .year),
    ] {
      let counts = Sale.records.dateCounts(\.soldAt, by: step, in: calendar)
      let expected = Dictionary(grouping: dates) { calendar.dateInterval(of: component, for: $0)?.start ?? $0 }
      #expect(counts.counts.map(\.start) == expected.keys.sorted(), "seed \(TestSeed.current)")
      #expect(counts.counts.map(\.count) == expected.keys.sorted().map { expected[$0]?.count })
      for (shop, ofShop) in Sale.group(by: \.shop).dateCounts(\.soldAt, by: step, in: calendar) {
        #expect(ofShop == Sale.where(\.shop == shop).dateCounts(\.soldAt, by: step, in: calendar))
      }
      let filled = try counts.filled()
      #expect(filled.filter { $0.count > 0 } == counts.counts)
      #expect(zip(filled, filled.dropFirst()).allSatisfy { $0.end == $1.start })
      let isAlone = Dictionary(grouping: filled.filter { $0.count == 0 }) { empty in
        counts.gaps.firstIndex { $0.start <= empty.start && empty.end <= $0.end }
      }
      #expect(isAlone[nil] == nil && isAlone.count == counts.gaps.count)
    }
  }

  @Test(arguments: 0..<6) func `gaps are the times between neighbours that are far from each other`(part: Int) throws {
    var random = TestSeed.generator(1100 + part)
    try Sale.insert(random.number(0...50), using: &random)
    let limit = Double(random.number(0...300_000))
    let dates = Sale.all.compactMap(\.soldAt).sorted()
    var expected: [DateInterval] = []
    for (earlier, later) in zip(dates, dates.dropFirst()) where later.timeIntervalSince(earlier) > limit {
      expected.append(DateInterval(start: earlier, end: later))
    }
    #expect(Sale.records.gaps(in: \.soldAt, longerThan: .seconds(limit)) == expected)
    let groups = Sale.group(by: \.shop).aggregate(.gaps(in: \.soldAt, longerThan: .seconds(limit)), .count)
    for (shop, (gaps, count)) in groups {
      let finder = Sale.where(\.shop == shop)
      #expect(gaps == finder.gaps(in: \.soldAt, longerThan: .seconds(limit)) && count == finder.count)
    }
    #expect(Sale.group(by: \.shop).gaps(in: \.soldAt, longerThan: .seconds(limit)) == groups.mapValues(\.0))
  }
}
