import Foundation
import MotionModel
import MotionModelLive
import MotionModelStatistics
import MotionModelTestSupport
import Testing

@Suite(.ownStore)
struct LiveStatisticsTests {
  @Test(arguments: 0..<10) func `live statistics are those of the finder after each commit`(part: Int) throws {
    var random = TestSeed.generator(1200 + part)
    try Sale.insert(random.number(0...200), using: &random)
    let finder = Sale.where(\.count > -10)
    let median = finder.live(.median(\.amount))
    let percentiles = finder.live(.percentiles([5, 95], \.weight), .value(atPercentile: 30, \.soldAt))
    let histogram = finder.live(.histogram(\.rating, .count(4)))
    let gaps = finder.live(.gaps(in: \.soldAt, longerThan: .seconds(100_000)))
    let counts = finder.live(.dateCounts(\.soldAt, by: .day))
    let top = finder.group(by: \.shop).live(.top(2, by: \.count))
    let groups = finder.group(by: \.shop).live(.median(\.weight))
    let limited = finder.order(by: \.amount).limit(20).live(.median(\.amount))
    let told = Collector<Decimal?>()
    let observation = median.onChange { told.add($0.after) }
    #expect(median.plan == .followsChanges && groups.plan == .followsChanges && top.plan != .followsChanges)
    for _ in 0..<shortened(90) {
      try Sale.change(using: &random)
      if random.chance(50) { continue }
      try #require(median.value == finder.median(\.amount), "part \(part), seed \(TestSeed.current)")
      #expect(percentiles.value.0 == finder.percentiles([5, 95], \.weight))
      #expect(percentiles.value.1 == finder.value(atPercentile: 30, \.soldAt))
      #expect(histogram.value == finder.histogram(\.rating, .count(4)))
      #expect(gaps.value == finder.gaps(in: \.soldAt, longerThan: .seconds(100_000)))
      #expect(counts.value == finder.dateCounts(\.soldAt, by: .day))
      #expect(top.value == finder.group(by: \.shop).aggregate(.top(2, by: \.count)))
      #expect(groups.value.compactMapValues { $0 } == finder.group(by: \.shop).median(\.weight))
      #expect(limited.value == finder.order(by: \.amount).limit(20).median(\.amount))
      if let last = told.values.last { #expect(last == median.value) }
    }
    withExtendedLifetime(observation) {}
  }

  @Test func `nobody is told of a median that stays`() throws {
    for count in [1, 2, 3] { try Sale.create { $0.count = count } }
    let median = Sale.live(.median(\.count))
    let told = Collector<Double?>()
    let observation = median.onChange { told.add($0.after) }
    try Sale.where(\.count == 3).updateAll { $0.count = 30 }
    try Sale.where(\.count == 1).updateAll { $0.count = 9 }
    #expect(told.values == [9])
    withExtendedLifetime(observation) {}
  }
}
