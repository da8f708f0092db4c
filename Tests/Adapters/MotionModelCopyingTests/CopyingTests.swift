#if SQLite
  import Foundation
  import MotionModel
  import MotionModelSQL
  import MotionModelSQLite
  import MotionModelTestSupport
  import MotionModelTool
  import Testing

  private typealias Everything = AllTypes

  private struct Page: Model, Equatable {
    var id = 0
    var title = ""
    var views: Int?

    static let schema = Schema<Page>(version: 3) {
      Column(\.title)
      Column(\.views)
    }
  }

  /// A model whose ids are not in the first column, and whose names SQL could take for something else.
  private struct Hostile: Model, Equatable {
    var rest = ""
    var id = ""

    static let schema = Schema<Hostile> {
      Column(\.rest, name: "select")
      Column(\.id, name: "a'b\"c")
    }
  }

  @Suite(.temporaryFolder) struct CopyingTests {
    private func store(_ count: Int, seed: UInt64 = 1) throws -> Store {
      let store = Store(notificationCenter: nil)
      var random = SplitMix64(seed: seed)
      let records = (0..<count).map { Everything.random($0, using: &random) }
      try store.table(Everything.self).insert(contentsOf: records)
      return store
    }

    private func pages(_ count: Int) throws -> Store {
      let store = Store(notificationCenter: nil)
      let pages = (0..<count).map { number in
        var page = Page()
        (page.title, page.views) = ("Page \(number)", number)
        return page
      }
      try store.table(Page.self).insert(contentsOf: pages)
      return store
    }

    /// The records of a file as this program would write them.
    private func text<Record: Model>(of path: String, _ model: Record.Type) throws -> String {
      let store = Store(notificationCenter: nil)
      try store.load(from: URL(filePath: path), models: [model])
      return String(decoding: try store.data(as: .json), as: UTF8.self)
    }

    // MARK: - New files

    private func permissions(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test(arguments: [PlaceKind.json, .sqlite], [PlaceKind.motionmodel, .sqlite])
    fileprivate func `a new file may be read by no others than the one that was copied`(
      _ first: PlaceKind, _ second: PlaceKind
    ) throws {
      let start = try PlaceKind.json.place("start")
      try pages(3).save(to: URL(filePath: start))
      let source = first == .json ? start : try first.place("source")
      if first != .json { #expect(CopyRun(start, source).status == .success) }
      try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: source)
      let target = try second.place("target")
      #expect(CopyRun(source, target).status == .success)
      #expect(try permissions(target) == 0o600)
    }

    @Test func `a link that leads nowhere is no new database`() throws {
      let start = try PlaceKind.json.place("start")
      try pages(3).save(to: URL(filePath: start))
      let (link, elsewhere) = (try PlaceKind.sqlite.place("link"), try PlaceKind.sqlite.place("elsewhere"))
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: elsewhere)
      #expect(CopyRun(start, link).errors.contains("is a link that leads nowhere"))
      #expect(!FileManager.default.fileExists(atPath: elsewhere))
    }

    @Test(arguments: ["-5", "0", "-9223372036854775808"])
    func `notes with numbers that no file can have are bounded`(number: String) throws {
      let start = try PlaceKind.json.place("start")
      try pages(3).save(to: URL(filePath: start))
      let (database, end) = (try PlaceKind.sqlite.place("notes"), try PlaceKind.json.place("end"))
      #expect(CopyRun(start, database).status == .success)
      let connection = try SQLiteConnection(database)
      try connection.run(
        "UPDATE motionmodel_models SET form = replace(form, '\"version\": 3', '\"version\": ' || \(bind: .text(number)))"
      )
      #expect(CopyRun(database, end).status == .success)
      #expect(try StoreDocument(contentsOf: URL(filePath: end)).models.map(\.version) == [1])
    }

    // MARK: - Round trips

    @Test(arguments: PlaceKind.available, PlaceKind.available)
    fileprivate func `values of every type are the same behind two copies`(
      _ first: PlaceKind, _ second: PlaceKind
    ) throws {
      let start = try PlaceKind.json.place("start")
      try store(60, seed: TestSeed.current).save(to: URL(filePath: start))
      let places = (try first.place("first"), try second.place("second"))
      let counts = "Copied: 1 model, 60 records.\n"
      #expect(CopyRun(start, places.0) == CopyRun(status: .success, output: counts))
      #expect(CopyRun(places.0, places.1) == CopyRun(status: .success, output: counts))
      let end = try PlaceKind.motionmodel.place("end")
      #expect(CopyRun(places.1, end) == CopyRun(status: .success, output: counts))
      #expect(try text(of: end, Everything.self) == text(of: start, Everything.self))
    }

    @Test(arguments: PlaceKind.available)
    fileprivate func `versions, next numbers, orders and strange names survive`(_ kind: PlaceKind) throws {
      let store = try pages(3)
      try store.table(Page.self).delete(3)
      let ids = ["b", "a", "\u{0}", "e\u{301}"]
      try store.table(Hostile.self).insert(contentsOf: ids.map { Hostile(rest: "'\"; --", id: $0) })
      let (start, end) = (try PlaceKind.json.place("start"), try PlaceKind.json.place("end"))
      try store.save(to: URL(filePath: start))
      let place = try kind.place("place")
      #expect(CopyRun(start, place).errors == "")
      #expect(CopyRun(place, end).errors == "")
      let document = try StoreDocument(contentsOf: URL(filePath: end))
      let original = try StoreDocument(contentsOf: URL(filePath: start))
      #expect(document.models.map(\.name) == original.models.map(\.name))
      #expect(document["Page"]?.nextNumber == 4)
      #expect(document["Page"]?.version == 3)
      let name = "Hostile"
      #expect(document[name]?.columns == original[name]?.columns)
      #expect(document[name]?.rows == original[name]?.rows)
    }

    @Test func `JSON of other programs keeps its values`() throws {
      let start = try PlaceKind.json.place("Thing")
      let text =
        #"[{"id": 1, "a": 5, "b": "x", "c": [1, null], "e": 9007199254740993}, {"id": 2, "a": 0.5, "b": 7}, {"id": 3, "d": true, "e": 0.5}]"#
      try Data(text.utf8).write(to: URL(filePath: start))
      for kind in PlaceKind.available {
        let (place, end) = (try kind.place("place"), try PlaceKind.json.place("end \(kind)"))
        #expect(CopyRun(start, place).errors == "")
        #expect(CopyRun(place, end).errors == "")
        let rows = try StoreDocument(contentsOf: URL(filePath: end)).models[0].rows
        #expect(
          Array(rows) == [
            ["id": 1, "a": kind.isDatabase ? 5.0 : 5, "b": "x", "c": [1, .null], "e": 9_007_199_254_740_993],
            ["id": 2, "a": 0.5, "b": 7],
            ["id": 3, "d": true, "e": 0.5],
          ], "\(kind)")
      }
    }

    @Test func `a large table is copied in pieces`() throws {
      let (start, end) = (try PlaceKind.motionmodel.place("start"), try PlaceKind.motionmodel.place("end"))
      try pages(10_001).save(to: URL(filePath: start))
      var last = start
      for kind in PlaceKind.available {
        let place = try kind.place("large")
        #expect(CopyRun(last, place).output == "Copied: 1 model, 10001 records.\n")
        last = place
      }
      #expect(CopyRun(last, end).errors == "")
      #expect(try text(of: end, Page.self) == text(of: start, Page.self))
    }

    // MARK: - Programs

    @Test func `a program uses what was copied, and its tables are copied`() throws {
      enum Kept {
        struct Page: Model, Equatable {
          typealias Adapter = SQLiteAdapter
          var id = 0
          var title = ""
          var views: Int?

          static let schema = Schema<Page> {
            Column(\.title, .unique)
            Column(\.views, .ordered)
          }
        }
      }
      let (start, end) = (try PlaceKind.json.place("start"), try PlaceKind.json.place("end"))
      try pages(3).save(to: URL(filePath: start))
      let place = try PlaceKind.sqlite.place("place")
      #expect(CopyRun(start, place).errors == "")
      let adapter = try SQLiteAdapter(file: URL(filePath: place))
      try adapter.migrate([Kept.Page.self])
      let store = Store(adapters: [adapter])
      #expect(try store.table(Kept.Page.self).records.all.map(\.title) == ["Page 0", "Page 1", "Page 2"])
      try store.table(Kept.Page.self).create { $0.title = "New" }
      #expect(CopyRun(place, end).errors == "")
      let copy = Store(notificationCenter: nil)
      try copy.load(from: URL(filePath: end), models: [Page.self])
      #expect(copy.table(Page.self).records.all.map(\.title) == ["Page 0", "Page 1", "Page 2", "New"])
      #expect(try StoreDocument(contentsOf: URL(filePath: end))["Page"]?.nextNumber == 5)
    }

    @Test func `tables of other programs are read by their declarations and values`() throws {
      let place = try PlaceKind.sqlite.place("place")
      do {
        let connection = try SQLiteConnection(place)
        try connection.run("CREATE TABLE person (name VARCHAR(20) PRIMARY KEY, age INT, any_value, size REAL NOT NULL)")
        try connection.run("INSERT INTO person VALUES ('Ada', 36, x'00', 1.5), ('Bob', NULL, 'x', 2)")
      }
      let end = try PlaceKind.json.place("end")
      #expect(CopyRun(place, end).errors == "")
      let model = try #require(try StoreDocument(contentsOf: URL(filePath: end)).models.first)
      #expect(
        model.columns == [
          StoreDocument.Column("name", type: "String"), StoreDocument.Column("age", type: "Int?"),
          StoreDocument.Column("any_value"),
          StoreDocument.Column("size", type: "Double"),
        ])
      #expect(model.rows.map { $0["name"] } == ["Ada", "Bob"])
      #expect(model.rows.map { $0["size"] } == [1.5, 2.0])
    }

    // MARK: - Refusals

    @Test(arguments: PlaceKind.available.filter(\.isDatabase))
    fileprivate func `rows that are there are only replaced if that is asked for`(_ kind: PlaceKind) throws {
      let (first, second) = (try PlaceKind.json.place("first"), try PlaceKind.json.place("second"))
      try pages(3).save(to: URL(filePath: first))
      try pages(2).save(to: URL(filePath: second))
      let (place, end) = (try kind.place("place"), try PlaceKind.json.place("end"))
      #expect(CopyRun(first, place).status == .success)
      let refused = CopyRun(second, place)
      #expect(refused.status == .usage)
      #expect(refused.errors.contains("The table Page of "))
      #expect(refused.errors.contains("has rows: replace them with --force."))
      #expect(CopyRun(place, end).output == "Copied: 1 model, 3 records.\n")
      #expect(CopyRun(second, place, "--force").output == "Copied: 1 model, 2 records.\n")
      #expect(CopyRun(place, end, "--force").output == "Copied: 1 model, 2 records.\n")
      #expect(try text(of: end, Page.self) == text(of: second, Page.self))
    }

    @Test(arguments: PlaceKind.available.filter(\.isDatabase))
    fileprivate func `all is copied or nothing`(_ kind: PlaceKind) throws {
      let start = try PlaceKind.json.place("start")
      let ids: [StoreDocument.Row] = [["id": 1], ["id": 2]]
      try StoreDocument(models: [
        StoreDocument.Table("Good", rows: .init(ids)), StoreDocument.Table("Bad", rows: .init(ids + ids)),
      ])
      .write(to: URL(filePath: start))
      let place = try kind.place("place")
      let failed = CopyRun(start, place)
      #expect(failed.status == .file)
      #expect(failed.errors.contains("unique"))
      #expect(FileManager.default.fileExists(atPath: place) == false)
      #expect(CopyRun(start, place, "--model", "Good").output == "Copied: 1 model, 2 records.\n")
      #expect(CopyRun(start, place, "--force").status == .file)
      let end = try PlaceKind.json.place("end")
      #expect(CopyRun(place, end).output == "Copied: 1 model, 2 records.\n")
    }

    @Test func `a table with other columns is refused`() throws {
      let (start, place) = (try PlaceKind.json.place("start"), try PlaceKind.sqlite.place("place"))
      try pages(1).save(to: URL(filePath: start))
      do {
        let connection = try SQLiteConnection(place)
        try connection.run("CREATE TABLE Page (id INTEGER PRIMARY KEY, title TEXT NOT NULL, needed INT NOT NULL)")
      }
      let refused = CopyRun(start, place, "--force")
      #expect(refused.status == .file)
      #expect(
        refused.errors == """
          motionmodel copy: The table of Page cannot be used, because the column "views" is missing: migrate it.\n
          """)
    }

    @Test func `places that are none are refused, and passwords are not shown`() throws {
      let start = try PlaceKind.json.place("start")
      try pages(1).save(to: URL(filePath: start))
      let others = [
        CopyRun(start, "mysql://me:secret@host/db"), CopyRun("mysql://me:secret@host/db", start),
        CopyRun(start, "postgres://me:secret@[::1/db"), CopyRun(start, "postgres://me:secret@/db?nonsense=secret"),
      ]
      for other in others {
        #expect([.usage, .file].contains(other.status))
        #expect(!other.errors.contains("secret"), "\(other.errors)")
      }
      #expect(others[0].errors.hasPrefix("motionmodel copy: There is no database with addresses of the form mysql://"))
      let down = CopyRun(start, "postgres://me:secret@localhost:1/db?connect_timeout=2")
      #expect(down.status == .file || down.status == .usage)
      #expect(!down.errors.contains("secret"), "\(down.errors)")
      let missing = CopyRun(TemporaryFolder.current.appending(path: "none.sqlite").path, start, "--force")
      #expect(missing.status == .file)
      #expect(CopyRun(start, start, "--force").errors.contains("cannot be copied to itself"))
      let notSQLite = try PlaceKind.sqlite.place("no")
      try Data("This is no database, but a text that is long enough to be one.".utf8).write(
        to: URL(filePath: notSQLite))
      #expect(CopyRun(start, notSQLite).status == .file)
      #expect(CopyRun(notSQLite, start, "--force").status == .file)
    }
  }
#endif
