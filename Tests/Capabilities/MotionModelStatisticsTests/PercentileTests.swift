import Foundation
import MotionModel
import MotionModelStatistics
import MotionModelTestSupport
import Testing

@Suite(.ownStore)
struct PercentileTests {
  private func store(_ counts: [Int]) throws {
    for count in counts {
      try Sale.create { ($0.count, $0.amount, $0.weight) = (count, Decimal(count), Double(count)) }
    }
  }

  // The expected numbers are those of NumPy's percentile, R's quantile, and PostgreSQL's percentile_cont and percentile_disc.
  @Test(arguments: [
    ([1, 2, 3, 4], 25, 1.75, 1), ([1, 2, 3, 4], 50, 2.5, 2), ([1, 2, 3, 4], 30, 1.9, 2),
    ([50, 15, 35, 20, 40], 40, 29, 20), ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 90, 9.1, 9), ([7], 99, 7, 7),
    ([3, 1], 0, 1, 1), ([3, 1], 100, 3, 3), ([5, 5, 5], 10, 5, 5),
  ])
  func `a percentile is interpolated by type 7, and a value at a percentile chosen by type 1`(
    counts: [Int], percent: Double, number: Double, value: Int
  ) throws {
    try store(counts)
    let found = try #require(Sale.records.percentile(percent, \.count))
    #expect(abs(found - number) < 1e-12)
    #expect(Sale.records.percentile(percent, \.amount) == Decimal(string: "\(number)"))
    #expect(Sale.records.value(atPercentile: percent, \.count) == value)
    #expect(Sale.records.value(atPercentile: percent, \.weight) == Double(value))
  }

  @Test func `there is no median of nothing`() throws {
    #expect(Sale.records.median(\.count) == nil && Sale.records.percentiles([5, 95], \.amount) == [])
    #expect(Sale.records.value(atPercentile: 50, \.soldAt) == nil)
    try Sale.create { $0.rating = .nan }
    #expect(Sale.records.median(\.rating) == nil && Sale.records.median(\.weight) == nil)
    #expect(Sale.group(by: \.shop).median(\.weight).isEmpty && Sale.group(by: \.shop).median(\.count) == [0: 0])
  }

  @Test func `dates and strings have values at percentiles`() throws {
    for day in 0..<10 {
      try Sale.create { ($0.soldAt, $0.note) = (Date(timeIntervalSince1970: Double(day)), "note \(day)") }
    }
    #expect(Sale.records.value(atPercentile: 50, \.soldAt) == Date(timeIntervalSince1970: 4))
    #expect(Sale.records.value(atPercentile: 100, \.note) == "note 9")
  }

  @Test func `a percentile between infinities is NaN, and one beside them infinite`() throws {
    for rating in [-Double.infinity, .infinity] { try Sale.create { $0.rating = rating } }
    #expect(Sale.records.median(\.rating)?.isNaN == true && Sale.records.percentile(100, \.rating) == .infinity)
    try Sale.create { $0.rating = 1 }
    #expect(Sale.records.median(\.rating) == 1 && Sale.records.percentile(75, \.rating) == .infinity)
  }

  @Test func `percentiles of far numbers do not overflow, and those of money have no binary noise`() throws {
    for rating in [-1e308, 1e308] { try Sale.create { ($0.rating, $0.amount) = (rating, rating < 0 ? 0.1 : 0.2) } }
    #expect(Sale.records.median(\.rating) == 0)
    #expect(Sale.records.percentile(10, \.amount) == Decimal(string: "0.11"))
    #expect(Sale.records.percentile(99.9, \.amount) == Decimal(string: "0.1999"))
  }

  @Test(arguments: 0..<6) func `percentiles of all types of numbers are those of sorted numbers`(part: Int) throws {
    var random = TestSeed.generator(600 + part)
    var records: [AllTypes] = []
    for number in 0..<random.number(1...60) { records.append(.random(number, using: &random)) }
    try Store.current.table(AllTypes.self).insert(contentsOf: records)
    for percent in [0, 50, 100, Double(random.number(0...1000)) / 10] {
      try check(percent, \.int, \.maybeInt)
      try check(percent, \.int8, \.maybeInt8)
      try check(percent, \.int16, \.maybeInt16)
      try check(percent, \.int32, \.maybeInt32)
      try check(percent, \.int64, \.maybeInt64)
      try check(percent, \.uint, \.maybeUInt)
      try check(percent, \.uint8, \.maybeUInt8)
      try check(percent, \.uint16, \.maybeUInt16)
      try check(percent, \.uint32, \.maybeUInt32)
      try check(percent, \.uint64, \.maybeUInt64)
      try check(percent, \.double, \.maybeDouble)
      try check(percent, \.float, \.maybeFloat)
      let money = AllTypes.all.map(\.decimal).filter { !$0.isNaN }.sorted()
      #expect(AllTypes.records.percentile(0, \.decimal) == money.first)
      #expect(AllTypes.records.percentile(100, \.decimal) == money.last)
      #expect(AllTypes.records.percentile(100, \.maybeDecimal) == AllTypes.records.maximum(\.maybeDecimal))
    }
  }

  private func check<Value: SummableValue>(
    _ percent: Double, _ property: any KeyPath<AllTypes, Value> & Sendable,
    _ maybe: any KeyPath<AllTypes, Value?> & Sendable
  ) throws where Value.Average == Double {
    let all = AllTypes.all
    expect(AllTypes.records.percentile(percent, property), percent, all.map { $0[keyPath: property].asAverage })
    expect(AllTypes.records.percentile(percent, maybe), percent, all.compactMap { $0[keyPath: maybe]?.asAverage })
    let several = AllTypes.records.percentiles([percent, 50], property)
    let single = [percent, 50].compactMap { AllTypes.records.percentile($0, property) }
    #expect(several.map(\.bitPattern) == single.map(\.bitPattern))
  }

  private func expect(_ found: Double?, _ percent: Double, _ numbers: [Double]) {
    let sorted = numbers.filter { !$0.isNaN }.sorted()
    guard let found, !sorted.isEmpty else {
      #expect(found == nil && sorted.isEmpty)
      return
    }
    let place = Double(sorted.count - 1) * percent / 100
    let (low, high) = (sorted[Int(place)], sorted[min(sorted.count - 1, Int(place) + 1)])
    if !low.isFinite || !high.isFinite { return }
    let expected = (low / 2 + (high / 2 - low / 2) * (place - place.rounded(.down))) * 2
    #expect(abs(found / 2 - expected / 2) <= 1e-9 * max(abs(low), abs(high)), "seed \(TestSeed.current)")
  }

  @Test(arguments: 0..<6) func `groups have the percentiles of their records`(part: Int) throws {
    var random = TestSeed.generator(700 + part)
    try Sale.insert(random.number(0...80), using: &random)
    let percent = Double(random.number(0...100))
    let groups = Sale.group(by: \.shop)
    for (shop, sales) in groups.all() {
      let finder = Sale.where(\.shop == shop)
      #expect(groups.median(\.amount)[shop] == finder.median(\.amount) && sales.count == finder.count)
      #expect(groups.percentile(percent, \.count)[shop] == finder.percentile(percent, \.count))
      #expect(groups.percentile(percent, \.weight)[shop] == finder.percentile(percent, \.weight))
      #expect(groups.median(\.weight)[shop] == finder.median(\.weight))
      #expect(groups.percentiles([5, percent], \.amount)[shop] == finder.percentiles([5, percent], \.amount))
      #expect(groups.percentiles([5, percent], \.weight)[shop] ?? [] == finder.percentiles([5, percent], \.weight))
      #expect(groups.value(atPercentile: percent, \.note)[shop] == finder.value(atPercentile: percent, \.note))
      #expect(groups.value(atPercentile: percent, \.soldAt)[shop] == finder.value(atPercentile: percent, \.soldAt))
    }
    #expect(groups.median(\.count).count == groups.count().count)
    let (middle, count) = Sale.records.aggregate(.median(\.count), .count)
    #expect(middle == Sale.records.median(\.count) && count == Sale.count)
  }

  @Test func `numbers of a type of one's own are interpolated by halves`() throws {
    for cents in [100, 201] { try Price.create { $0.cents = Cents(rawValue: cents) } }
    #expect(Price.records.median(\.cents) == Cents(rawValue: 150))
    #expect(Price.records.percentile(25, \.cents) == Cents(rawValue: 125))
  }

  #if os(macOS) || os(Linux)
    @Test func `a percentile outside of 0 to 100 is refused`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = Sale.records.percentile(101, \.count)
      }
      expectSentence("A percentile is a number from 0 to 100, not 101.0.", result)
    }
  #endif
}

/// An amount of money that can only be added and divided.
struct Cents: RawRepresentable, ColumnValue, FractionalValue {
  var rawValue = 0
  var asAverage: Cents { self }

  init(rawValue: Int) { self.rawValue = rawValue }

  init(_ number: Int) { rawValue = number }

  static let zero = Cents(rawValue: 0)
  static func + (first: Cents, second: Cents) -> Cents { Cents(rawValue: first.rawValue + second.rawValue) }
  static func - (first: Cents, second: Cents) -> Cents { Cents(rawValue: first.rawValue - second.rawValue) }
  static func / (first: Cents, second: Cents) -> Cents { Cents(rawValue: first.rawValue / second.rawValue) }
}

struct Price: Model {
  var id = 0
  var cents = Cents.zero

  static let schema = Schema<Price> { Column(\.cents) }
}
