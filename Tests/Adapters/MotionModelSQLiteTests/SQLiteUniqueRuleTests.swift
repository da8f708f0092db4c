#if SQLite
  import Foundation
  import MotionModel
  import MotionModelSQL
  import MotionModelSQLTestSupport
  import MotionModelSQLite
  import MotionModelTestSupport
  import MotionModelValidation
  import Testing

  /// Rules of unique values that are indexes of tables.
  @Suite(.temporaryFolder) struct SQLiteUniqueRuleTests {
    private let file = TemporaryFolder.current.appending(path: "rules.db")

    private func oracle() throws -> UniqueRuleOracle<SQLiteAdapter> {
      let raw = try SQLiteConnection(file.path)
      return UniqueRuleOracle(Store(adapters: [try SQLiteAdapter(file: file)])) {
        try raw.run(SQLStatement(text: $0, bindings: []))
      }
    }

    @Test func `the database keeps what the rules keep unique`() throws { try oracle().checkRules() }

    @Test func `records exchange values that rules keep unique`() throws { try oracle().checkExchanges() }

    @Test func `the rule's error is thrown where only the database sees that a value is taken`() throws {
      try oracle().checkErrors([
        """
        CREATE TRIGGER lose AFTER INSERT ON "Badge" WHEN NEW.code = 'Lost' BEGIN UPDATE "Badge" SET code = 'A' WHERE \
        id = NEW.id; END
        """
      ])
    }

    @Test func `indexes of rules are made with the table, and go with the rule`() throws {
      let adapter = try SQLiteAdapter(file: file)
      #expect(
        try adapter.migration(of: Badge<SQLiteAdapter>.self).map(\.text) == [
          """
          CREATE TABLE "Badge" (
            "_position" INTEGER PRIMARY KEY AUTOINCREMENT,
            "id" INTEGER NOT NULL UNIQUE,
            "code" TEXT NOT NULL,
            "holder" TEXT,
            "hall" INTEGER,
            "nick" TEXT,
            "weight"
          )
          """,
          #"CREATE UNIQUE INDEX "Uniqueness of Badge by code" ON "Badge" ("code")"#,
          #"CREATE UNIQUE INDEX "Uniqueness of Badge by holder, hall" ON "Badge" ("holder", "hall")"#,
        ])
      try adapter.migrate([Badge<SQLiteAdapter>.self])
      #expect(try adapter.migration(of: Badge<SQLiteAdapter>.self) == [])
      // A table that is copied keeps the index of a rule that is still there, and gets none of a new rule.
      try adapter.migrate([Widened.Badge<SQLiteAdapter>.self])
      let names = "SELECT name FROM sqlite_master WHERE sql LIKE 'CREATE UNIQUE INDEX%'"
      #expect(try adapter.run(names) == [[.text("Uniqueness of Badge by holder, hall")]])
      try adapter.run(#"INSERT INTO "Badge" (id, code, holder, hall) VALUES (1, 'A', 'Ada', 1), (2, 'A', 'Ben', 1)"#)
      let store = Store(adapters: [try SQLiteAdapter(file: file)])
      #expect(try store.table(Widened.Badge<SQLiteAdapter>.self).records.count == 2)
      #expect(
        try adapter.migration(of: Unruled.Badge<SQLiteAdapter>.self).map(\.text) == [
          #"DROP INDEX "Uniqueness of Badge by holder, hall""#
        ])
      try adapter.migrate([Unruled.Badge<SQLiteAdapter>.self])
      #expect(try adapter.run(names) == [])
    }

    @Test func `a table that is there, or is made without constraints, gets no index of a rule`() throws {
      let without = try SQLiteAdapter(file: file, constraints: false)
      try without.migrate([Badge<SQLiteAdapter>.self])
      let adapter = try SQLiteAdapter(file: file)
      try UniqueRuleOracle.checkTableWithoutIndexes(adapter)
      #expect(try adapter.migration(of: Unruled.Badge<SQLiteAdapter>.self).count == 4)
    }

    @Test func `programs that do not know the collations write to a table with the index of a rule`() throws {
      let adapter = try SQLiteAdapter(file: file)
      try adapter.migrate([Tag.self])
      #expect(
        try adapter.run("SELECT sql FROM sqlite_master WHERE name LIKE 'Uniqueness%'") == [
          [.text(#"CREATE UNIQUE INDEX "Uniqueness of Tag by name, kind" ON "Tag" ("name" COLLATE BINARY, "kind")"#)]
        ])
      let tags = Store(adapters: [adapter]).table(Tag.self)
      try tags.create { $0.name = "Cafe" }
      #expect(throws: SQLError.self) { try adapter.run(#"INSERT INTO "Tag" (id, name, kind) VALUES (7, 'Cafe', 0)"#) }
    }
  }

  /// A record with an index that finds by a column which a rule keeps unique.
  private struct Tag: Validatable {
    typealias Adapter = SQLiteAdapter

    var id = 0
    var name = ""
    var kind = 0
    static let schema = Schema<Tag> { Column(\.name, .indexed) }
    static let validations = Validations<Tag> { Uniqueness(\.name, scope: \.kind) }
  }
#endif
