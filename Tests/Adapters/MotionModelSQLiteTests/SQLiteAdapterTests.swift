#if SQLite
  import Dispatch
  import Foundation
  import MotionModel
  import MotionModelSQL
  import MotionModelSQLTestSupport
  import MotionModelSQLite
  import MotionModelTestSupport
  import MotionModelTesting
  import MotionModelTransactions
  import MotionModelValues
  import Testing

  private struct Page: Model, Equatable {
    typealias Adapter = SQLiteAdapter

    var id = 0
    var title = ""
    var views = 0
    var version = 0

    static let schema = Schema<Page> {
      Column(\.title, .unique)
      Column(\.views)
      LockVersion(\.version)
    }
  }

  private struct Place: Model, Equatable {
    typealias Adapter = SQLiteAdapter

    var id = 0
    var row = 0
    var column = 0

    static let schema = Schema<Place> {
      Column(\.row)
      Column(\.column)
      Index(\.row, \.column, unique: true)
    }
  }

  /// A model whose columns have names that SQL could take for something else.
  private struct Hostile: Model, Equatable {
    typealias Adapter = SQLiteAdapter

    var id = 0
    var first = ""
    var second = 0

    static let schema = Schema<Hostile> {
      Column(\.first, name: "a\"; DROP TABLE Hostile; --", .unique)
      Column(\.second, name: "select", .ordered)
    }
  }

  /// The model of a later version of the program.
  private enum Later {
    struct Page: Model, Equatable {
      typealias Adapter = SQLiteAdapter

      var id = 0
      var heading = ""
      var views = 0
      var stars = 3
      var note: String?

      static let schema = Schema<Page> {
        Column(\.heading, .indexed, was: "title")
        Column(\.views, .ordered)
        Column(\.stars)
        Column(\.note)
      }
    }
  }

  /// A shelf before its books were counted and added up, and the shelf of a later version of the program.
  private enum Before {
    struct Shelf: Model {
      typealias Adapter = SQLiteAdapter

      var id = 0
      static let schema = Schema<Shelf> {}
    }
  }

  private struct Shelf: Model, Equatable {
    typealias Adapter = SQLiteAdapter

    var id = 0
    var pages = 0
    var thickest: Int?
    var label = ""

    static let schema = Schema<Shelf> {
      Derived(\.pages, .ordered, sum: \.books, \.pages)
      Derived(\.thickest, maximum: \.books, \.pages)
      Derived(\.label) { "\($0.pages) pages" }
    }
    struct Relations {
      let books = HasMany<Book>(\.shelfID)
    }
    static let relations = Relations()
  }

  private struct Book: Model {
    typealias Adapter = SQLiteAdapter

    var id = 0
    var shelfID = 0
    var pages = 0

    static let schema = Schema<Book> {
      Column(\.shelfID)
      Column(\.pages)
    }
    struct Relations {
      let shelf = BelongsTo<Shelf>(\.shelfID)
    }
    static let relations = Relations()
  }

  /// The adapter: the tests that each adapter passes, tables, and other programs that write.
  @Suite(.temporaryFolder) struct SQLiteAdapterTests {
    private var file: URL { TemporaryFolder.current.appending(path: "pages.db") }

    @Test(arguments: AdapterTest.allCases) func `a database in memory passes the tests of adapters`(
      test: AdapterTest
    ) throws {
      try test.run(seed: TestSeed.current) { try SQLiteAdapter() }
    }

    @Test(arguments: AdapterTest.allCases) func `a database in a file passes the tests of adapters`(
      test: AdapterTest
    ) throws {
      try test.run(seed: TestSeed.current) { try SQLiteAdapter(file: file) }
    }

    @Test(arguments: KeptRecordsTest.allCases) func `records of a database in a file do all that those in memory do`(
      test: KeptRecordsTest
    ) throws {
      try test.run { try SQLiteAdapter(file: file) }
    }

    @Test(arguments: 0..<5) func `random steps have the same result`(part: Int) throws {
      try AdapterTest.random.run(seed: TestSeed.current &+ UInt64(part) &* 7919) { try SQLiteAdapter() }
    }

    // MARK: - Files

    @Test func `records are there when the file is opened again`() throws {
      let pages = Store(adapters: [try SQLiteAdapter(file: file)]).table(Page.self)
      let page = try pages.create { ($0.title, $0.views) = ("Home", 2) }
      let again = Store(adapters: [try SQLiteAdapter(file: file)]).table(Page.self)
      #expect(try again.records.all == [page])
      #expect(try again.create { $0.title = "About" }.id == 2)
    }

    @Test func `records exchange unique values in one commit`() throws {
      let store = Store(adapters: [try SQLiteAdapter()])
      let pages = store.table(Page.self)
      try pages.insert(
        contentsOf: ["a", "b", "c"].map { title in
          var page = Page()
          page.title = title
          return page
        })
      try pages.records.updateAll { $0.title = ["a": "b", "b": "c", "c": "a"][$0.title] ?? "" }
      #expect(try pages.records.pluck(\.title) == ["b", "c", "a"])
    }

    @Test func `records exchange unique values of each type`() throws {
      let (found, expected) = try Exchanged<SQLiteAdapter>.exchange(in: Store(adapters: [try SQLiteAdapter()]))
      #expect(found == expected)
    }

    @Test func `a row whose unique value changes keeps what other programs have in it`() throws {
      let pages = Store(adapters: [try SQLiteAdapter(file: file)]).table(Page.self)
      try pages.insert(contentsOf: ["a", "b", "c"].map { Page(title: $0) })
      let raw = try SQLiteConnection(file.path)
      try raw.run("ALTER TABLE \(name: "Page") ADD COLUMN floor")
      try raw.run("UPDATE \(name: "Page") SET floor = id * 10")
      try pages.records.where(\.title == "c").updateAll { $0.title = "d" }
      try pages.records.updateAll { $0.title = ["a": "b", "b": "a"][$0.title] ?? $0.title }
      let rows = try raw.run("SELECT title, floor FROM \(name: "Page") ORDER BY id")
      #expect(rows.values == [.text("b"), .integer(10), .text("a"), .integer(20), .text("d"), .integer(30)])
    }

    @Test func `names and values that look like SQL are names and values`() throws {
      let records = Store(adapters: [try SQLiteAdapter()]).table(Hostile.self)
      let values = ["'); DROP TABLE Hostile; --", "\"", "\u{0}", "?1", "%", "\\", "a\u{301}\u{0}b"]
      for value in values { try records.create { ($0.first, $0.second) = (value, value.count) } }
      #expect(try records.records.pluck(\.first) == values)
      for value in values { #expect(try records.records.where(\.first == value).pluck(\.first) == [value]) }
      #expect(try records.records.where(\.first).in(values).order(by: \.second).count == values.count)
    }

    @Test func `many records with unique columns, one and two together, are written at once`() throws {
      let store = Store(adapters: [try SQLiteAdapter()])
      let pages = store.table(Page.self)
      try pages.insert(contentsOf: (0..<3000).map { Page(title: "\($0)") })
      try pages.records.updateAll { $0.views += 1 }
      #expect(throws: StoreError.self) { try pages.insert(contentsOf: [Page(title: "new"), Page(title: "2999")]) }
      let places = store.table(Place.self)
      try places.insert(contentsOf: (0..<3000).map { Place(row: $0 / 50, column: $0 % 50) })
      #expect(throws: StoreError.self) { try places.insert(contentsOf: [Place(row: 3, column: 7)]) }
      #expect(try (pages.records.count, pages.records.sum(\.views), places.records.count) == (3000, 3000, 3000))
    }

    // MARK: - Other programs

    @Test func `a record that another program has changed is stale, and one that it has deleted is gone`() throws {
      let first = Store(adapters: [try SQLiteAdapter(file: file)]).table(Page.self)
      let raw = try SQLiteConnection(file.path)
      var page = try first.create { $0.title = "Home" }
      try raw.run("UPDATE \(name: "Page") SET \(name: "version") = 7")
      page.views = 9
      let error = #expect(throws: StoreError.self) { try first.save(&page) }
      guard case .stale(let conflict)? = error, let both = conflict.records(of: Page.self) else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(both.stored.version == 7 && both.record.views == 9)
      try raw.run("DELETE FROM \(name: "Page")")
      #expect(throws: StoreError.recordGone(model: "Page", id: "1")) { try first.reload(&page) }
    }

    @Test func `no other program writes between what a transaction reads and its commit`() throws {
      let pages = Store(adapters: [try SQLiteAdapter(file: file)]).table(Page.self)
      let raw = try SQLiteConnection(file.path, timeout: 1)
      let other = Store(adapters: [try SQLiteAdapter(file: file, busyTimeout: .milliseconds(1))]).table(Page.self)
      try pages.insert(contentsOf: ["a", "b", "c"].map { Page(title: $0) })
      let version = try pages.require(1).version
      try raw.run("UPDATE \(name: "Page") SET \(name: "title") = 'new' WHERE \(name: "id") = 1")
      try pages.store.transaction { _ in
        guard var page = try pages.find(1) else { return }
        let busy = #expect(throws: SQLError.self) {
          try raw.run("UPDATE \(name: "Page") SET \(name: "title") = 'newer' WHERE \(name: "id") = 1")
        }
        if case .busy? = busy {} else { Issue.record("\(String(describing: busy))") }
        #expect(throws: SQLError.busy(statement: "BEGIN IMMEDIATE")) { try other.create { $0.title = "d" } }
        // Others read what was committed last.
        #expect(try other.require(1).title == "new")
        page.views = 7
        try pages.save(&page)
      }
      #expect(try pages.require(1).views == 7 && pages.require(1).title == "new")
      #expect(try pages.require(1).version > version)
      #expect(try other.create { $0.title = "d" }.id == 4)
      try pages.delete(4)
      // More records are found than a transaction keeps.
      try pages.insert(contentsOf: (0..<40).map { Page(title: "\($0)") })
      try pages.store.transaction { _ in
        var found = try pages.find(all: Array(5..<45))
        for index in found.indices {
          found[index].views = index
          try pages.save(&found[index])
        }
      }
      #expect(try pages.records.where(\.id >= 5).order(by: \.id).pluck(\.views) == Array(0..<40))
    }

    @Test func `unique values that another program has written are an error of the store`() throws {
      let pages = Store(adapters: [try SQLiteAdapter(file: file)]).table(Page.self)
      let raw = try SQLiteConnection(file.path)
      try pages.create { $0.title = "Home" }
      try raw.run(
        "INSERT INTO \(name: "Page") (\(names: ["id", "title", "views", "version"])) VALUES (9, 'About', 0, 0)")
      #expect(throws: StoreError.notUnique(model: "Page", columns: ["title"], id: "9")) {
        try pages.create { $0.title = "About" }
      }
      var taken = Page(title: "x")
      taken.id = 9
      #expect(throws: StoreError.idTaken(model: "Page", id: "9")) { try pages.insert(&taken) }
      #expect(try pages.create { $0.title = "More" }.id == 10)
      #expect(try pages.records.pluck(\.title) == ["Home", "About", "More"])
    }

    @Test func `threads read what was committed last while others write, also in two stores on one file`() async throws
    {
      let file = file
      let stores = try (0..<2).map { _ in Store(adapters: [try SQLiteAdapter(file: file)]) }
      try stores[0].table(Page.self).create { $0.title = "first" }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, store) in stores.enumerated() {
          group.addTask {
            for index in 0..<50 {
              // Both stores give ids; the one that is later is refused, and tries again.
              while true {
                do {
                  try store.table(Page.self).create { $0.title = "\(number) \(index)" }
                  break
                } catch StoreError.idTaken {}
              }
            }
          }
        }
        for store in stores {
          group.addTask {
            var latest = 0
            for _ in 0..<100 {
              let count = try store.table(Page.self).records.count
              #expect(count >= latest)
              latest = count
            }
          }
        }
        try await group.waitForAll()
      }
      let pages = try stores[1].table(Page.self).records.all
      #expect(pages.count == 101 && Set(pages.map(\.id)).count == 101)
      #expect(pages.filter { $0.title.hasPrefix("0 ") }.map(\.title) == (0..<50).map { "0 \($0)" })
    }

    // MARK: - Tables

    @Test func `a table of an earlier version is refused, and migrated`() throws {
      try Store(adapters: [try SQLiteAdapter(file: file)]).table(Page.self).create {
        ($0.title, $0.views) = ("Home", 2)
      }
      let adapter = try SQLiteAdapter(file: file)
      let pages = Store(adapters: [adapter]).table(Later.Page.self)
      #expect(throws: SQLError.self) { try pages.records.all }
      let statements = try adapter.migration(of: Later.Page.self)
      #expect(statements.first?.text == #"ALTER TABLE "Page" RENAME COLUMN "title" TO "heading""#)
      #expect(throws: SQLError.self) { try pages.records.all }
      try adapter.migrate([Later.Page.self])
      #expect(try adapter.migration(of: Later.Page.self) == [])
      let page = try #require(try pages.records.first)
      #expect((page.id, page.heading, page.views, page.stars, page.note) == (1, "Home", 2, 3, nil))
      try pages.create { $0.heading = "Home" }
    }

    @Test func `derived columns that are declared anew are computed once for what is there`() throws {
      try Store(adapters: [try SQLiteAdapter(file: file)]).table(Before.Shelf.self).insert(
        contentsOf: [Before.Shelf(), Before.Shelf()])
      let adapter = try SQLiteAdapter(file: file)
      try adapter.migrate([Shelf.self, Book.self])
      let raw = try SQLiteConnection(file.path)
      try raw.run(
        "INSERT INTO \(name: "Book") (\(names: ["id", "shelfID", "pages"])) VALUES (1, 2, 300), (2, 2, 40), (3, 9, 7)")
      let store = Store(adapters: [adapter])
      let shelves = store.table(Shelf.self)
      #expect(try shelves.records.pluck(\.pages) == [0, 0])
      let preview = store.preview { try shelves.rebuildDerived() }
      #expect(preview.value == 2 && preview.changeset.changes(of: Shelf.self).map(\.new?.pages) == [0, 340])
      #expect(try shelves.records.pluck(\.pages) == [0, 0])
      #expect(try shelves.rebuildDerived() == 2)
      let expected = [
        Shelf(id: 1, pages: 0, thickest: nil, label: "0 pages"),
        Shelf(id: 2, pages: 340, thickest: 300, label: "340 pages"),
      ]
      #expect(try shelves.records.all == expected)
      #expect(try shelves.rebuildDerived() == 0)
      try raw.run("DELETE FROM \(name: "Book") WHERE id = 1")
      #expect(try Store.with(store) { try Shelf.rebuildDerived() } == 1)
      #expect(try shelves.require(2) == Shelf(id: 2, pages: 40, thickest: 40, label: "40 pages"))
    }

    @Test func `a table that others have made needs no order of insertion`() throws {
      let raw = try SQLiteConnection(file.path)
      try raw.run(
        """
        CREATE TABLE \(name: "Page") (id INTEGER PRIMARY KEY, title TEXT NOT NULL UNIQUE, views INTEGER NOT NULL, \
        version INTEGER NOT NULL, other TEXT)
        """)
      try raw.run("INSERT INTO \(name: "Page") VALUES (5, 'b', 0, 0, 'x'), (2, 'a', 1, 0, 'y')")
      let pages = Store(adapters: [try SQLiteAdapter(file: file)]).table(Page.self)
      #expect(try pages.records.ids == [2, 5])
      try pages.create { $0.title = "c" }
      try pages.records.updateAll { $0.title = ["a": "b", "b": "a"][$0.title] ?? $0.title }
      #expect(try pages.records.pluck(\.title) == ["b", "a", "c"])
      #expect(try pages.records.reversed().limit(2).ids == [6, 5])
      try pages.delete(5)
      #expect(try pages.records.distinct(by: \.views).ids == [2, 6])
    }

    @Test func `a table that is rebuilt keeps foreign keys and defaults that others have declared`() throws {
      let raw = try SQLiteConnection(file.path)
      try raw.run("CREATE TABLE \(name: "Shelf") (room TEXT, number INTEGER, PRIMARY KEY (room, number))")
      try raw.run("INSERT INTO \(name: "Shelf") VALUES ('a', 1), ('b', 2)")
      try raw.run(
        """
        CREATE TABLE \(name: "Page") (id INTEGER PRIMARY KEY, title TEXT NOT NULL DEFAULT 'none', views INTEGER NOT NULL, \
        room TEXT NOT NULL DEFAULT ('a' || ''), number INTEGER DEFAULT 1, made TEXT DEFAULT CURRENT_TIMESTAMP, \
        \(name: "next") INTEGER REFERENCES \(name: "Page") ON DELETE SET NULL, \
        FOREIGN KEY (room, number) REFERENCES \(name: "Shelf") (room, number) ON DELETE CASCADE ON UPDATE CASCADE)
        """)
      try raw.run("INSERT INTO \(name: "Page") (id, title, views, room, number) VALUES (1, 'Home', 2, 'b', 2)")
      let adapter = try SQLiteAdapter(file: file)
      try adapter.migrate([Page.self])
      #expect(try adapter.migration(of: Page.self) == [])
      let pages = Store(adapters: [adapter]).table(Page.self)
      #expect(try pages.find(1) == Page(id: 1, title: "Home", views: 2, version: 0))
      try pages.create { $0.title = "About" }
      let added = try raw.run("SELECT room, number, made IS NOT NULL FROM \(name: "Page") WHERE id = 2")
      #expect(added.values == [.text("a"), .integer(1), .integer(1)])
      try raw.run("PRAGMA foreign_keys = ON")
      #expect(throws: SQLError.self) { try raw.run("UPDATE \(name: "Page") SET number = 3 WHERE id = 2") }
      #expect(throws: SQLError.self) { try raw.run("UPDATE \(name: "Page") SET \(name: "next") = 9 WHERE id = 2") }
      try raw.run("UPDATE \(name: "Shelf") SET number = 5 WHERE room = 'b'")
      #expect(try raw.run("SELECT number FROM \(name: "Page") WHERE id = 1").values == [.integer(5)])
      try raw.run("UPDATE \(name: "Page") SET \(name: "next") = 1 WHERE id = 2")
      try raw.run("DELETE FROM \(name: "Shelf") WHERE room = 'b'")
      #expect(
        try raw.run("SELECT id, \(name: "next") FROM \(name: "Page")").values == [.integer(2), .null])
    }

    @Test func `each find has the record with its id, a long or a short one or none, by all threads`() throws {
      let pages = Store(notificationCenter: nil, adapters: [try SQLiteAdapter(file: file)]).table(Page.self)
      let titles = Dictionary(
        uniqueKeysWithValues: (1...40).map { ($0, String(repeating: "\($0) ", count: [1, 20, 3_000][$0 % 3])) })
      try pages.insert(contentsOf: titles.map { Page(id: $0, title: $1) })
      let wrong = Locked<Set<Int>>([])
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for step in 0..<500 {
          let id = (step * 7 + thread) % 50
          if (try? pages.find(id))?.title != titles[id] { wrong.withLock { _ = $0.insert(id) } }
        }
      }
      #expect(wrong.withLock(\.self) == [])
    }

    @Test func `a table is used by its index`() throws {
      let adapter = try SQLiteAdapter(file: file)
      let pages = Store(adapters: [adapter]).table(Page.self)
      let plan = try pages.where(\.title == "Home").plan
      #expect(plan.contains("USING INDEX") && !plan.contains("IN MEMORY"), "\(plan)")
      #expect(try adapter.plan(of: pages.where(\.title == "Home")) == plan)
      let code = try pages.where { $0.title == "Home" && $0.title.count > 2 }.order(by: \.id).plan
      #expect(code.contains("USING INDEX") && code.contains("\nIN MEMORY Page where "), "\(code)")
    }

    @Test func `calls that wait run on threads of their own, in the store, and end when their task is cancelled`()
      async throws
    {
      let store = Store(adapters: [try SQLiteAdapter(file: file)])
      try store.table(Page.self).create { $0.title = "Home" }
      let titles = try await store.waiting { try Page.records.pluck(\.title) }
      #expect(titles == ["Home"])
      await #expect(throws: StoreError.self) { try await store.waiting { try Page.create { $0.title = "Home" } } }
      let counts = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<100 {
          group.addTask {
            try await store.waiting {
              if number % 10 == 0 { try Page.create { $0.title = "\(number)" } }
              return try Page.count
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(counts.count == 100 && counts.allSatisfy { (1...11).contains($0) })
      let cancelled = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await store.waiting { try Page.count }
      }
      await #expect(throws: CancellationError.self) { try await cancelled.value }
    }

    @Test func `aggregates and groups of columns read no records`() throws {
      let pages = Store(adapters: [try SQLiteAdapter(file: file)]).table(Page.self)
      try pages.insert(contentsOf: (0..<10).map { Page(title: "\($0)", views: $0 % 3) })
      // A record that cannot be read.
      try SQLiteConnection(file.path).run("UPDATE \(name: "Page") SET \(name: "title") = x'FF' WHERE id = 2")
      #expect(throws: SQLError.self) { try pages.records.all }
      let finder = pages.records.where(\.id > 1).order(by: \.views)
      #expect(try (finder.count, finder.sum(\.views), finder.average(\.views)) == (9, 9, 1))
      #expect(try (finder.minimum(\.id), finder.maximum(\.views)) == (2, 2))
      #expect(try finder.group(by: \.views).count() == [0: 3, 1: 3, 2: 3])
      #expect(try finder.group(by: \.views).sum(\.id) == [0: 21, 1: 15, 2: 18])
      #expect(try pages.records.where(\.id > 99).sum(\.views) == 0)
      #expect(try pages.records.where(\.id > 99).minimum(\.views) == nil)
    }

    @Test func `a value that no value of the column becomes is an error that names the column`() throws {
      let pages = Store(adapters: [try SQLiteAdapter(file: file)]).table(Page.self)
      try pages.create { $0.title = "Home" }
      try SQLiteConnection(file.path).run("UPDATE \(name: "Page") SET \(name: "views") = 'secret'")
      let error = #expect(throws: SQLError.self) { try pages.records.all }
      #expect(error.map { "\($0)".contains("\"views\"") && !"\($0)".contains("secret") } == true)
    }
  }
#endif
