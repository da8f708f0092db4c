#if PostgreSQL
  import Foundation
  import MotionModel
  import MotionModelPostgreSQL
  import MotionModelSQL
  import MotionModelSQLTestSupport
  import MotionModelTestSupport
  import MotionModelTransactions
  import MotionModelValues
  import Testing

  private struct Page: Model, Equatable {
    typealias Adapter = PostgreSQLAdapter

    var id = 0
    var title = ""
    var views: Int16 = 0
    var version = 0

    static let schema = Schema<Page> {
      Column(\.title, .unique)
      Column(\.views)
      LockVersion(\.version)
    }
  }

  private struct Place: Model, Equatable {
    typealias Adapter = PostgreSQLAdapter

    var id = ""
    var row = 0
    var name = ""

    static let schema = Schema<Place> {
      Column(\.row)
      Column(\.name)
      Index(\.row, \.name, unique: true)
    }
  }

  /// A model whose columns have names that SQL could take for something else.
  private struct Hostile: Model, Equatable {
    typealias Adapter = PostgreSQLAdapter

    var id = 0
    var first = ""
    var second = 0

    static let schema = Schema<Hostile> {
      Column(\.first, name: "a\"; DROP TABLE Hostile; --", .unique)
      Column(\.second, name: "select", .ordered)
    }
  }

  /// A model whose table others have made.
  private struct Reading: Model, Equatable {
    typealias Adapter = PostgreSQLAdapter

    var id = 0
    var code = ""
    var price: Decimal = 0
    var ratio = 0.0
    var count = 0
    var time = Date(timeIntervalSinceReferenceDate: 0)
    var seen: Date?

    static let schema = Schema<Reading> {
      Column(\.code)
      Column(\.price)
      Column(\.ratio)
      Column(\.count)
      Column(\.time)
      Column(\.seen)
    }
  }

  /// A model whose table others have made, with times.
  private struct Visit: Model, Equatable {
    typealias Adapter = PostgreSQLAdapter

    var id = 0
    var day: Date?
    var time = Date(timeIntervalSinceReferenceDate: 0)
    var created = Date.distantPast
    var saved = Date.distantPast

    static let schema = Schema<Visit> {
      Column(\.day)
      Column(\.time)
      Timestamps(\.created, \.saved)
    }
  }

  /// A model whose table others have made, with UUIDs as text.
  private struct Device: Model, Equatable {
    typealias Adapter = PostgreSQLAdapter

    var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    var owner: UUID?
    var name = ""

    static let schema = Schema<Device> {
      Column(\.owner)
      Column(\.name)
    }
  }

  /// A parent that its children touch, with times in whole seconds.
  private struct Album: Model, Equatable {
    typealias Adapter = PostgreSQLAdapter

    var id = 0
    var made = Date.distantPast
    var changed = Date.distantPast

    static let schema = Schema<Album> { Timestamps(\.made, \.changed) }
  }

  private struct Track: Model, Equatable {
    typealias Adapter = PostgreSQLAdapter

    var id = 0
    var albumID = 0

    static let schema = Schema<Track> { Column(\.albumID) }
    struct Relations {
      let album = BelongsTo<Album>(\.albumID, touch: true)
    }
    static let relations = Relations()
  }

  /// A model whose strings are found without regard to case.
  private struct Badge: Model, Equatable {
    typealias Adapter = PostgreSQLAdapter

    var id = 0
    var name = ""
    var note: String?

    static let schema = Schema<Badge> {
      Column(\.name, .indexedIgnoringCase)
      Column(\.note, .indexedIgnoringCase)
    }
  }

  /// The model of a later version of the program.
  private enum Later {
    struct Page: Model, Equatable {
      typealias Adapter = PostgreSQLAdapter

      var id = 0
      var heading = ""
      var views = 0
      var stars = 3
      var note: String?

      static let schema = Schema<Page> {
        Column(\.heading, .indexed, was: "title")
        Column(\.views, .ordered)
        Column(\.stars)
        Column(\.note, .unique)
      }
    }
  }

  /// Records on a server: names and values of every kind, other programs that write, tables.
  @Suite(.server) struct PostgreSQLRecordTests {
    private let server = Result { try TestServer.database() }

    private func store(_ isolation: SQLIsolation = .serializable) throws -> Store {
      var limits = PostgreSQLLimits()
      limits.isolation = isolation
      return Store(adapters: [try PostgreSQLAdapter(server.get(), limits: limits)])
    }

    private func connection() throws -> PostgreSQLConnection {
      try PostgreSQLConnection(server.get(), PostgreSQLLimits())
    }

    @Test func `names and values that look like SQL are names and values`() throws {
      let records = try store().table(Hostile.self)
      let values = [
        "'); DROP TABLE Hostile; --", "\"", "\u{0}", "\u{1}", "\u{1}\u{2}", "\u{0}\u{1}", "$1", "%", "\\", "{a,\"b\\",
        "a\u{301}\u{0}b", "$$", "E'\\''", "/* */",
      ]
      for value in values { try records.create { ($0.first, $0.second) = (value, value.count) } }
      #expect(try records.records.pluck(\.first) == values)
      for value in values { #expect(try records.records.where(\.first == value).pluck(\.first) == [value]) }
      #expect(try records.records.where(\.first).in(values).count == values.count)
      let many = values + (0..<200).map { "none \($0)" }
      #expect(try records.records.where(\.first).in(many).count == values.count)
      #expect(try records.records.order(by: \.first).pluck(\.first) == values.sorted())
    }

    @Test func `strings in other forms are equal, also for unique columns and ids`() throws {
      let places = try store().table(Place.self)
      try places.create { ($0.id, $0.row, $0.name) = ("é", 1, "e\u{301}") }
      #expect(try places.find("e\u{301}")?.id.utf8.count == 2)
      #expect(throws: StoreError.self) { try places.create { ($0.id, $0.row) = ("e\u{301}", 2) } }
      #expect(throws: StoreError.self) { try places.create { ($0.id, $0.row, $0.name) = ("b", 1, "é") } }
      // Other programs cannot write them either.
      let error = #expect(throws: SQLError.self) {
        try connection().run(
          "INSERT INTO \(name: "Place") (\(names: ["id", "row", "name"])) VALUES (\(bind: .text("e\u{301}")), 7, '')")
      }
      guard case .notUnique? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }

    @Test func `records exchange unique values in one commit`() throws {
      let pages = try store().table(Page.self)
      try pages.insert(contentsOf: ["a", "b", "c"].map { Page(title: $0) })
      try pages.records.updateAll { $0.title = ["a": "b", "b": "c", "c": "a"][$0.title] ?? "" }
      #expect(try pages.records.pluck(\.title) == ["b", "c", "a"])
    }

    @Test func `records exchange unique values of each type`() throws {
      let (found, expected) = try Exchanged<PostgreSQLAdapter>.exchange(in: try store())
      #expect(found == expected)
    }

    @Test func `a row whose unique value changes keeps what other programs have in it and refer to`() throws {
      let (pages, raw) = (try store().table(Page.self), try connection())
      try pages.insert(contentsOf: ["a", "b", "c"].map { Page(title: $0) })
      try raw.run("ALTER TABLE \(name: "Page") ADD COLUMN floor bigint")
      try raw.run("UPDATE \(name: "Page") SET floor = id * 10")
      try raw.run(
        "CREATE TABLE plan (page bigint REFERENCES \(name: "Page") ON DELETE CASCADE, draft bigint REFERENCES \(name: "Page"))"
      )
      try raw.run("INSERT INTO plan SELECT id, id FROM \(name: "Page")")
      try pages.records.where(\.title == "c").updateAll { $0.title = "d" }
      try pages.records.updateAll { $0.title = ["a": "b", "b": "a"][$0.title] ?? $0.title }
      let rows = try raw.run("SELECT title, floor FROM \(name: "Page") ORDER BY id")
      #expect(rows.values == [.text("b"), .integer(10), .text("a"), .integer(20), .text("d"), .integer(30)])
      #expect(try raw.run("SELECT count(*) FROM plan").values == [.integer(3)])
    }

    @Test func `many records are written at once`() throws {
      let pages = try store().table(Page.self)
      try pages.insert(contentsOf: (0..<3000).map { Page(title: "\($0)") })
      try pages.records.updateAll { $0.views += 1 }
      #expect(throws: StoreError.self) { try pages.insert(contentsOf: [Page(title: "new"), Page(title: "2999")]) }
      #expect(try (pages.records.count, pages.records.sum(\.views)) == (3000, 3000))
      let first = pages.records.where(\.id).in(Array(1...2500))
      #expect(try first.deleteAll() == 2500)
      #expect(try pages.records.count == 500)
    }

    // MARK: - Other programs

    @Test func `a record that another program has changed is stale, and one that it has deleted is gone`() throws {
      let pages = try store(.readCommitted).table(Page.self)
      let raw = try connection()
      var page = try pages.create { $0.title = "Home" }
      let original = page
      let error = #expect(throws: StoreError.self) {
        try pages.store.transaction { _ in
          page.views = 9
          try pages.save(&page)
          try raw.run("UPDATE \(name: "Page") SET version = 7")
        }
      }
      guard case .stale(let conflict)? = error, let both = conflict.records(of: Page.self) else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(both.stored.version == 7 && both.record.views == 9)
      page = original
      page.version = 7
      #expect(throws: StoreError.recordGone(model: "Page", id: "1")) {
        try pages.store.transaction { _ in
          try pages.save(&page)
          page.views = 1
          try pages.save(&page)
          try raw.run("DELETE FROM \(name: "Page")")
        }
      }
    }

    @Test func `a transaction that others were in the way of is run again`() throws {
      let pages = try store().table(Page.self)
      let raw = try connection()
      let page = try pages.create { $0.title = "Home" }
      var runs = 0
      func addOne() throws {
        runs += 1
        var stored = try pages.require(page.id)
        if runs % 3 > 0 { try raw.run("UPDATE \(name: "Page") SET views = views + 10") }
        stored.views += 1
        try pages.save(&stored)
      }
      let error = #expect(throws: SQLError.self) { try pages.store.transaction { try addOne() } }
      guard case .conflict? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      try pages.store.transaction(retries: 1) { try addOne() }
      #expect(try runs == 3 && pages.require(page.id).views == 21)
      // A transaction of the database is over with its first error, and with it those inside it.
      #expect(throws: SQLError.self) {
        try pages.store.transaction { try pages.store.transaction(retries: 5) { try addOne() } }
      }
      #expect(runs == 4)
    }

    @Test func `a record that was found in a transaction is saved as the change of what was found`() throws {
      let pages = try store(.readCommitted).table(Page.self)
      let raw = try connection()
      try pages.insert(contentsOf: ["a", "b", "c"].map { Page(title: $0) })
      let version = try pages.require(1).version
      try pages.store.transaction { _ in
        guard var page = try pages.find(1) else { return }
        // Another program changes another column, which is not written back, and not the version.
        try raw.run("UPDATE \(name: "Page") SET \(name: "title") = 'new' WHERE \(name: "id") = 1")
        page.views = 7
        try pages.save(&page)
      }
      #expect(try pages.require(1).views == 7 && pages.require(1).title == "new")
      #expect(try pages.require(1).version > version)
      let error = #expect(throws: StoreError.self) {
        try pages.store.transaction { _ in
          guard var page = try pages.find(2) else { return }
          try raw.run("UPDATE \(name: "Page") SET \(name: "version") = 9 WHERE \(name: "id") = 2")
          page.views = 5
          try pages.save(&page)
        }
      }
      guard case .stale? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(throws: StoreError.recordGone(model: "Page", id: "3")) {
        try pages.store.transaction { _ in
          guard var page = try pages.find(3) else { return }
          try raw.run("DELETE FROM \(name: "Page") WHERE \(name: "id") = 3")
          page.views = 5
          try pages.save(&page)
        }
      }
      // More records are found than a transaction keeps.
      try pages.insert(contentsOf: (0..<40).map { Page(title: "\($0)") })
      try pages.store.transaction { _ in
        var found = try pages.find(all: Array(4..<44))
        for index in found.indices {
          found[index].views = Int16(index)
          try pages.save(&found[index])
        }
      }
      #expect(try pages.records.where(\.id >= 4).order(by: \.id).pluck(\.views) == Array(0..<40))
    }

    @Test func `unique values that another program has written meanwhile are an error of the store`() throws {
      let pages = try store().table(Page.self)
      let raw = try connection()
      try pages.create { $0.title = "Home" }
      #expect(throws: StoreError.notUnique(model: "Page", columns: ["title"], id: nil)) {
        try pages.store.transaction { _ in
          try pages.create { $0.title = "About" }
          try raw.run("INSERT INTO \(name: "Page") (id, title, views, version) VALUES (9, 'About', 0, 0)")
        }
      }
      #expect(throws: StoreError.idTaken(model: "Page", id: "3")) {
        try pages.store.transaction { _ in
          try pages.create { $0.title = "More" }
          try raw.run("INSERT INTO \(name: "Page") (id, title, views, version) VALUES (3, 'x', 0, 0)")
        }
      }
      #expect(try pages.records.pluck(\.title) == ["Home", "About", "x"])
      let places = try store().table(Place.self)
      try places.create { $0.id = "first" }
      #expect(throws: StoreError.notUnique(model: "Place", columns: ["row", "name"], id: nil)) {
        try places.store.transaction { _ in
          try places.create { ($0.id, $0.row, $0.name) = ("a", 3, "é") }
          try raw.run(
            "INSERT INTO \(name: "Place") (id, \(name: "row"), name) VALUES ('b', 3, \(bind: .text("e\u{301}")))")
        }
      }
    }

    @Test func `threads and stores that write at once give each id once`() async throws {
      let stores = try (0..<2).map { _ in try store() }
      try stores[0].table(Page.self).create { $0.title = "first" }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, store) in stores.enumerated() {
          group.addTask {
            for index in 0..<30 {
              // Both stores give ids; the one that is later is refused, and tries again.
              while true {
                do {
                  try store.table(Page.self).create { $0.title = "\(number) \(index)" }
                  break
                } catch StoreError.idTaken {}
              }
            }
          }
          group.addTask {
            for _ in 0..<50 {
              let count = try store.table(Page.self).records.count
              #expect(count > 0)
            }
          }
        }
        try await group.waitForAll()
      }
      let pages = try stores[1].table(Page.self).records.all
      #expect(pages.count == 61 && Set(pages.map(\.id)).count == 61)
    }

    @Test func `aggregates and groups of columns read no records`() throws {
      let pages = try store().table(Page.self)
      try pages.insert(contentsOf: (0..<10).map { Page(title: "\($0)", views: Int16($0 % 3)) })
      // A record that cannot be read.
      try connection().run("ALTER TABLE \(name: "Page") ALTER COLUMN version TYPE text")
      try connection().run("UPDATE \(name: "Page") SET version = 'secret' WHERE id = 2")
      #expect(throws: SQLError.self) { try pages.records.all }
      let finder = pages.records.where(\.id > 1).order(by: \.views)
      #expect(try (finder.count, finder.sum(\.views), finder.average(\.views)) == (9, 9, 1))
      #expect(try (finder.minimum(\.id), finder.maximum(\.views), finder.minimum(\.title)) == (2, 2, "1"))
      #expect(try finder.group(by: \.views).count() == [0: 3, 1: 3, 2: 3])
      #expect(try finder.group(by: \.views).sum(\.id) == [0: 21, 1: 15, 2: 18])
      #expect(try finder.group(by: \.title).count().count == 9)
    }

    // MARK: - Tables

    @Test func `a table of an earlier version is refused, and migrated`() throws {
      try store().table(Page.self).create { ($0.title, $0.views) = ("Home", 2) }
      let adapter = try PostgreSQLAdapter(server.get())
      let pages = Store(adapters: [adapter]).table(Later.Page.self)
      #expect(throws: SQLError.self) { try pages.records.all }
      let statements = try adapter.migration(of: Later.Page.self)
      #expect(statements.first?.text == #"ALTER TABLE "Page" RENAME COLUMN "title" TO "heading""#)
      try adapter.migrate([Later.Page.self])
      #expect(try adapter.migration(of: Later.Page.self) == [])
      let page = try #require(try pages.records.first)
      #expect((page.id, page.heading, page.views, page.stars, page.note) == (1, "Home", 2, 3, nil))
      try pages.create { ($0.heading, $0.views) = ("More", 1 << 40) }
    }

    @Test func `a table that others have made needs no order of insertion`() throws {
      try connection().run(
        """
        CREATE TABLE \(name: "Page") (id bigint PRIMARY KEY, title text NOT NULL UNIQUE, views smallint NOT NULL, version \
        bigint NOT NULL, other text)
        """)
      try connection().run("INSERT INTO \(name: "Page") VALUES (5, 'b', 0, 0, 'x'), (2, 'a', 1, 0, 'y')")
      let pages = try store().table(Page.self)
      #expect(try pages.records.ids == [2, 5])
      try pages.create { $0.title = "c" }
      try pages.records.updateAll { $0.title = ["a": "b", "b": "a"][$0.title] ?? $0.title }
      #expect(try pages.records.pluck(\.title) == ["b", "a", "c"])
      #expect(try pages.records.reversed().limit(2).ids == [6, 5])
      try pages.delete(5)
      #expect(try pages.records.distinct(by: \.views).ids == [2, 6])
    }

    @Test func `strings are found without regard to case by their index`() throws {
      let adapter = try PostgreSQLAdapter(server.get())
      let badges = Store(adapters: [adapter]).table(Badge.self)
      try badges.insert(
        contentsOf: (0..<2000).map { Badge(name: "Name \($0)", note: $0 % 2 == 0 ? nil : "Note \($0)") })
      try connection().run("ANALYZE \(name: "Badge")")
      for finder in [
        badges.where { $0.name.eq("NAME 7", caseSensitive: false) },
        badges.where { $0.note.eq("NOTE 7", caseSensitive: false) },
        badges.where { $0.note.startsWith("NOTE 70", caseSensitive: false) },
      ] {
        let plan = try finder.plan
        #expect(plan.contains("Index") && plan.contains("ignoring case"), "\(plan)")
      }
      #expect(try badges.where { $0.name.eq("NAME 7", caseSensitive: false) }.pluck(\.name) == ["Name 7"])
      #expect(try badges.where { $0.note.eq("NOTE 7", caseSensitive: false) }.pluck(\.name) == ["Name 7"])
      #expect(try badges.where { $0.note.startsWith("NOTE 70", caseSensitive: false) }.count == 5)
      #expect(try badges.where { !$0.note.eq("NOTE 7", caseSensitive: false) }.count == 1999)
      // Their names do not matter, and a table without them is used as it is.
      try connection().run("ALTER INDEX \(name: "Badge by name ignoring case") RENAME TO \(name: "names")")
      #expect(try PostgreSQLAdapter(server.get()).migration(of: Badge.self) == [])
      try connection().run("DROP INDEX \(name: "names")")
      let other = try PostgreSQLAdapter(server.get())
      #expect(try Store(adapters: [other]).table(Badge.self).records.count == 2000)
      #expect(
        try other.migration(of: Badge.self).map(\.text) == [
          #"CREATE INDEX "Badge by name ignoring case" ON "Badge" ((lower(normalize("name") COLLATE "C")))"#
        ])
    }

    @Test func `a value that no value of the column becomes is an error that names the column`() throws {
      try connection().run(
        """
        CREATE TABLE \(name: "Page") (id bigint PRIMARY KEY, title text NOT NULL UNIQUE, views text NOT NULL, version \
        bigint NOT NULL)
        """)
      try connection().run("INSERT INTO \(name: "Page") VALUES (5, 'b', 'secret', 0)")
      let pages = try store().table(Page.self)
      let error = #expect(throws: SQLError.self) { try pages.records.all }
      #expect(error.map { "\($0)".contains("\"views\"") && !"\($0)".contains("secret") } == true)
    }

    @Test func `a value that does not fit is refused, without the value`() throws {
      try connection().run(
        """
        CREATE TABLE \(name: "Page") (id bigint PRIMARY KEY, title varchar(3) NOT NULL UNIQUE, views smallint NOT NULL, \
        version bigint NOT NULL)
        """)
      let pages = try store().table(Page.self)
      let error = #expect(throws: SQLError.self) { try pages.create { $0.title = "secret" } }
      guard case .refused(_, "22001", let reason)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(reason == "a string is too long" && error?.description.contains("secret") == false)
      #expect(try pages.records.count == 0)
    }

    @Test func `types of others keep values without loss, and what does not fit is an error`() throws {
      let raw = try connection()
      try raw.run(
        """
        CREATE TABLE \(name: "Reading") (id bigint PRIMARY KEY, code varchar(3) NOT NULL, price numeric(6,2) NOT NULL, \
        ratio numeric(10,5) NOT NULL, count numeric NOT NULL, time timestamptz NOT NULL, seen timestamptz(0))
        """)
      let store = try store()
      let readings = store.table(Reading.self)
      let times = [0, 0.5, -0.000_001, 1e9 / 7, 86_399.999_999, -8_000_000_000.25].map { ($0 * 1e6).rounded() / 1e6 }
      for (index, time) in (times + [.infinity, -.infinity]).enumerated() {
        var reading = Reading()
        (reading.code, reading.price, reading.ratio) = (["é", "abc", "", "e\u{301}"][index % 4], 1.5, -0.125)
        (reading.count, reading.time) = (index * 1_000_000_007, Date(timeIntervalSinceReferenceDate: time))
        reading.seen = index % 2 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(index))
        try readings.save(&reading)
        #expect(try readings.find(reading.id) == reading)
      }
      // As other programs see them, and as they write them in any zone.
      let rows = try raw.run(
        "SELECT CAST(\(name: "time") AT TIME ZONE 'UTC' AS text) FROM \(name: "Reading") ORDER BY id LIMIT 3")
      #expect(
        (0..<3).map { rows.text($0, 0) } == [
          "2001-01-01 00:00:00", "2001-01-01 00:00:00.5", "2000-12-31 23:59:59.999999",
        ])
      try raw.run("UPDATE \(name: "Reading") SET \(name: "time") = '2026-11-26 01:30:00.25+05:30' WHERE id = 1")
      #expect(try readings.find(1)?.time == Date(timeIntervalSince1970: 1_795_636_800.25 + 0))
      // Conditions and orders have the answers of memory.
      let all = try readings.records.all
      let middle = Date(timeIntervalSinceReferenceDate: 0.25)
      #expect(try readings.records.where(\.time > middle).ids == all.filter { $0.time > middle }.map(\.id))
      #expect(try readings.records.order(by: \.time).ids == all.sorted { $0.time < $1.time }.map(\.id))
      #expect(try readings.records.maximum(\.time) == Date(timeIntervalSinceReferenceDate: .infinity))
      #expect(try readings.records.where(\.ratio < 0).where(\.price == 1.5).where(\.count > 5).count == 7)
      #expect(try readings.records.where(\.code == "e\u{301}").count == 4)
      #expect(try readings.records.group(by: \.seen).count()[nil] == 4)
      try checkRefusals(readings)
      #expect(try readings.records.all == all)
      // What others have declared is left to them.
      #expect(try PostgreSQLAdapter(server.get()).migration(of: Reading.self) == [])
    }

    @Test func `a date is rounded to what the column keeps, and the saved record is the stored one`() throws {
      try connection().run(
        """
        CREATE TABLE \(name: "Visit") (id bigint PRIMARY KEY, day timestamptz(0), time timestamptz NOT NULL, \
        created timestamp NOT NULL, saved timestamptz(3) NOT NULL)
        """)
      let store = try store()
      let visits = store.table(Visit.self)
      var saved: [Visit] = []
      for index in 0..<20 {
        var visit = Visit()
        (visit.day, visit.time) = (Date() + Double(index) / 7, Date() - Double(index) * 1e8 / 3)
        let given = visit
        try visits.save(&visit)
        #expect(try visits.find(visit.id) == visit)
        #expect(abs(visit.time.timeIntervalSince(given.time)) <= 0.000_000_6)
        #expect(abs(visit.saved.timeIntervalSince(visit.created)) <= 0.000_502)
        #expect(
          visit.day.map { $0.timeIntervalSinceReferenceDate.rounded() == $0.timeIntervalSinceReferenceDate } == true)
        // The same date again is no change, and neither is the one that was given.
        var again = visit
        again.time = given.time
        try visits.save(&again)
        #expect(again == visit)
        saved.append(visit)
      }
      saved += try visits.insert(contentsOf: [Visit(time: .distantFuture), Visit(time: Date())])
      #expect(try visits.records.all == saved)
      // A time without a zone is of UTC, whatever the zone of the session.
      let utc = try connection().run(
        "SELECT abs(extract(epoch FROM now() AT TIME ZONE 'UTC' - created)) < 600 FROM \(name: "Visit") LIMIT 1")
      #expect(utc.values == [.integer(1)])
      let created = try #require(saved.last).created
      #expect(try visits.records.where(\.created >= created).ids.last == saved.last?.id)
      try visits.records.where(\.id > 20).updateAll { $0.time += 1.0 / 3 }
      try visits.store.transaction { _ in
        var last = try #require(try visits.records.last)
        last.time += 1e-7
        try visits.save(&last)
        #expect(try visits.records.last == last)
      }
      #expect(throws: SQLError.self) { try visits.create { $0.time = Date(timeIntervalSinceReferenceDate: .nan) } }
      try compareTimes(visits)
    }

    @Test func `the time of a touched parent is rounded as soon as it is set`() throws {
      try connection().run(
        """
        CREATE TABLE \(name: "Album") (id bigint PRIMARY KEY, made timestamptz NOT NULL, changed timestamptz(0) NOT NULL)
        """)
      let clock = Locked(0.4)
      let store = Store(
        clock: { Date(timeIntervalSinceReferenceDate: clock.withLock { $0 }) }, notificationCenter: nil,
        adapters: [try PostgreSQLAdapter(server.get())])
      let album = try store.table(Album.self).create()
      clock.withLock { $0 = 7.9 }
      try store.transaction { _ in
        try store.table(Track.self).create { $0.albumID = album.id }
        #expect(try store.table(Album.self).find(album.id)?.changed == Date(timeIntervalSinceReferenceDate: 8))
      }
      let stored = try store.table(Album.self).find(album.id)
      #expect(stored?.changed == Date(timeIntervalSinceReferenceDate: 8) && stored?.made == album.made)
    }

    @Test func `a copy says how many dates it has rounded`() throws {
      let connection = try connection()
      try connection.run(
        """
        CREATE TABLE \(name: "Visit") (id bigint PRIMARY KEY, day timestamptz(0), time timestamptz NOT NULL, \
        created timestamp NOT NULL, saved timestamptz(3) NOT NULL)
        """)
      let layout = try SQLLayout.prepared(Visit.schema.tableForm, in: connection, .postgresql)
      let dates = [0, 0.001, 0.001_5].map { AttributeValue.date(Date(timeIntervalSinceReferenceDate: $0)) }
      let rows = dates.enumerated().map { index, date in [.int(Int64(index)), date, date, date, date] }
      #expect(
        try SQLInsertion(layout, in: .postgresql).insert(rows, in: connection) == ["day": 2, "saved": 1])
      let kept = try connection.run("SELECT CAST(saved AS text) LIKE '%.002%' FROM \(name: "Visit") ORDER BY id")
      #expect(kept.values == [.integer(0), .integer(0), .integer(1)])
    }

    @Test func `a date that is far in the future is read again, or refused when it is written`() throws {
      try connection().run(
        """
        CREATE TABLE \(name: "Visit") (id bigint PRIMARY KEY, day timestamptz(0), time timestamptz NOT NULL, \
        created timestamp NOT NULL, saved timestamptz(3) NOT NULL)
        """)
      let adapter = try PostgreSQLAdapter(server.get())
      for seconds in [9_000_000_000.5, 9_000_000_000, 250_000_000_000.25] {
        let date = Date(timeIntervalSinceReferenceDate: seconds)
        let visits = Store(clock: { date }, notificationCenter: nil, adapters: [adapter]).table(Visit.self)
        let visit = try visits.create { ($0.time, $0.day) = (date + 0.123_456, date) }
        #expect(try visits.find(visit.id) == visit)
        #expect(try visits.records.where(\.time == visit.time).where(\.saved == visit.saved).ids == [visit.id])
      }
      // No Date of these years is a whole number of milliseconds that ends in 123.
      let date = Date(timeIntervalSinceReferenceDate: 9_000_000_000.123)
      let visits = Store(clock: { date }, notificationCenter: nil, adapters: [adapter]).table(Visit.self)
      let error = #expect(throws: SQLError.self) { try visits.create { $0.time = date } }
      guard case .unwritableValue(_, "saved", _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(try visits.records.count == 3)
    }

    /// Expects the answers of memory for conditions and orders of times, by the database.
    private func compareTimes(_ visits: ModelTable<Visit>) throws {
      let all = try visits.records.all
      let times = all.map(\.time)
      let dates =
        times + times.map { $0 + 1e-7 } + times.map { $0 - 1e-7 }
        + [.distantPast, Date(timeIntervalSinceReferenceDate: -1e300), Date(timeIntervalSinceReferenceDate: .infinity)]
      for date in dates {
        let finders: [(Finder<Visit>, (Visit) -> Bool)] = [
          (visits.records.where(\.time == date), { $0.time == date }),
          (visits.records.where(\.time != date), { $0.time != date }),
          (visits.records.where(\.time < date), { $0.time < date }),
          (visits.records.where(\.time <= date), { $0.time <= date }),
          (visits.records.where(\.time > date), { $0.time > date }),
          (visits.records.where(\.time >= date), { $0.time >= date }),
          (visits.records.where(\.day).in([date, nil]), { $0.day == date || $0.day == nil }),
        ]
        for (finder, isMet) in finders { #expect(try finder.ids == all.filter(isMet).map(\.id), "\(finder)") }
      }
      #expect(try visits.records.order(by: \.time, .descending).first == all.max { $0.time < $1.time })
      #expect(try visits.records.maximum(\.time) == times.max())
      #expect(try visits.records.group(by: \.day).count().count == Set(all.map(\.day)).count)
      try connection().run("INSERT INTO \(name: "Visit") VALUES (999, NULL, '1000-01-01 BC', now(), now())")
      #expect(throws: SQLError.self) { try visits.records.all }
      // The database answers this, and does not return the row that cannot be read.
      #expect(try visits.records.where(\.time > times[0]).order(by: \.time).limit(3).count > 0)
    }

    @Test func `UUIDs that others keep as text are compared by the database, whatever their case`() throws {
      let raw = try connection()
      try raw.run(
        """
        CREATE TABLE \(name: "Device") (id text PRIMARY KEY, owner varchar(36), name text NOT NULL, seen text NOT NULL DEFAULT '')
        """)
      try raw.run("CREATE INDEX ON \(name: "Device") (lower(id) COLLATE \(name: "C"))")
      let ids = try (0..<6).map { try #require(UUID(uuidString: "A\($0)B4C6D8-E0F1-4A2B-8C3D-4E5F6A7B8C9D")) }
      for (index, id) in ids.enumerated() {
        let text = index % 2 == 0 ? id.uuidString : id.uuidString.lowercased()
        try raw.run(
          "INSERT INTO \(name: "Device") VALUES (\(bind: [.text(text), .text(text.lowercased()), .text("")]))")
      }
      let adapter = try PostgreSQLAdapter(server.get())
      let devices = Store(adapters: [adapter]).table(Device.self)
      for id in ids {
        var device = try #require(try devices.find(id))
        #expect(device.id == id && device.owner == id)
        device.name = "new"
        try devices.save(&device)
      }
      #expect(try devices.records.where(\.name == "new").order(by: \.id, .descending).ids == ids.reversed())
      #expect(try devices.records.where(\.id).in(ids + (0..<150).map { _ in UUID() }).count == 6)
      #expect(try devices.records.where(\.owner >= ids[2]).count == 4)
      #expect(try devices.records.group(by: \.owner).count() == Dictionary(uniqueKeysWithValues: ids.map { ($0, 1) }))
      let new = try devices.create { $0.owner = ids[0] }
      #expect(
        try raw.run("SELECT id FROM \(name: "Device") WHERE name = ''").text(0, 0) == new.id.uuidString.lowercased())
      try devices.delete(ids[0])
      #expect(try devices.records.count == 6 && adapter.migration(of: Device.self) == [])
      try raw.run("SET enable_seqscan = off")
      #expect(try adapter.plan(of: devices.records.where(\.id == ids[1])).contains("lower"))
    }

    @Test func `a type that others have declared in a table of the adapter's is kept, and others follow the schema`()
      throws
    {
      let adapter = try PostgreSQLAdapter(server.get())
      try Store(adapters: [adapter]).table(Reading.self).create { $0.code = "a" }
      try connection().run(
        """
        ALTER TABLE \(name: "Reading") ALTER COLUMN time TYPE timestamptz USING '2026-11-26 00:00:00+00', \
        ALTER COLUMN count TYPE smallint, ALTER COLUMN code TYPE varchar(30)
        """)
      #expect(
        try adapter.migration(of: Reading.self).map(\.text) == [
          #"ALTER TABLE "Reading" ALTER COLUMN "count" TYPE bigint USING CAST("count" AS bigint)"#
        ])
      let readings = try store().table(Reading.self)
      #expect(try readings.records.all.map(\.time) == [Date(timeIntervalSince1970: 1_795_651_200)])
    }

    /// Expects that values that a column would change, or cannot have, are refused, with its name.
    private func checkRefusals(_ readings: ModelTable<Reading>) throws {
      let wrong: [(String, @Sendable (inout Reading) -> Void)] = [
        ("code", { $0.code = "ab  " }), ("price", { $0.price = Decimal(string: "1.005") ?? 0 }),
        ("ratio", { $0.ratio = 0.000_001 }), ("ratio", { $0.ratio = -0.0 }),
        ("time", { $0.time = Date(timeIntervalSinceReferenceDate: .nan) }),
        ("time", { $0.time = Date(timeIntervalSinceReferenceDate: 1e15) }),
      ]
      for (column, change) in wrong {
        for isNew in [true, false] {
          var reading = isNew ? Reading() : try #require(try readings.find(2))
          change(&reading)
          let error = #expect(throws: SQLError.self) { try readings.save(&reading) }
          guard case .unwritableValue("Reading", column, _)? = error else {
            Issue.record("\(column): \(String(describing: error))")
            continue
          }
        }
      }
      // What the server itself refuses.
      let refused: [(String, @Sendable (inout Reading) -> Void)] = [
        ("22001", { $0.code = "abcd" }), ("22003", { $0.price = 10_000 }),
      ]
      for (code, change) in refused {
        let error = #expect(throws: SQLError.self) { try readings.create { change(&$0) } }
        guard case .refused(_, code, _)? = error else {
          Issue.record("\(String(describing: error))")
          continue
        }
      }
    }

    @Test func `a value of another type that no value of the column is exactly is an error that names the column`()
      throws
    {
      let raw = try connection()
      try raw.run(
        """
        CREATE TABLE \(name: "Reading") (id bigint PRIMARY KEY, code text NOT NULL, price numeric NOT NULL, \
        ratio numeric NOT NULL, count numeric NOT NULL, time timestamptz NOT NULL, seen timestamptz)
        """)
      try raw.run("INSERT INTO \(name: "Reading") VALUES (1, '', 0, 0, 0, '2001-01-01 00:00:00+00', NULL)")
      let readings = try store().table(Reading.self)
      let updates: [(String, SQLText)] = [
        ("ratio", "0.12345678901234567890"), ("count", "0.5"), ("price", "1234567890123456789012345678901234567890.5"),
        ("time", "'4000-01-01 00:00:00.000001 BC'"),
        ("time", "'12000-01-01'"), ("count", "1e20"),
      ]
      for (column, value) in updates {
        try raw.run("UPDATE \(name: "Reading") SET \(name: column) = \(sql: value)")
        let error = #expect(throws: SQLError.self) { try readings.records.all }
        guard case .unreadableValue("Reading", column, _)? = error else {
          Issue.record("\(column): \(String(describing: error))")
          continue
        }
        let usual: SQLText = column == "time" ? "'2001-01-01'" : "0"
        try raw.run("UPDATE \(name: "Reading") SET \(name: column) = \(sql: usual)")
      }
      #expect(try readings.records.count == 1 && readings.records.all.count == 1)
    }

    @Test func `a table is used by its index`() throws {
      let adapter = try PostgreSQLAdapter(server.get())
      let pages = Store(adapters: [adapter]).table(Page.self)
      try pages.create { $0.title = "Home" }
      try connection().run(
        """
        INSERT INTO \(name: "Page") (id, title, views, version) SELECT n, CAST(n AS text), 0, 0 FROM \
        generate_series(2, 50000) AS s (n)
        """)
      try connection().run("ANALYZE")
      for finder in [
        pages.records.where(\.title == "Home"), pages.records.where(\.title).in((0..<150).map { "\($0 * 90)" }),
      ] {
        let plan = try adapter.plan(of: finder)
        #expect(plan.contains("Page unique by title"), "\(plan)")
        #expect(try finder.plan == plan)
      }
      let code = try pages.where { $0.title == "Home" && $0.title.count > 2 }.plan
      #expect(code.contains("Page unique by title") && code.contains("\nIN MEMORY Page where "), "\(code)")
    }

    @Test func `a long name is refused`() throws {
      struct Long: Model {
        typealias Adapter = PostgreSQLAdapter
        var id = 0
        var value = 0
        static let schema = Schema<Long> { Column(\.value, name: String(repeating: "é", count: 32)) }
      }
      let records = try store().table(Long.self)
      let error = #expect(throws: SQLError.self) { try records.records.all }
      guard case .noTable? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
  }
#endif
