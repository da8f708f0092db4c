import Foundation
@testable import MotionModel
import MotionModelTestSupport
import Testing

/// A record whose hooks note how many threads may scan its table.
private struct Bell: Model {
  var id = 0
  var rings = 0

  static let schema = Schema<Bell> { Column(\.rings) }
  static let threads = Collector<Int>()
  static let hooks: Hooks<Bell> = [.beforeSave { _, _ in note() }, .afterSave { _, _ in note() }]

  private static func note() {
    let store = Store.current
    threads.add(store.threads(for: store.tables.version(schema.layout)))
  }
}

/// Stores with the same records, whose scans use one thread or several, must find the same in the same order.
@Suite struct WideScanTests {
  /// Stores whose scans use 1, 2 and 5 threads, with pages made by use, always, and never.
  ///
  /// The records fill three parts of a table, of which several threads take one after the other.
  private static func stores(_ items: [Parcel]) throws -> [Store] {
    try zip([1, 2, 5, 3], [PageRule.byUse, .byUse, .always, .never]).map { width, rule in
      let store = Store(notificationCenter: nil)
      (store.pageRule, store.scanWidth, store.leastWideScan) = (rule, width, 0)
      try store.table(Parcel.self).insert(contentsOf: items)
      return store
    }
  }

  private static func items(_ random: inout SplitMix64) -> [Parcel] {
    (0..<40_000).map { number in
      var item = Parcel()
      (item.shelf, item.rank) = (number, random.chance(20) ? nil : random.number(0...500))
      (item.name, item.weight) = (random.pick(Parcel.names), random.pick([0, -0.0, .nan, 1.5, 0.1]))
      item.isSold = random.chance(50)
      return item
    }
  }

  private static func conditions(_ random: inout SplitMix64) -> [RecordPredicate<Parcel>] {
    let (shelf, rank) = (random.number(0...40_000), random.number(0...500))
    return [
      .all, \.shelf < shelf, \.rank == rank, \.rank != nil && \.isSold == true, \.name == random.pick(Parcel.names),
      \.shelf >= shelf && \.shelf < shelf + 10_000, !(\.rank > rank) || \.weight == 1.5,
      ColumnTerm(\.name).contains("abc"), ColumnTerm(\.rank).in([rank, rank + 1, nil]),
    ]
  }

  /// Returns all that can be asked of the records that meet a condition, as text.
  private static func answers(_ finder: Finder<Parcel>) -> [String] {
    var all = ["\(finder.count) \(finder.isEmpty) \(finder.limit(3).ids) \(finder.offset(7).limit(2).count)"]
    all.append("\(finder.ids.hashValue) \(finder.pluck(\.shelf).hashValue) \(finder.pluck(\.name).hashValue)")
    all.append("\(finder.sum(\.shelf)) \(finder.sum(\.rank)) \(finder.sum(\.weight).bitPattern)")
    all.append("\(finder.minimum(\.shelf) as Int?) \(finder.maximum(\.rank) as Int?)")
    all.append("\((finder.minimum(\.weight) as Double?)?.bitPattern as UInt64?) \(finder.maximum(\.name) as String?)")
    all.append("\(finder.group(by: \.shelf).count().count) \(finder.average(\.rank) as Double?)")
    let groups = finder.where(\.rank != nil).group(by: \.isSold).count().sorted { $0.value < $1.value }
    let ordered = finder.order(by: \.rank, .descending).ids
    all.append("\(groups) \(finder.order(by: \.rank).limit(5).ids) \(ordered.hashValue)")
    return all
  }

  @Test func `answers are the same, in the same order, whatever the width`() throws {
    var random = TestSeed.generator(5_000)
    let stores = try Self.stores(Self.items(&random))
    for round in 0..<shortened(3) {
      for condition in Self.conditions(&random) {
        let answers = stores.map { Self.answers($0.table(Parcel.self).records.where(condition)) }
        #expect(answers.allSatisfy { $0 == answers[0] }, "\(condition), round \(round), seed \(TestSeed.current)")
      }
      let first = random.number(1...39_000)
      for store in stores {
        try store.table(Parcel.self).records.where(\.id >= first && \.id < first + 300).deleteAll()
        try store.table(Parcel.self).records.where(\.isSold == true).limit(50).updateAll { $0.shelf += 1 }
      }
    }
  }

  @Test func `records are copied in the order of insertion`() throws {
    var random = TestSeed.generator(5_010)
    let stores = try Self.stores(Self.items(&random).map { with($0) { $0.weight = 1 } })
    let all = stores.map { $0.table(Parcel.self).records.where(\.isSold == true).all }
    #expect(all.allSatisfy { $0 == all[0] } && all[0].map(\.id) == all[0].map(\.id).sorted())
  }

  @Test func `of equal extremes the first is the result`() throws {
    let items = (0..<40_000).map { number in
      with(Parcel()) {
        $0.weight = number % 2 == 0 ? -0.0 : 0
        $0.name = number % 2 == 0 ? "e\u{301}" : "é"
      }
    }
    for store in try Self.stores(items) {
      let table = store.table(Parcel.self)
      #expect((table.minimum(\.weight) as Double?)?.sign == .minus)
      #expect((table.maximum(\.weight) as Double?)?.sign == .minus)
      #expect((table.maximum(\.name) as String?)?.unicodeScalars.count == 2)
    }
  }

  @Test func `sums that overflow on the way of one thread only are the ones of one thread`() throws {
    var items = (0..<40_000).map { number in with(Parcel()) { $0.shelf = number } }
    // One after the other, no addition overflows, but those of a part that begins in the middle do.
    for number in 0..<10 { items[number].shelf = -(1 << 59) }
    for number in 20_000..<20_017 { items[number].shelf = 1 << 59 }
    let sum = items.reduce(0) { $0 + $1.shelf }
    for store in try Self.stores(items) { #expect(store.table(Parcel.self).sum(\.shelf) == sum) }
  }

  #if os(macOS) || os(Linux)
    @Test(arguments: ["byUse", "always", "never"], [1, 3])
    func `a sum that overflows traps, of rows, of pages and by several threads`(rule: String, width: Int) async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardOutputContent]) { [rule, width] in
        let store = Store(notificationCenter: nil)
        (store.pageRule, store.scanWidth, store.leastWideScan) = (PageRule(rawValue: rule) ?? .byUse, width, 0)
        let table = store.table(Parcel.self)
        // Half of what overflows, twice, in two parts of the table.
        try table.insert(
          contentsOf: (0..<17_000).map { number in
            var item = Parcel()
            item.shelf = number % 16_400 == 100 ? 1 << 62 : 0
            return item
          })
        for _ in 0..<3 { print("counted", table.records.where(\.shelf > 0).count) }
        fflush(nil)
        print("sum", table.sum(\.shelf))
        fflush(nil)
      }
      let text = result.map { String(decoding: $0.standardOutputContent, as: UTF8.self) } ?? ""
      #expect(text.contains("counted 2") && !text.contains("sum"))
    }
  #endif

  @Test(arguments: [(0, 0, 0), (5, 5, 3), (Int.max, 0, 0), (1 << 60, 1, 1), (-(1 << 45), 1 << 30, 65_000)])
  func `a sum of parts is nil when one of its additions could overflow`(value: Int, other: Int, count: Int) {
    var (first, second) = (PartialSum<Int>(), PartialSum<Int>())
    first.add(value)
    for _ in 0..<count { second.add(other) }
    let sum = PartialSum.sum(of: [first, second])
    #expect(sum == (value.magnitude >= 1 << 60 ? nil : value + other * count))
  }

  @Test func `several threads make the pages that one makes`() throws {
    let items = (0..<40_000).map { number in with(Parcel()) { $0.shelf = number } }
    let stores = try Self.stores(items).prefix(2)
    for round in 0..<4 {
      let counts = stores.map { $0.table(Parcel.self).records.where(\.shelf < 100).count }
      let packed = stores.map { $0.table(Parcel.self).records.where(\.shelf < 100).plan.packedColumns }
      #expect(counts == [100, 100] && packed == (round == 0 ? [[], []] : [["shelf"], ["shelf"]]))
    }
    // Blocks of pages end with the parts that threads read.
    let bytes = stores.map(\.packedColumnBytes)
    #expect(bytes[0] > 320_000 && abs(bytes[1] - bytes[0]) < bytes[0] / 10)
    for store in stores { try store.table(Parcel.self).records.where(\.shelf >= 200).deleteAll() }
    for store in stores { #expect(store.table(Parcel.self).records.where(\.shelf < 100).count == 100) }
    #expect(stores.allSatisfy { $0.packedColumnBytes < bytes[0] / 2 })
  }

  @Test func `code of the program runs in the caller's thread`() throws {
    let items = (0..<40_000).map { number in with(Parcel()) { $0.shelf = number } }
    for store in try Self.stores(items) {
      let threads = Collector<ObjectIdentifier>()
      let found = store.table(Parcel.self).records.where(\.shelf >= 0).find { item in
        threads.add(ObjectIdentifier(Thread.current))
        return item.shelf % 2 == 0
      }
      #expect(found.count == 20_000 && Set(threads.values) == [ObjectIdentifier(Thread.current)])
    }
  }

  @Test func `a width is as large as anyone likes`() throws {
    let store = Store(notificationCenter: nil)
    (store.scanWidth, store.leastWideScan) = (.max, 0)
    let table = store.table(Parcel.self)
    try table.insert(contentsOf: (0..<40_000).map { number in with(Parcel()) { $0.shelf = number % 4 } })
    #expect(table.records.where(\.shelf < 3).count == 30_000 && table.records.where(\.shelf < 3).ids.count == 30_000)
    #expect(table.records.group(by: \.shelf).count() == [0: 10_000, 1: 10_000, 2: 10_000, 3: 10_000])
  }

  @Test func `one thread is used for small tables and in transactions`() throws {
    let store = Store(notificationCenter: nil)
    (store.scanWidth, store.leastWideScan) = (3, 200_000)
    try store.table(Parcel.self).create()
    let table = store.tables.version(Parcel.schema.layout)
    #expect(store.threads(for: table) == 1)
    store.leastWideScan = 1
    #expect(store.threads(for: table) == 3 && store.snapshot().scanWidth == 3)
    try store.inTransaction { #expect(store.threads(for: table) == 1) }
    store.scanWidth = 0
    #expect(store.scanWidth == 1 && store.threads(for: table) == 1)
  }

  @Test func `one thread is used in hooks that take part in a transaction`() throws {
    let store = Store(notificationCenter: nil)
    (store.scanWidth, store.leastWideScan) = (3, 1)
    try store.table(Bell.self).create()
    #expect(Bell.threads.values == [1, 1] && store.threads(for: store.tables.version(Bell.schema.layout)) == 3)
  }

  private func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
    var value = value
    change(&value)
    return value
  }
}
