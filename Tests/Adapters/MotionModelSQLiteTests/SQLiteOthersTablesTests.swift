#if SQLite
  import Foundation
  import MotionModel
  import MotionModelSQL
  import MotionModelSQLTestSupport
  import MotionModelSQLite
  import Testing

  private struct Visit: Model, Equatable {
    typealias Adapter = SQLiteAdapter

    var id = 0
    var at: Date?
    var isDone = false
    static let schema = Schema<Visit> {
      Column(\.at)
      Column(\.isDone)
    }
  }

  private struct Price: Model, Equatable {
    typealias Adapter = SQLiteAdapter

    var id = 0
    var amount: Decimal = 0
    var code = ""
    static let schema = Schema<Price> {
      Column(\.amount)
      Column(\.code)
    }
  }

  private struct Word: Model, Equatable {
    typealias Adapter = SQLiteAdapter

    var id = ""
    var count = 0
    static let schema = Schema<Word> { Column(\.count) }
  }

  private struct Device: Model, Equatable {
    typealias Adapter = SQLiteAdapter

    var id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
    var data = Data()
    static let schema = Schema<Device> { Column(\.data) }
  }

  /// Tables that other programs have made and fill: what memory would answer is answered, and what it could not is refused.
  final class SQLiteOthersTablesTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private let raw: SQLiteConnection
    private let store: Store

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let file = folder.appending(path: "others.db")
      raw = try SQLiteConnection(file.path)
      store = Store(adapters: [try SQLiteAdapter(file: file)])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func date(_ text: String) throws -> Date { try #require(try? Date(attribute: .string(text))) }

    /// Expects that a model's table is refused with words.
    private func expectRefusal<Record: Model>(
      of model: Record.Type, _ words: String..., sourceLocation: SourceLocation = #_sourceLocation
    ) where Record.Adapter == SQLiteAdapter {
      let table = store.table(model)
      let error = #expect(throws: SQLError.self, sourceLocation: sourceLocation) { try table.records.count }
      guard case .unsuitableTable? = error, let error else {
        Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
        return
      }
      for word in words { #expect("\(error)".contains(word), "\(error)", sourceLocation: sourceLocation) }
    }

    // MARK: - Dates

    @Test(arguments: ["TEXT", "DATETIME", "TIMESTAMP", "DATE", "VARCHAR(30)"])
    func `dates that others keep as strings are compared as dates, and written as strings`(type: String) throws {
      try raw.run(
        """
        CREATE TABLE \(name: "Visit") (id INTEGER PRIMARY KEY, at \(type: type), \(name: "isDone") BOOLEAN NOT NULL)
        """)
      try raw.run(
        """
        INSERT INTO \(name: "Visit") VALUES (1, '2024-01-01 00:00:00', 0), (2, '2024-06-01T00:00:00Z', 0), (3, NULL, 1), \
        (4, '2024-06-01 02:00:00.000+02:00', 1)
        """)
      let visits = store.table(Visit.self)
      let march = try date("2024-03-01T00:00:00Z"), june = try date("2024-06-01T00:00:00Z")
      #expect(try visits.where(\.at < march).ids == [1])
      #expect(try visits.where(\.at > march).ids == [2, 4])
      #expect(try visits.where(\.at == june).ids == [2, 4])
      #expect(try visits.where(\.at).in([june]).count == 2)
      #expect(try visits.records.order(by: \.at, .descending).ids.prefix(2) == [2, 4])
      #expect(try visits.records.maximum(\.at) == june)
      #expect(try visits.records.group(by: \.at).count()[june] == 2)
      for (fraction, text) in [(0, "2024-03-01 00:00:00"), (0.25, "2024-03-01 00:00:00.25")] {
        var visit = try visits.require(1)
        visit.at = march + fraction
        try visits.save(&visit)
        #expect(try raw.run("SELECT at FROM \(name: "Visit") WHERE id = 1").values == [.text(text)])
        #expect(try visits.require(1) == visit && visits.where(\.at == visit.at).ids == [1])
      }
      // Microseconds are kept, also in the record that is handed back.
      let odd = try visits.create { $0.at = Date(timeIntervalSinceReferenceDate: 1.123_456_789) }
      #expect(try visits.require(odd.id) == odd)
      #expect(throws: SQLError.self) { try visits.create { $0.at = Date(timeIntervalSinceReferenceDate: .nan) } }
    }

    @Test func `dates that others keep as numbers are seconds since 2001, but not in a column of whole numbers`() throws
    {
      try raw.run(
        "CREATE TABLE \(name: "Visit") (id INTEGER PRIMARY KEY, at TIMESTAMP, \(name: "isDone") INTEGER NOT NULL)")
      try raw.run("INSERT INTO \(name: "Visit") VALUES (1, 5.5, 0), (2, 7, 1)")
      let visits = store.table(Visit.self)
      #expect(try visits.where(\.at > Date(timeIntervalSinceReferenceDate: 6)).ids == [2])
      try visits.create { $0.at = Date(timeIntervalSinceReferenceDate: 8.5) }
      #expect(try raw.run("SELECT at FROM \(name: "Visit") WHERE id = 3").values == [.real(8.5)])
      let error = try otherTable(
        "CREATE TABLE \(name: "Visit") (id INTEGER PRIMARY KEY, at BIGINT, \(name: "isDone") INTEGER)")
      #expect(error.contains("\"at\"") && error.contains("since 1970"))
    }

    /// Returns why a table of another file is refused for visits.
    private func otherTable(_ creation: SQLText, _ rows: SQLText? = nil) throws -> String {
      let file = folder.appending(path: UUID().uuidString)
      let raw = try SQLiteConnection(file.path)
      try raw.run(creation)
      if let rows { try raw.run(rows) }
      let visits = Store(adapters: [try SQLiteAdapter(file: file)]).table(Visit.self)
      return "\(try #require(#expect(throws: SQLError.self) { try visits.records.all }))"
    }

    // MARK: - Other values

    @Test func `a column of truth values has 0 and 1, and others are refused with the remedy`() throws {
      let creation: SQLText = """
        CREATE TABLE \(name: "Visit") (id INTEGER PRIMARY KEY, at REAL, \(name: "isDone") BOOLEAN NOT NULL)
        """
      for value in ["'t'", "'true'", "2", "x'01'"] as [SQLText] {
        let error = try otherTable(creation, "INSERT INTO \(name: "Visit") VALUES (1, 0, 1), (2, 0, \(sql: value))")
        #expect(error.contains("\"isDone\"") && error.contains("UPDATE"), "\(error)")
      }
      try raw.run(creation)
      try raw.run("INSERT INTO \(name: "Visit") VALUES (1, 0, 1), (2, 0, 0)")
      let visits = store.table(Visit.self)
      #expect(try visits.where(\.isDone == true).ids == [1])
      // What comes later is refused when it is read.
      try raw.run("UPDATE \(name: "Visit") SET \(name: "isDone") = 't' WHERE id = 2")
      #expect(throws: SQLError.self) { try visits.require(2) }
    }

    @Test func `a value of another type than the column's is not read as one that is not found`() throws {
      try raw.run("CREATE TABLE \(name: "Device") (id TEXT PRIMARY KEY, data BLOB NOT NULL)")
      let id = UUID()
      try raw.run("INSERT INTO \(name: "Device") VALUES (\(bind: .text(id.uuidString.lowercased())), 'text')")
      let devices = store.table(Device.self)
      let error = #expect(throws: SQLError.self) { try devices.require(id) }
      guard case .unreadableValue("Device", "data", _)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      // UUIDs are found in either case.
      try raw.run("UPDATE \(name: "Device") SET data = x'01'")
      var device = try devices.require(id)
      device.data = Data([2])
      try devices.save(&device)
      #expect(try devices.where(\.id == id).pluck(\.data) == [Data([2])])
      try devices.delete(id)
      #expect(try devices.records.count == 0)
    }

    @Test func `decimals that others keep as numbers are compared exactly, and not rounded in silence`() throws {
      try raw.run(
        "CREATE TABLE \(name: "Price") (id INTEGER PRIMARY KEY, amount DECIMAL(10,2) NOT NULL, code TEXT NOT NULL)")
      try raw.run("INSERT INTO \(name: "Price") VALUES (1, 9.5, 'a'), (2, 100.25, 'b'), (3, 10, 'c')")
      let prices = store.table(Price.self)
      #expect(try prices.records.order(by: \.amount).ids == [1, 3, 2])
      #expect(try prices.where(\.amount == 9.5).ids == [1] && prices.where(\.amount > 10).ids == [2])
      try prices.create { $0.amount = 0.1 }
      #expect(try prices.where(\.amount == 0.1).count == 1)
      let long = try #require(Decimal(string: "0.12345678901234567890123"))
      #expect(throws: SQLError.self) { try prices.create { $0.amount = long } }
      #expect(try prices.records.count == 4)
    }

    @Test(arguments: ["STRING", "NUMERIC", "INT", "REAL", "BOOL"])
    func `strings in a column of numbers are refused`(type: String) throws {
      try raw.run(
        "CREATE TABLE \(name: "Price") (id INTEGER PRIMARY KEY, amount TEXT NOT NULL, code \(type: type) NOT NULL)")
      expectRefusal(of: Price.self, "\"code\"", "TEXT")
    }

    @Test func `a column that the database computes is refused`() throws {
      try raw.run(
        """
        CREATE TABLE \(name: "Price") (id INTEGER PRIMARY KEY, amount TEXT NOT NULL, \
        code TEXT GENERATED ALWAYS AS (amount || '') STORED)
        """)
      expectRefusal(of: Price.self, "\"code\"", "computes")
    }

    // MARK: - Ids

    @Test func `ids that are nil before a record is saved are in tables that never have NULL`() throws {
      try OptionalIDs<SQLiteAdapter>.check {
        $0 == Int.self ? "INTEGER" : "TEXT"
      } _: {
        Store(adapters: [try SQLiteAdapter(file: folder.appending(path: "others.db"))])
      } run: {
        _ = try SQLiteAdapter(file: folder.appending(path: "others.db")).run($0)
      }
    }

    @Test func `a row whose id is that of no saved record is refused`() throws {
      try raw.run(
        "CREATE TABLE \(name: "Price") (id INTEGER PRIMARY KEY, amount TEXT NOT NULL, code TEXT NOT NULL)")
      try raw.run("INSERT INTO \(name: "Price") VALUES (0, '1', 'zero')")
      expectRefusal(of: Price.self, "\"id\"")
      try raw.run("UPDATE \(name: "Price") SET id = 1")
      let prices = store.table(Price.self)
      #expect(try prices.records.ids == [1])
      try raw.run("UPDATE \(name: "Price") SET id = 0")
      #expect(throws: SQLError.self) { try prices.records.first }
      try raw.run("CREATE TABLE \(name: "Word") (id TEXT PRIMARY KEY, count INTEGER NOT NULL)")
      try raw.run("INSERT INTO \(name: "Word") VALUES ('', 1)")
      expectRefusal(of: Word.self, "\"id\"")
    }

    @Test func `two ids that are one string in two Unicode forms are refused, and neither row changes for the other`()
      throws
    {
      try raw.run("CREATE TABLE \(name: "Word") (id TEXT PRIMARY KEY, count INTEGER NOT NULL)")
      try raw.run(
        "INSERT INTO \(name: "Word") VALUES (\(bind: .text("caf\u{E9}")), 1), (\(bind: .text("cafe\u{301}")), 2), ('a', 3)"
      )
      let words = store.table(Word.self)
      let error = #expect(throws: SQLError.self) { try words.records.all }
      #expect(error.map { "\($0)".contains("two Unicode forms") } == true)
      #expect(throws: SQLError.self) { try words.find("caf\u{E9}") }
      var word = try #require(try words.where(\.count == 2).first)
      word.count = 5
      #expect(throws: SQLError.self) { try words.save(&word) }
      #expect(
        try raw.run("SELECT count FROM \(name: "Word") ORDER BY count").values == [
          .integer(1), .integer(2), .integer(3),
        ])
      try raw.run("DELETE FROM \(name: "Word") WHERE count = 1")
      #expect(try words.find("caf\u{E9}")?.count == 2)
      try words.delete("caf\u{E9}")
      #expect(try words.records.ids == ["a"])
    }
  }
#endif
