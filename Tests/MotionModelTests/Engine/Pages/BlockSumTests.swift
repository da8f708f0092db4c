import Foundation
@testable import MotionModel
import MotionModelTestSupport
import Testing

/// A record with numbers that are no integers.
private struct Price: Model {
  var id = 0
  var amount = Decimal()
  var discount: Decimal?
  var weight: Float = 0
  var count: Int8 = 0

  static let schema = Schema<Price> {
    Column(\.amount)
    Column(\.discount)
    Column(\.weight)
    Column(\.count)
  }
}

/// Sums of blocks must be those of checked additions one after the other.
@Suite struct BlockSumTests {
  /// Returns the sum of additions one after the other; nil when one of them overflows.
  private func checkedSum(_ start: Int, _ values: [Int]) -> Int? {
    values.reduce(start) { sum, value in
      guard let sum else { return nil }
      let (result, overflows) = sum.addingReportingOverflow(value)
      return overflows ? nil : result
    }
  }

  @Test func `a block has the sum of checked additions, and tells nothing where one of them could overflow`() {
    var random = TestSeed.generator(2_500)
    var (known, open) = (0, 0)
    for _ in 0..<3_000 {
      let limit = 1 << random.number(50...62)
      let values = (0..<64).map { _ in random.number(-limit...limit - 1) }
      let start = random.pick([0, 5, .max, .min, 1 << 61, -(1 << 62), random.number(-limit...limit)])
      var sum = Summing<Int>()
      sum.result = start
      let found = values.withUnsafeBufferPointer { $0.baseAddress.flatMap { sum.sum(of: $0) } }
      if let found {
        known += 1
        #expect(found == checkedSum(start, values), "seed \(TestSeed.current)")
      } else {
        open += 1
      }
      guard let expected = checkedSum(start, values) else { continue }
      values.withUnsafeBufferPointer { values in
        if let base = values.baseAddress { sum.add(RowMask(low: .max, high: 0), of: base) }
      }
      #expect(sum.result == expected, "seed \(TestSeed.current)")
    }
    #expect(known > 500 && open > 500)
  }

  @Test(arguments: PageRule.allCases)
  func `sums and counts of tables are those of their records, whatever is in pages`(rule: PageRule) throws {
    var random = TestSeed.generator(2_501)
    let comment = Comment(rawValue: "seed \(TestSeed.current)")
    let store = Store(notificationCenter: nil)
    store.pageRule = rule
    let table = store.table(Parcel.self)
    for _ in 0..<40 {
      let place = random.number(0...max(table.count, 1))
      switch random.number(0...4) {
      case 0, 1:
        // Few are beyond ±2⁵⁵, and they do not make the sum overflow.
        let items = (0..<random.number(1...900)).map { _ in
          var item = Parcel()
          item.shelf = random.chance(1) ? random.pick([1 << 55, 1 - 1 << 55, -(1 << 56)]) : random.number(-900...900)
          item.rank = random.chance(20) ? nil : random.number(-900...900)
          return item
        }
        try table.insert(contentsOf: items)
      case 2: try table.records.offset(place).limit(random.pick([1, 200])).deleteAll()
      case 3: try table.records.offset(place).limit(3).updateAll { $0.shelf += 1 }
      default: try table.records.where(\.rank == random.number(-900...900)).updateAll { $0.rank = nil }
      }
      for _ in 0..<2 {
        let (all, bound) = (table.records.all, random.number(-1_000...1_000))
        #expect(table.sum(\.shelf) == all.reduce(0) { $0 + $1.shelf }, comment)
        #expect(table.sum(\.rank) == all.reduce(0) { $0 + ($1.rank ?? 0) }, comment)
        #expect(table.records.where(\.shelf < bound).count == all.count { $0.shelf < bound }, comment)
        #expect(table.records.where(\.shelf != bound).count == all.count { $0.shelf != bound }, comment)
        #expect(table.records.where(\.rank == bound).count == all.count { $0.rank == bound }, comment)
        #expect(table.records.where(\.rank == nil).count == all.count { $0.rank == nil }, comment)
      }
    }
  }

  @Test(arguments: PageRule.allCases)
  func `sums of numbers that are no integers, and of small ones, are those of records`(rule: PageRule) throws {
    let store = Store(notificationCenter: nil)
    store.pageRule = rule
    let table = store.table(Price.self)
    let prices = (0..<5_000).map { number in
      var price = Price()
      (price.amount, price.discount) = (Decimal(number) / 4, number % 3 == 0 ? nil : Decimal(number) / 8)
      (price.weight, price.count) = (Float(number) / 2, Int8(number % 3 - 1))
      return price
    }
    try table.insert(contentsOf: prices)
    // The first chunks have no rows then.
    try table.records.where(\.id <= 1_000).deleteAll()
    let rest = prices[1_000...]
    for _ in 0..<3 {
      #expect(table.sum(\.amount) == rest.reduce(0) { $0 + $1.amount })
      #expect(table.sum(\.discount) == rest.reduce(0) { $0 + ($1.discount ?? 0) })
      #expect(table.sum(\.weight) == rest.reduce(0) { $0 + $1.weight })
      #expect(table.sum(\.count) == rest.reduce(0) { $0 + $1.count })
      #expect(table.sum(\.id) == (1_001...5_000).reduce(0, +))
    }
  }

  @Test func `the sum of a table is read from its pages, and the rest from its rows`() throws {
    let store = Store(notificationCenter: nil)
    store.pageRule = .always
    let table = store.table(Parcel.self)
    try table.insert(
      contentsOf: (0..<5_000).map { number in
        var item = Parcel()
        item.shelf = number
        return item
      })
    let form = try #require(StoredProperty(\Parcel.shelf).flatMap(PageForm.init))
    func runs() -> Int {
      var count = 0
      let version = store.tables.version(Parcel.schema.layout)
      Selection.forEachPart(version, where: .constant(true), by: nil, reading: form, addsUp: true) { _ in count += 1 }
      return count
    }
    let chunks = (5_000 + RowPosition.perChunk - 1) / RowPosition.perChunk
    let parts = (chunks + 127) / 128
    #expect(runs() == parts + chunks)
    #expect(runs() == parts)
    // The part of the last chunk is read from there on.
    try table.records.where(\.id == 5_000).updateAll { $0.shelf += 1 }
    #expect(runs() == parts + 1)
  }

  @Test func `only the rows of the mask are added`() {
    let values = Array(0..<128)
    for mask in [RowMask.none, .row(3), RowMask(prefix: 128), RowMask(low: .max, high: 1), RowMask(low: 6, high: .max)]
    {
      var sum = Summing<Int>()
      var least = PresentValues<Int?, Minimum<Int>>(Minimum())
      values.withUnsafeBufferPointer { if let base = $0.baseAddress { sum.add(mask, of: base) } }
      values.map(Optional.init).withUnsafeBufferPointer { if let base = $0.baseAddress { least.add(mask, of: base) } }
      var (expected, first) = (0, Int?.none)
      mask.forEach { (expected, first) = (expected + $0, first ?? $0) }
      #expect(sum.result == expected && least.result == first)
    }
  }
}
