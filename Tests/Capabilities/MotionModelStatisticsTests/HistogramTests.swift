import Foundation
import MotionModel
import MotionModelStatistics
import MotionModelTestSupport
import Testing

@Suite(.ownStore)
struct HistogramTests {
  private typealias Bin = Histogram.Bin

  @Test func `bins of a width reach from the least to the greatest number`() throws {
    for count in [-3, 0, 9, 10, 25] { try Sale.create { $0.count = count } }
    #expect(
      Sale.records.histogram(\.count, .width(10)).bins == [
        Bin(lower: -10, upper: 0, count: 1), Bin(lower: 0, upper: 10, count: 2), Bin(lower: 10, upper: 20, count: 1),
        Bin(lower: 20, upper: 30, count: 1),
      ])
    #expect(Sale.records.histogram(\.count, .width(20, from: -5)).bins.map(\.count) == [4, 1])
    #expect(Sale.where(\.count == 25).histogram(\.count, .width(5)).bins == [Bin(lower: 25, upper: 30, count: 1)])
  }

  @Test func `a number of bins has the greatest number in the last one`() throws {
    for count in 0...10 { try Sale.create { $0.count = count } }
    #expect(
      Sale.records.histogram(\.count, .count(2)).bins == [
        Bin(lower: 0, upper: 5, count: 5), Bin(lower: 5, upper: 10, count: 6),
      ])
    #expect(
      Sale.where(\.count == 3).histogram(\.count, .count(2)).bins == [
        Bin(lower: 2.5, upper: 3, count: 0), Bin(lower: 3, upper: 3.5, count: 1),
      ])
  }

  @Test func `numbers outside of bounds are counted beside the bins`() throws {
    for rating in [-Double.infinity, -1, 0, 5, 10, 11, .infinity, .nan] { try Sale.create { $0.rating = rating } }
    let histogram = Sale.records.histogram(\.rating, .bounds([0, 5, 10]))
    #expect(histogram.bins.map(\.count) == [1, 2] && histogram.below == 2 && histogram.above == 2)
    #expect(histogram.count == 7 && histogram.highest == 2)
    let counted = Sale.records.histogram(\.rating, .count(3))
    #expect(counted.bins.map(\.count) == [2, 1, 2] && counted.below == 1 && counted.above == 1)
  }

  @Test func `there are no bins without finite numbers, unless bounds are given`() throws {
    #expect(Sale.records.histogram(\.count, .width(1)).bins.isEmpty)
    #expect(Sale.records.histogram(\.count, .bounds([0, 1])).bins == [Bin(lower: 0, upper: 1, count: 0)])
    try Sale.create { $0.rating = .infinity }
    let histogram = Sale.records.histogram(\.rating, .count(4))
    #expect(histogram.bins.isEmpty && histogram.above == 1 && histogram.highest == 0)
  }

  @Test func `too many bins become wider, and bins that cannot be told apart become one`() throws {
    for rating in [0, 1e6] { try Sale.create { $0.rating = rating } }
    let wide = Sale.records.histogram(\.rating, .width(1))
    #expect(wide.bins.count == 7_813 && wide.bins[0].upper == 128 && wide.count == 2)
    try Sale.records.updateAll { $0.rating = 1e300 }
    #expect(Sale.records.histogram(\.rating, .width(1)).bins == [Bin(lower: 1e300, upper: 1e300, count: 2)])
    #expect(Sale.records.histogram(\.rating, .count(7)).bins == [Bin(lower: 1e300, upper: 1e300, count: 2)])
    try Sale.create { $0.rating = -1.7e308 }
    try Sale.create { $0.rating = 1.7e308 }
    #expect(Sale.records.histogram(\.rating, .count(4)).bins.map(\.count) == [1, 0, 2, 1])
    #expect(Sale.records.histogram(\.rating, .width(1)).count == 4)
  }

  @Test func `decimal numbers at a bound are in the bin above it`() throws {
    for cents in 0..<1000 { try Sale.create { $0.amount = Decimal(cents) / 100 } }
    let bounds = (0...10).map { Double($0) }
    #expect(Sale.records.histogram(\.amount, .bounds(bounds)).bins.map(\.count) == Array(repeating: 100, count: 10))
    let tenths = (0...100).map { Double("\($0 / 10).\($0 % 10)") ?? 0 }
    #expect(Sale.records.histogram(\.amount, .bounds(tenths)).bins.map(\.count) == Array(repeating: 10, count: 100))
  }

  @Test(arguments: 0..<8) func `histograms count each number once, where its bounds say`(part: Int) throws {
    var random = TestSeed.generator(800 + part)
    try Sale.insert(random.number(0...120), using: &random)
    let bins: [Histogram.Bins] = [
      .count(random.number(1...12)), .width(Double(random.number(1...40)) / 4, from: Double(random.number(-9...9)) / 3),
      .bounds([-10, -2.5, 0, 0.1, 7]),
    ]
    for bins in bins {
      check(Sale.records.histogram(\.count, bins), Sale.all.map { Double($0.count) })
      check(Sale.records.histogram(\.weight, bins), Sale.all.compactMap(\.weight))
      check(Sale.records.histogram(\.rating, bins), Sale.all.map(\.rating))
      let groups = Sale.group(by: \.shop)
      for (shop, histogram) in groups.histogram(\.weight, bins) {
        #expect(histogram == Sale.where(\.shop == shop).histogram(\.weight, bins))
      }
      #expect(groups.histogram(\.count, bins).values.reduce(0) { $0 + $1.count } == Sale.count)
    }
  }

  private func check(_ histogram: Histogram, _ numbers: [Double]) {
    let numbers = numbers.filter { !$0.isNaN }
    #expect(histogram.count == numbers.count, "seed \(TestSeed.current)")
    guard let first = histogram.bins.first, let last = histogram.bins.last else { return }
    #expect(histogram.below == numbers.count { $0 < first.lower })
    #expect(histogram.above == numbers.count { $0 > last.upper })
    for bin in histogram.bins {
      let isLast = bin == last
      #expect(bin.count == numbers.count { bin.lower <= $0 && ($0 < bin.upper || isLast && $0 == bin.upper) })
    }
    #expect(zip(histogram.bins, histogram.bins.dropFirst()).allSatisfy { $0.upper == $1.lower })
  }

  #if os(macOS) || os(Linux)
    @Test func `bins that are none are refused`() async {
      let none = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Histogram.Bins.count(0)
      }
      expectSentence("A histogram has 1 to 10000 bins, not 0.", none)
      let flat = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Histogram.Bins.width(0)
      }
      expectSentence("The bins of a histogram have a positive, finite width and a finite origin.", flat)
      let wild = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Histogram.Bins.bounds([1, 0])
      }
      expectSentence("The bounds of a histogram's bins are 2 to 10001 finite numbers in ascending order.", wild)
    }
  #endif
}
