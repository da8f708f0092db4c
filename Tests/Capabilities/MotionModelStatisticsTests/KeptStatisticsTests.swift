import Foundation
import MotionModel
import MotionModelStatistics
import MotionModelTestSupport
import Testing

/// A sale that an adapter keeps.
private struct KeptSale: Model {
  typealias Adapter = BytesAdapter

  var id = 0
  var shop = 0
  var count = 0
  var amount = Decimal(0)
  var weight: Double?
  var soldAt: Date?

  static let schema = Schema<KeptSale> {
    Column(\.shop)
    Column(\.count)
    Column(\.amount)
    Column(\.weight)
    Column(\.soldAt)
  }
}

@Suite struct KeptStatisticsTests {
  @Test(arguments: 0..<4) func `statistics of records that an adapter keeps are those of memory`(part: Int) throws {
    var random = TestSeed.generator(1300 + part)
    let store = Store(notificationCenter: nil, adapters: [BytesAdapter()])
    try Store.with(store) {
      let sales = try Sale.insert(random.number(0...60), using: &random)
      try store.table(KeptSale.self).insert(
        contentsOf: sales.map { sale in
          var kept = KeptSale()
          (kept.shop, kept.count, kept.amount) = (sale.shop, sale.count, sale.amount)
          (kept.weight, kept.soldAt) = (sale.weight, sale.soldAt)
          return kept
        })
      let (memory, kept) = (Sale.where(\.count > -10), KeptSale.where(\.count > -10))
      #expect(try kept.median(\.amount) == memory.median(\.amount), "seed \(TestSeed.current)")
      #expect(try kept.percentiles([5, 50, 95], \.weight) == memory.percentiles([5, 50, 95], \.weight))
      #expect(try kept.value(atPercentile: 30, \.soldAt) == memory.value(atPercentile: 30, \.soldAt))
      #expect(try kept.histogram(\.count, .width(3)) == memory.histogram(\.count, .width(3)))
      #expect(try kept.runningSums(of: \.amount) == memory.runningSums(of: \.amount))
      #expect(try kept.dateCounts(\.soldAt, by: .week) == memory.dateCounts(\.soldAt, by: .week))
      let (groups, keptGroups) = (memory.group(by: \.shop), kept.group(by: \.shop))
      #expect(try keptGroups.median(\.weight) == groups.median(\.weight))
      #expect(
        try keptGroups.gaps(in: \.soldAt, longerThan: .seconds(100_000))
          == groups.gaps(in: \.soldAt, longerThan: .seconds(100_000)))
      #expect(
        try keptGroups.top(2, by: \.count).mapValues { $0.map(\.id) }
          == groups.top(2, by: \.count).mapValues { $0.map(\.id) })
    }
  }
}
