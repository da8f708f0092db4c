import Foundation
import MotionModel
import MotionModelSQL
import MotionModelTestSupport
import Testing

private struct Book: Model {
  var id = ""
  var title = ""
  var pages: UInt64?
  var price = Decimal(0)
  var weight = 0.0
  var printed: Date?

  static let schema = Schema<Book> {
    Column(\.title, .unique)
    Column(\.pages, .ordered)
    Column(\.price)
    Column(\.weight, .unique)
    Column(\.printed)
    Index(\.title, \.price, unique: true)
  }
}

/// Tables from schemas, their differences from tables that exist, and what removes these.
@Suite struct SQLTableTests {
  private let wanted = Result { try SQLTable(Book.schema.tableForm, in: .sqlite) }

  private func text(_ statements: [SQLText]) -> [String] { statements.map { $0.statement(in: .sqlite).text } }

  @Test func `a schema becomes a table`() throws {
    #expect(
      text([try wanted.get().creation()] + (try wanted.get().indexCreations)) == [
        #"""
        CREATE TABLE "Book" (
          "_position" INTEGER PRIMARY KEY,
          "id" TEXT COLLATE "MOTIONMODEL" NOT NULL UNIQUE,
          "title" TEXT COLLATE "MOTIONMODEL" NOT NULL UNIQUE,
          "pages" INTEGER,
          "price" TEXT COLLATE "MOTIONMODEL_DECIMAL" NOT NULL,
          "weight" NOT NULL,
          "printed",
          UNIQUE ("title", "price")
        )
        """#, #"CREATE INDEX "Book by pages" ON "Book" ("pages")"#,
        #"CREATE INDEX "Book by weight" ON "Book" ("weight")"#,
      ])
    #expect(
      try SQLTable(Book.schema.tableForm, in: .postgresql).creation().statement(in: .postgresql).text == #"""
        CREATE TABLE "Book" (
          "_position" bigserial NOT NULL PRIMARY KEY,
          "id" text NOT NULL,
          "title" text NOT NULL,
          "pages" numeric(20),
          "price" numeric NOT NULL,
          "weight" double precision NOT NULL,
          "printed" double precision
        )
        """#)
  }

  @Test func `columns that SQLite takes for one are refused`() {
    let columns = ["id", "name", "NAME"].enumerated().map { index, name in
      TableForm.Column(index: index, name: name, type: .string, isOptional: false, isStandard: true)
    }
    let form = TableForm(model: "Twins", columns: columns, idColumn: 0)
    #expect(throws: SQLTableError.sameColumns(model: "Twins", columns: ["name", "NAME"])) {
      try SQLTable(form, in: .sqlite)
    }
    #expect(throws: Never.self) { try SQLTable(form, in: .postgresql) }
  }

  @Test(arguments: ["", "a\u{0}b"]) func `an impossible name is refused`(name: String) {
    let id = TableForm.Column(index: 0, name: "id", type: .string, isOptional: false, isStandard: true)
    let form = TableForm(model: name, columns: [id], idColumn: 0)
    #expect(throws: SQLTableError.impossibleName(model: name)) { try SQLTable(form, in: .sqlite) }
  }

  @Test func `equal tables have no differences and no migration`() throws {
    let wanted = try wanted.get()
    #expect(wanted.differences(from: wanted) == [])
    #expect(text(SQLMigration(to: wanted, from: wanted, in: .sqlite).statements) == [])
  }

  @Test func `each difference is named`() throws {
    let wanted = try wanted.get()
    var found = wanted
    found.columns.removeAll { $0.name == "printed" }
    found.columns[2].isUnique = false
    found.columns[3].isRequired = true
    found.columns[4].collation = nil
    found.columns[5].type = "REAL"
    found.columns.append(SQLTable.Column("extra", type: "TEXT", isRequired: true))
    found.indexes.removeLast()
    found.unique = []
    #expect(
      wanted.differences(from: found) == [
        .notUnique(["title"]), .otherNil(column: "pages", isRequired: false), .otherCollation(column: "price"),
        .otherType(column: "weight", wanted: nil, found: "REAL"), .missingColumn("printed"),
        .unknownColumn("extra", isRequired: true), .notUnique(["title", "price"]),
        .missingIndex(wanted.indexes[1]),
      ])
    #expect(wanted.differences(from: nil) == [.missingTable])
    #expect(
      wanted.differences(from: found).map(\.description).joined(separator: "; ") == """
        "title" may have the same values twice; the column "pages" must not be NULL, and may; the column "price" has another \
        collation; the column "weight" has the type REAL and not none; the column "printed" is missing; the column "extra" is \
        unknown, and needs a value; "title", "price" may have the same values twice; the index "Book by weight" is missing
        """)
  }

  @Test func `columns, indexes and new names are added in place`() throws {
    let wanted = try wanted.get()
    var found = wanted
    found.columns.removeAll { ["printed", "weight"].contains($0.name) }
    found.columns[4].name = "cost"
    found.unique = [["title", "cost"]]
    found.indexes.removeLast()
    found.columns.append(SQLTable.Column("extra", type: "TEXT"))
    #expect(
      text(
        SQLMigration(
          to: wanted, from: found, in: .sqlite, formerNames: ["price": ["cost"]], defaults: ["weight": .real(1.5)]
        ).statements) == [
          #"ALTER TABLE "Book" RENAME COLUMN "cost" TO "price""#,
          #"ALTER TABLE "Book" ADD COLUMN "weight" NOT NULL DEFAULT (1.5)"#,
          #"ALTER TABLE "Book" ADD COLUMN "printed""#,
          #"CREATE INDEX "Book by weight" ON "Book" ("weight")"#,
        ])
  }

  @Test func `for all else the rows are copied, with bound defaults`() throws {
    let wanted = try wanted.get()
    var found = wanted
    found.columns.removeAll { $0.name == "weight" }
    found.columns[2].isUnique = false
    found.columns.append(SQLTable.Column("extra", type: "TEXT"))
    let migration = SQLMigration(
      to: wanted, from: found, in: .sqlite, defaults: ["weight": .real(1.5), "title": .text("")])
    #expect(
      text(migration.statements).dropFirst() == [
        """
        INSERT INTO "_new Book" ("_position", "id", "title", "pages", "price", "weight", "printed", "extra") SELECT "_position", \
        "id", COALESCE("title", ?1), "pages", "price", ?2, "printed", "extra" FROM "Book" ORDER BY "_position"
        """, #"DROP TABLE "Book""#, #"ALTER TABLE "_new Book" RENAME TO "Book""#,
        #"CREATE INDEX "Book by pages" ON "Book" ("pages")"#, #"CREATE INDEX "Book by weight" ON "Book" ("weight")"#,
      ])
    #expect(migration.statements[1].statement(in: .sqlite).bindings == [.text(""), .real(1.5)])
  }

  // MARK: - PostgreSQL

  @Test func `in PostgreSQL, unique strings are unique indexes of composed forms`() throws {
    let table = try SQLTable(Book.schema.tableForm, in: .postgresql)
    #expect(
      table.indexCreations.map { $0.statement(in: .postgresql).text } == [
        #"CREATE UNIQUE INDEX "Book unique by id" ON "Book" ((normalize("id")) COLLATE "C")"#,
        #"CREATE UNIQUE INDEX "Book unique by title" ON "Book" ((normalize("title")) COLLATE "C")"#,
        #"CREATE UNIQUE INDEX "Book unique by title, price" ON "Book" ((normalize("title")) COLLATE "C", "price")"#,
        #"CREATE INDEX "Book by pages" ON "Book" ("pages")"#, #"CREATE INDEX "Book by weight" ON "Book" ("weight")"#,
      ])
  }

  @Test func `in PostgreSQL, tables are changed in place`() throws {
    let wanted = try SQLTable(Book.schema.tableForm, in: .postgresql)
    var found = wanted
    found.columns.removeAll { $0.name == "weight" || $0.name == "printed" }
    found.columns[2].isUnique = false
    found.columns[3].isRequired = true
    found.columns[4].isRequired = false
    found.columns[4].type = "real"
    found.columns.append(SQLTable.Column("extra", type: "text", isRequired: true))
    found.indexes.removeAll { $0.name == "Book by pages" }
    let migration = SQLMigration(
      to: wanted, from: found, in: .postgresql, defaults: ["weight": .real(1.5), "price": .text("0")])
    #expect(
      migration.statements.map { $0.statement(in: .postgresql).text } == [
        #"CREATE UNIQUE INDEX "Book unique by title" ON "Book" ((normalize("title")) COLLATE "C")"#,
        #"ALTER TABLE "Book" ALTER COLUMN "pages" DROP NOT NULL"#,
        #"ALTER TABLE "Book" ALTER COLUMN "price" TYPE numeric USING CAST("price" AS numeric)"#,
        #"UPDATE "Book" SET "price" = $1 WHERE "price" IS NULL"#,
        #"ALTER TABLE "Book" ALTER COLUMN "price" SET NOT NULL"#,
        #"ALTER TABLE "Book" ADD COLUMN "weight" double precision NOT NULL DEFAULT (CAST('1.5' AS double precision))"#,
        #"ALTER TABLE "Book" ADD COLUMN "printed" double precision"#,
        #"ALTER TABLE "Book" ALTER COLUMN "extra" DROP NOT NULL"#,
        #"CREATE INDEX "Book by pages" ON "Book" ("pages")"#,
      ])
  }

  @Test func `long names are refused by PostgreSQL, and names of indexes are shortened`() throws {
    let long = String(repeating: "é", count: 30)
    let id = TableForm.Column(index: 0, name: long, type: .string, isOptional: false, isStandard: true)
    let table = try SQLTable(TableForm(model: "Model", columns: [id], idColumn: 0), in: .postgresql)
    let text = try #require(table.indexCreations.first).statement(in: .postgresql).text
    let name = try #require(text.split(separator: "\"").dropFirst().first)
    #expect(name.utf8.count <= 63 && name.hasPrefix("Model unique by éé"))
    let longer = TableForm.Column(index: 0, name: long + "éé", type: .string, isOptional: false, isStandard: true)
    #expect(throws: SQLTableError.longName(model: "Model", name: long + "éé")) {
      try SQLTable(TableForm(model: "Model", columns: [longer], idColumn: 0), in: .postgresql)
    }
  }

  @Test func `NUL in strings of PostgreSQL is escaped, in the order of the strings`() {
    let parts = ["", "\u{0}", "\u{1}", "\u{2}", "a", "\u{301}"]
    let texts = parts.flatMap { first in parts.flatMap { second in parts.map { first + second + $0 } } }
    for text in texts {
      let escaped = NULEscape.escaped(text)
      #expect(!escaped.utf8.contains(0))
      #expect(NULEscape.unescaped(escaped).unicodeScalars.elementsEqual(text.unicodeScalars))
    }
    let order = texts.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) }.map(NULEscape.escaped)
    #expect(order == order.sorted { $0.unicodeScalars.lexicographicallyPrecedes($1.unicodeScalars) })
    // What another program has written stays.
    #expect(NULEscape.unescaped("a\u{1}") == "a\u{1}" && NULEscape.unescaped("\u{1}b") == "\u{1}b")
  }

  // MARK: - Values

  @Test(arguments: SQLDialect.allCases)
  func `every value of a standard type is stored and read back the same`(dialect: SQLDialect) throws {
    let values: [(ColumnType, AttributeValue)] = [
      (.bool, .bool(true)), (.int(bits: 64), .int(.min)), (.uint(bits: 64), .uint(.max)), (.uint(bits: 64), .int(.max)),
      (.double, .double(-0.0)), (.double, .double(.leastNonzeroMagnitude)), (.double, .double(-.infinity)),
      (.decimal, .decimal(.greatestFiniteMagnitude)), (.string, .string("e\u{301}\u{0}🦁")),
      (.date, .date(Date(timeIntervalSinceReferenceDate: 0.1))), (.date, .date(.distantPast)),
      (.uuid, .uuid(UUID())), (.data, .data(Data([0, 255]))), (.data, .data(Data())),
      (.array(.int(bits: 64)), .array([.int(1), .null])), (.custom(name: "X"), .string("{")), (.string, .null),
      (.document(name: "D"), .dictionary(["a": .array([.bool(true)])])),
      (.enumeration(name: "E", raw: .string), .string("a")),
    ]
    for (type, value) in values {
      let storage = SQLStorage(type)
      let read = try storage.attribute(storage.value(value, in: dialect), in: dialect)
      #expect("\(read)" == "\(value)" || read == value, "\(type)")
    }
    let nan = Double(bitPattern: 0xFFF8_0000_0000_0123)
    let stored = try SQLStorage.real.value(.double(nan), in: .sqlite)
    guard case .double(let read) = try SQLStorage.real.attribute(stored, in: .sqlite) else {
      Issue.record("no number")
      return
    }
    #expect(read.bitPattern == nan.bitPattern)
  }

  @Test func `great numbers are bytes that sort behind the others`() throws {
    #expect(try SQLStorage.unsigned.value(.uint(1 << 63), in: .sqlite) == .blob(Data([128, 0, 0, 0, 0, 0, 0, 0])))
  }

  @Test func `a value of another type is refused`() {
    #expect(throws: CastError.self) { try SQLStorage.integer.value(.string("1"), in: .sqlite) }
    #expect(throws: CastError.self) { try SQLStorage.json.attribute(.text("{"), in: .sqlite) }
  }
}
