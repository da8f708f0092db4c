#if SQLite
  import Foundation
  import MotionModel
  import MotionModelSQL
  import MotionModelSQLite
  import MotionModelTestSupport
  import Testing

  /// Random finders have the same answers in SQLite and in memory.
  @Suite struct SQLiteFinderTests {
    private typealias Kept = Sample<SQLiteAdapter>
    private typealias Memory = Sample<ArrayAdapter>

    @Test(arguments: 0..<8) func `random finders have the answers of memory`(part: Int) throws {
      let adapter = try SQLiteAdapter()
      let (kept, memory) = (Store(adapters: [adapter]), Store())
      var random = TestSeed.generator(part)
      var copy = random
      try kept.table(Kept.self).insert(contentsOf: (0..<120).map { _ in Kept.random(&random) })
      try memory.table(Memory.self).insert(contentsOf: (0..<120).map { _ in Memory.random(&copy) })
      try change(kept.table(Kept.self).records, memory.table(Memory.self).records)
      var exact = 0
      for _ in 0..<400 {
        let finder = Kept.finder(in: kept, &random)
        let expected = Memory.finder(in: memory, &copy)
        if finder.sql(.sqlite).isExact { exact += 1 }
        let sql = finder.sql(.sqlite).statement
        #expect(try finder.ids == expected.ids, "\(expected)\n\(sql)\n\(sql.bindings)\nseed \(TestSeed.current)")
        #expect(try finder.count == expected.count, "\(expected)")
      }
      #expect(exact > 80, "Most of what is asked has SQL.")
    }

    /// Deletes some records and puts one of them back, so that the order of insertion is not that of the ids.
    private func change(_ kept: Finder<Kept>, _ memory: Finder<Memory>) throws {
      try kept.store.table(Kept.self).records.where(\.id > 100).deleteAll()
      try memory.store.table(Memory.self).records.where(\.id > 100).deleteAll()
      var first = try #require(try kept.find(3))
      var second = try #require(memory.find(3))
      try kept.where(\.id == 3).deleteAll()
      try memory.where(\.id == 3).deleteAll()
      try kept.store.table(Kept.self).insert(&first)
      try memory.store.table(Memory.self).insert(&second)
    }

    @Test func `every value comes back as it was, in all columns`() throws {
      let store = Store(adapters: [try SQLiteAdapter()])
      var random = TestSeed.generator(99)
      let saved = try store.table(Kept.self).insert(contentsOf: (0..<300).map { _ in Kept.random(&random) })
      let read = try store.table(Kept.self).records.all
      #expect(read.count == saved.count)
      for (first, second) in zip(saved, read) {
        // NaN equals nothing, and zero equals negative zero.
        for column in Kept.schema.columns { #expect("\(column[first])" == "\(column[second])", "\(column)") }
        #expect(first.fraction.sign == second.fraction.sign || first.fraction.isNaN)
        #expect(first.name.utf8.elementsEqual(second.name.utf8))
      }
    }
  }
#endif
