#if SQLite
  import MotionModel
  import MotionModelSQL
  import MotionModelSQLite
  import MotionModelTestSupport
  import MotionModelTesting
  import MotionModelValues
  import Testing

  private struct Page: Model, Equatable {
    typealias Adapter = AnyAdapter

    var id = 0
    var title = ""

    static let schema = Schema<Page> { Column(\.title, .unique) }
  }

  /// An adapter that is chosen, and suites that run with several.
  struct AnyAdapterTests {
    @Test(arguments: AdapterTest.allCases) func `does in memory what adapters do`(test: AdapterTest) throws {
      try test.run { AnyAdapter() }
    }

    @Test(arguments: AdapterTest.allCases) func `does in SQLite what adapters do`(test: AdapterTest) throws {
      try test.run { AnyAdapter(try SQLiteAdapter()) }
    }

    @Test(arguments: KeptRecordsTest.allCases) func `records of either do all that those in memory do`(
      test: KeptRecordsTest
    ) throws {
      try test.run { AnyAdapter() }
      try test.run { AnyAdapter(try SQLiteAdapter()) }
    }

    @Test func `throws what the chosen adapter throws`() throws {
      let adapter = try SQLiteAdapter()
      let pages = Store(adapters: [AnyAdapter(adapter)]).table(Page.self)
      try pages.create { $0.title = "Home" }
      #expect(throws: StoreError.self) { try pages.create { $0.title = "Home" } }
      #expect(try pages.records.pluck(\.title) == ["Home"])
    }

    @Test func `says how the chosen adapter finds records`() throws {
      let pages = Store(adapters: [AnyAdapter(try SQLiteAdapter())]).table(Page.self)
      #expect(try pages.where(\.title == "Home").plan.contains("USING INDEX"))
      let memory = Store(adapters: [AnyAdapter()]).table(Page.self)
      #expect(try memory.where(\.title == "Home").plan == "IN MEMORY Page where title == \"Home\"")
    }
  }

  /// The bodies that have run, by the kind of their store.
  private let runs = Locked<[String]>([])

  @Suite(
    .serialized,
    .eachStore(
      StoreKind("memory") {
        runs.withLock { $0.append("memory") }
        return Store(adapters: [AnyAdapter()])
      },
      StoreKind("SQLite") {
        runs.withLock { $0.append("SQLite") }
        return Store(adapters: [AnyAdapter(try SQLiteAdapter())])
      }))
  struct EachStoreTests {
    @Test(arguments: [1, 2]) func `each case of a test begins with an empty store of each kind`(count: Int) throws {
      #expect(try Page.count == 0)
      for number in 0..<count { try Page.create { $0.title = "\(number)" } }
      #expect(try Page.where(\.title == "0").count == 1)
      let kinds = runs.withLock { $0 }
      #expect(kinds == ["memory", "SQLite", "memory", "SQLite"].prefix(kinds.count).map(\.self))
      #expect(kinds.count > (count - 1) * 2)
    }
  }
#endif
