import Foundation
@testable import MotionModel
import MotionModelTestSupport
import Testing

/// A record of one column besides the id, which is packed.
private struct Reading: Model, Equatable {
  var id = 0
  var value = 0
  var level: Int?
  private var rest: (Int, Int, Int, Int) = (0, 0, 0, 0)
  var doubled: Int { 2 * value }

  static let schema = Schema<Reading> {
    Column(\.value, .packed)
    Column(\.level)
    Transient(\.rest)
  }

  static func == (a: Reading, b: Reading) -> Bool { (a.id, a.value, a.level) == (b.id, b.value, b.level) }
}

/// A record with a column that is read through accessors, and one with observers.
private struct Gauge: Model {
  var id = 0
  private var stored = 0
  var level: Int {
    get { stored }
    set { stored = newValue }
  }
  var watched: Int? { didSet { stored += 1 } }

  static let schema = Schema<Gauge> {
    Column(\.level, name: "level", .packed)
    Column(\.watched, name: "watched", .packed)
    Transient(\.stored)
  }
}

/// A record of 64 KB.
private struct Sheet: Model {
  struct Row: Sendable { var a, b, c, d, e, f, g, h: (UInt64, UInt64, UInt64, UInt64)? }
  struct Block: Sendable { var a, b, c, d, e, f, g, h: Row? }
  struct Part: Sendable { var a, b, c, d, e, f, g, h: Block? }

  var id = 0
  var first, second: Part?
  var rank = 0
  var last: Part?

  static let schema = Schema<Sheet> {
    Column(\.rank, .packed)
    Transient(\.first)
    Transient(\.second)
    Transient(\.last)
  }
}

@Suite struct ColumnPageTests {
  /// A store with parcels whose shelf and rank grow, in more chunks than a small table has.
  private static func store(_ count: Int = 5_000) throws -> Store {
    let store = Store(notificationCenter: nil)
    store.pageRule = .byUse
    try store.table(Parcel.self).insert(
      contentsOf: (0..<count).map { number in
        var item = Parcel()
        (item.shelf, item.rank, item.weight) = (number, number % 7 == 0 ? nil : number, Double(number))
        item.isSold = number % 2 == 0
        return item
      })
    return store
  }

  private func packed(_ store: Store) -> [String] {
    store.table(Parcel.self).records.where(\.shelf < 10 && \.rank != nil).plan.packedColumns
  }

  @Test func `a column is packed when it is scanned the second time`() throws {
    let store = try Self.store()
    let small = store.table(Parcel.self).records.where(\.shelf < 10)
    #expect(small.count == 10 && small.plan.packedColumns.isEmpty && "\(small.plan)".contains("packed") == false)
    #expect(small.count == 10 && small.plan.packedColumns == ["shelf"] && "\(small.plan)".contains("packed shelf"))
    #expect(small.count == 10 && small.ids == Array(1...10))
    #expect(packed(store) == ["shelf"])
    for _ in 0..<2 { #expect(store.table(Parcel.self).records.where(\.rank != nil).count == 4_285) }
    #expect(packed(store) == ["shelf", "rank"])
    // The values of 5,000 records and a bit for each optional, and no more than a tenth besides, what is known of each chunk, and blocks
    // that are not full.
    let own = 5_000 * 2 * MemoryLayout<Int>.stride + 5_000 / 8
    #expect(store.packedColumnBytes > own && store.packedColumnBytes < own * 11 / 10 + 40_000)
  }

  @Test func `a changed record makes its chunk be read from records until it was scanned twice again`() throws {
    let store = try Self.store()
    let table = store.table(Parcel.self)
    for _ in 0..<3 { #expect(table.records.where(\.shelf >= 4_000).count == 1_000) }
    let before = store.snapshot()
    for step in 0..<20 {
      var item = try table.require(1 + step * 97)
      item.shelf = 10_000
      try table.save(&item)
      #expect(table.records.where(\.shelf >= 4_000).count == 1_001 + step)
      #expect(table.records.where(\.shelf == 10_000).count == step + 1)
      #expect(before.table(Parcel.self).records.where(\.shelf >= 4_000).count == 1_000)
    }
    try table.records.where(\.shelf == 10_000).deleteAll()
    for _ in 0..<4 { #expect(table.records.where(\.shelf >= 4_000).count == 1_000) }
    #expect(table.sum(\.shelf) == before.table(Parcel.self).sum(\.shelf) - (0..<20).reduce(0) { $0 + $1 * 97 })
  }

  @Test func `a table of which each chunk changes between two scans is not packed until that ends`() throws {
    let store = try Self.store()
    let table = store.table(Parcel.self)
    for _ in 0..<20 {
      // Two records of each chunk.
      try table.records.where(\.id).in(Array(stride(from: 1, through: 5_000, by: 64))).updateAll { $0.weight += 1 }
      #expect(table.records.where(\.shelf < 10).count == 10 && packed(store).isEmpty)
    }
    for _ in 0..<2 { #expect(table.records.where(\.shelf < 10).count == 10) }
    #expect(packed(store) == ["shelf"])
  }

  @Test func `texts are packed without keeping those that are gone`() throws {
    let store = Store(notificationCenter: nil)
    store.pageRule = .byUse
    let table = store.table(Parcel.self)
    /// Short, long, and equal to others that are encoded differently.
    func name(_ number: Int) -> String {
      ["box", "a box that is too long for a string of sixteen bytes", "e\u{301}clair", "éclair"][number % 4]
    }
    try table.insert(
      contentsOf: (0..<5_000).map { number in
        with(Parcel()) { ($0.name, $0.note) = (name(number), number % 3 == 0 ? nil : "note \(number % 5)") }
      })
    let long = name(1)
    for _ in 0..<3 {
      #expect(table.records.where(\.name == "box").count == 1_250 && table.records.where(\.name == long).count == 1_250)
      #expect(
        table.records.where(\.name == "éclair").count == 2_500 && table.records.where(\.name != "x").count == 5_000)
      #expect(table.records.where(\.note == nil).count == 1_667)
    }
    #expect(table.records.where(\.name == long && \.note == "note 1").plan.packedColumns == ["name", "note"])
    let before = store.snapshot()
    try table.records.updateAll { $0.name += ", which was renamed since" }
    for _ in 0..<3 {
      #expect(table.records.where(\.name == long + ", which was renamed since").count == 1_250)
      #expect(table.records.where(\.name == long).isEmpty)
      #expect(before.table(Parcel.self).records.where(\.name == long).count == 1_250)
      #expect(Set(table.records.pluck(\.name)) == Set((0..<4).map { name($0) + ", which was renamed since" }))
    }
  }

  @Test func `pages that a transaction has made do not outlive its rollback`() throws {
    struct Stop: Error {}
    let store = try Self.store()
    let table = store.table(Parcel.self)
    for _ in 0..<3 { #expect(table.records.where(\.shelf < 0).isEmpty) }
    #expect(throws: Stop.self) {
      try store.inTransaction {
        try table.records.updateAll { $0.shelf = -1 - $0.shelf }
        for _ in 0..<3 { #expect(table.records.where(\.shelf < 0).count == 5_000) }
        throw Stop()
      }
    }
    for _ in 0..<4 { #expect(table.records.where(\.shelf < 0).isEmpty && table.sum(\.shelf) == 12_497_500) }
  }

  @Test func `a limit of zero makes no pages, and a lower limit drops them`() throws {
    let store = try Self.store()
    let table = store.table(Parcel.self)
    store.packedColumnLimit = 0
    for _ in 0..<4 { #expect(table.records.where(\.shelf < 10).count == 10) }
    #expect(store.packedColumnBytes == 0 && packed(store).isEmpty && store.packedColumnLimit == 0)
    store.packedColumnLimit = 1 << 20
    for _ in 0..<3 { #expect(table.records.where(\.shelf < 10).count == 10) }
    #expect(store.packedColumnBytes > 40_000)
    store.packedColumnLimit = 10_000
    #expect(store.packedColumnBytes == 0)
    store.packedColumnLimit = -1
    #expect(store.packedColumnLimit == 0)
  }

  @Test func `a lower limit also drops the pages of a scan that is under way`() throws {
    let store = try Self.store()
    let table = store.table(Parcel.self)
    #expect(table.records.where(\.shelf < 10).count == 10)
    // The second scan makes the pages.
    let found = table.records.where(\.shelf >= 0).find { item in
      if item.id == 5_000 {
        #expect(store.packedColumnBytes > 40_000)
        store.packedColumnLimit = 20_000
        #expect(table.records.where(\.shelf < 10).count == 10)
      }
      return true
    }
    #expect(found.count == 5_000 && store.packedColumnBytes <= 20_000)
  }

  @Test func `no more bytes than the limit are taken, and the column used last stays`() throws {
    let store = try Self.store()
    let table = store.table(Parcel.self)
    store.packedColumnLimit = 70_000
    for _ in 0..<3 { #expect(table.records.where(\.shelf < 10).count == 10) }
    #expect(packed(store) == ["shelf"])
    for _ in 0..<3 { #expect(table.records.where(\.rank < 10).count == 8) }
    #expect(packed(store) == ["rank"] && store.packedColumnBytes <= 70_000 + 20_000)
    for _ in 0..<3 {
      #expect(table.records.where(\.shelf < 10).count == 10 && table.records.where(\.rank < 10).count == 8)
    }
  }

  @Test func `a packed column is packed by the first scan of a table of any size`() throws {
    let store = Store(notificationCenter: nil)
    store.pageRule = .byUse
    let table = store.table(Reading.self)
    try table.insert(contentsOf: (0..<40).map { number in with(Reading()) { $0.value = number } })
    #expect(table.records.where(\.value < 10).count == 10)
    let plan = table.records.where(\.value < 10 && \.doubled >= 10 && \.level == nil).plan
    #expect(plan.packedColumns == ["value"] && plan.callsCode)
    #expect(table.records.where(\.value < 10 && \.doubled >= 10 && \.level == nil).count == 5)
    #expect(Reading.schema.columns.contains { $0.options.description == "[packed]" })
  }

  @Test(arguments: PageRule.allCases) func `tables of one row and rows of 64 KB have the same answers`(
    rule: PageRule
  ) throws {
    let store = Store(notificationCenter: nil)
    store.pageRule = rule
    let (sheets, readings) = (store.table(Sheet.self), store.table(Reading.self))
    for number in 0..<3 { try sheets.create { $0.rank = number } }
    try readings.create { $0.value = .max }
    for _ in 0..<3 {
      #expect(sheets.records.where(\.rank > 0).ids == [2, 3] && sheets.sum(\.rank) == 3)
      #expect(readings.records.where(\.value == .max).count == 1 && readings.records.where(\.value < .max).isEmpty)
      #expect(readings.maximum(\.value) == .max && readings.minimum(\.level) == nil && readings.sum(\.value) == .max)
    }
  }

  @Test(arguments: PageRule.allCases) func `columns with accessors and observers are read from records`(
    rule: PageRule
  ) throws {
    let store = Store(notificationCenter: nil)
    store.pageRule = rule
    let gauges = store.table(Gauge.self)
    try gauges.insert(
      contentsOf: (0..<2_500).map { number in
        with(Gauge()) {
          $0.watched = number % 4 == 0 ? nil : number
          $0.level = number % 10
        }
      })
    for _ in 0..<3 {
      let finder = gauges.records.where(\.level < 3 && \.watched != nil)
      #expect(finder.count == 500 && finder.plan.packedColumns.isEmpty)
      #expect(gauges.sum(\.level) == 11_250 && (gauges.maximum(\.watched) as Int?) == 2_499)
      #expect(gauges.records.order(by: \.watched, .descending).limit(2).pluck(\.level) == [9, 8])
      #expect(gauges.records.group(by: \.level).count() == Dictionary(uniqueKeysWithValues: (0..<10).map { ($0, 250) }))
    }
    #expect(store.packedColumnBytes == 0)
  }

  @Test func `pages of a table that is gone are released`() throws {
    let store = try Self.store()
    do {
      let other = store.fork()
      try other.table(Reading.self).create { $0.value = 1 }
      #expect(other.table(Reading.self).records.where(\.value == 1).count == 1 && store.packedColumnBytes > 0)
    }
    #expect(store.packedColumnBytes == 0)
    for _ in 0..<3 { #expect(store.table(Parcel.self).records.where(\.shelf == 1).count == 1) }
    let bytes = store.packedColumnBytes
    try store.table(Parcel.self).records.where(\.shelf >= 128).deleteAll()
    #expect(store.table(Parcel.self).records.where(\.shelf == 1).count == 1)
    #expect(store.packedColumnBytes < bytes / 2)
  }

  @Test func `a scan of a snapshot with fewer records leaves the pages of those that were added later`() throws {
    let store = try Self.store(3_000)
    let (table, before) = (store.table(Parcel.self), store.snapshot().table(Parcel.self))
    try table.insert(contentsOf: (3_000..<9_000).map { number in with(Parcel()) { $0.shelf = number } })
    for _ in 0..<3 { #expect(table.records.where(\.shelf < 10).count == 10) }
    let bytes = store.packedColumnBytes
    for _ in 0..<3 { #expect(before.records.where(\.shelf < 10).count == 10) }
    #expect(bytes > 70_000 && store.packedColumnBytes >= bytes)
  }

  private func with<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
    var value = value
    change(&value)
    return value
  }
}
