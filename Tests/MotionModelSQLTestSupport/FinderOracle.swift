package import MotionModel
package import MotionModelSQL
import MotionModelTestSupport
import Testing

/// Random finders have the same answers in a database and in memory.
package struct FinderOracle<Adapter: StorageAdapter> {
  private typealias Kept = Sample<Adapter>
  private typealias Memory = Sample<ArrayAdapter>

  private let kept: Store
  private let memory = Store()
  private let dialect: SQLDialect
  private var random: SplitMix64
  private var copy: SplitMix64

  /// Fills an adapter that has no records, and memory, with the same random records.
  package init(_ adapter: Adapter, _ dialect: SQLDialect, part: Int) throws {
    (kept, self.dialect) = (Store(adapters: [adapter]), dialect)
    random = TestSeed.generator(part)
    copy = random
    let samples = (0..<120).map { _ in Kept.random(&random) }
    let copies = (0..<120).map { _ in Memory.random(&copy) }
    try kept.table(Kept.self).insert(contentsOf: samples)
    try memory.table(Memory.self).insert(contentsOf: copies)
    try change()
  }

  /// Deletes some records and puts one of them back, so that the order of insertion is not that of the ids.
  private func change() throws {
    let (kept, memory) = (kept.table(Kept.self), memory.table(Memory.self))
    try kept.records.where(\.id > 100).deleteAll()
    try memory.records.where(\.id > 100).deleteAll()
    var first = try #require(try kept.records.find(3))
    var second = try #require(memory.records.find(3))
    try kept.records.where(\.id == 3).deleteAll()
    try memory.records.where(\.id == 3).deleteAll()
    try kept.insert(&first)
    try memory.insert(&second)
  }

  /// Compares random finders.
  ///
  /// - Parameter leastExact: How many of them the database has to answer alone.
  package mutating func compareFinders(_ count: Int, leastExact: Int) throws {
    var exact = 0
    for _ in 0..<count {
      let finder = Kept.finder(in: kept, &random)
      let expected = Memory.finder(in: memory, &copy)
      let sql = finder.sql(dialect)
      if sql.isExact { exact += 1 }
      let text = "\(expected)\n\(sql.statement)\n\(sql.statement.bindings)\nseed \(TestSeed.current)"
      #expect(try finder.ids == expected.ids, "\(text)")
      #expect(try finder.count == expected.count, "\(text)")
    }
    #expect(exact > leastExact, "Most of what is asked has SQL.")
  }

  /// Compares the values of all columns with those that were saved.
  package mutating func compareValues(_ count: Int) throws {
    let samples = (0..<count).map { _ in Kept.random(&random) }
    let saved = try kept.table(Kept.self).insert(contentsOf: samples)
    let read = try Array(kept.table(Kept.self).records.all.suffix(count))
    #expect(read.count == saved.count)
    for (first, second) in zip(saved, read) {
      // NaN equals nothing, and zero equals negative zero.
      for column in Kept.schema.columns { #expect("\(column[first])" == "\(column[second])", "\(column)") }
      #expect(first.fraction.sign == second.fraction.sign || first.fraction.isNaN)
      #expect(first.name.utf8.elementsEqual(second.name.utf8))
    }
  }
}
