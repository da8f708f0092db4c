#if SQLite
  import Foundation
  import MotionModel
  import MotionModelSQL
  import MotionModelSQLTestSupport
  import MotionModelSQLite
  import MotionModelTestSupport
  import MotionModelTransactions
  import Testing

  /// Foreign keys that follow from relations, and those of others.
  @Suite(.temporaryFolder) struct SQLiteForeignKeyTests {
    private let file = TemporaryFolder.current.appending(path: "keys.db")

    private func oracle() throws -> ForeignKeyOracle<SQLiteAdapter> {
      let raw = try SQLiteAdapter(file: file)
      return ForeignKeyOracle(Store(adapters: [try SQLiteAdapter(file: file)]), columnsOfCheck: []) {
        try raw.run($0)
      }
    }

    @Test func `the database keeps the relations of tables that the adapter makes`() throws {
      try oracle().checkRelations()
    }

    @Test func `the relation's error is thrown where only the database sees that a parent is missing`() throws {
      try oracle().checkErrors([
        """
        CREATE TRIGGER lose AFTER INSERT ON "Show" WHEN NEW.title = 'Lost' BEGIN UPDATE "Show" SET "hallID" = 99 WHERE \
        id = NEW.id; END
        """
      ])
    }

    @Test func `constraints of others come back with the model, the columns and the name`() throws {
      try oracle().checkOthers(foreignKey: "")
    }

    @Test func `a column that others require is named`() throws {
      let raw = try SQLiteConnection(file.path)
      try raw.run("CREATE TABLE t (a INTEGER NOT NULL)")
      let error = #expect(throws: SQLError.self) { try raw.run("INSERT INTO t VALUES (NULL)") }
      guard case .constraint(let constraint, _)? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(constraint == SQLError.Constraint(.required, table: "t", columns: ["a"]))
      #expect("\(constraint)" == "A row of t breaks the not null constraint (a)")
    }

    @Test func `foreign keys are declared with the tables to which they lead, and not where a table is`() throws {
      let adapter = try SQLiteAdapter(file: file)
      #expect(
        try adapter.migration(of: Show<SQLiteAdapter>.self).map(\.text) == [
          """
          CREATE TABLE "Show" (
            "_position" INTEGER PRIMARY KEY AUTOINCREMENT,
            "id" INTEGER NOT NULL UNIQUE,
            "title" TEXT NOT NULL,
            "hallID" INTEGER NOT NULL REFERENCES "Hall" ("id") DEFERRABLE INITIALLY DEFERRED,
            "secondID" INTEGER
          )
          """,
          #"CREATE INDEX "Show by hallID" ON "Show" ("hallID")"#,
          #"CREATE INDEX "Show by secondID" ON "Show" ("secondID")"#,
          """
          CREATE TABLE "Hall" (
            "_position" INTEGER PRIMARY KEY AUTOINCREMENT,
            "id" INTEGER NOT NULL UNIQUE,
            "name" TEXT NOT NULL
          )
          """,
        ])
      let without = try SQLiteAdapter(file: file, constraints: false)
      try without.migrate([Show<SQLiteAdapter>.self])
      #expect(try adapter.migration(of: Show<SQLiteAdapter>.self) == [])
      #expect(try adapter.migration(of: Hall<SQLiteAdapter>.self).count == 1)
      #expect(try adapter.run(#"SELECT * FROM pragma_foreign_key_list('Show')"#) == [])
      // A table of a follower has none either, because it need not follow the parents.
      let memory = Store()
      let follower = try DatabaseFollower(of: file, in: memory, models: [FollowedModel(Ticket<ArrayAdapter>.self)])
      follower.cancel()
      #expect(try adapter.run(#"SELECT * FROM pragma_foreign_key_list('Ticket')"#) == [])
    }

    @Test func `a table that is rebuilt keeps the rows that refer to it, and its foreign keys`() throws {
      let raw = try SQLiteAdapter(file: file)
      try raw.migrate([Hall<SQLiteAdapter>.self])
      try raw.run(
        """
        CREATE TABLE "Show" ("_position" INTEGER PRIMARY KEY AUTOINCREMENT, id INTEGER NOT NULL UNIQUE, title TEXT, \
        "hallID" INTEGER NOT NULL REFERENCES "Hall" (id), "secondID" INTEGER REFERENCES "Hall" (id) ON DELETE SET NULL)
        """)
      try raw.migrate([Ticket<SQLiteAdapter>.self])
      try raw.run(#"INSERT INTO "Hall" (id, name) VALUES (7, 'Red')"#)
      try raw.run(#"INSERT INTO "Show" (id, title, "hallID") VALUES (1, 'Hamlet', 7)"#)
      try raw.run(#"INSERT INTO "Ticket" (id, "showID") VALUES (1, 1)"#)
      let later = try SQLiteAdapter(file: file)
      #expect(throws: SQLError.self) {
        let store = Store(adapters: [later])
        try store.transaction {
          _ = try store.table(Hall<SQLiteAdapter>.self).records.count
          try later.migrate([Show<SQLiteAdapter>.self])
        }
      }
      #expect(try later.migration(of: Show<SQLiteAdapter>.self).count > 2)
      try later.migrate([Show<SQLiteAdapter>.self])
      let after = Store(adapters: [later])
      #expect(try after.table(Ticket<SQLiteAdapter>.self).records.count == 1)
      #expect(
        try later.run(#"SELECT "from", on_delete FROM pragma_foreign_key_list('Show') ORDER BY 1"#) == [
          [.text("hallID"), .text("NO ACTION")], [.text("secondID"), .text("SET NULL")],
        ])
      #expect(throws: SQLError.self) { try later.run(#"DELETE FROM "Hall""#) }
    }
  }
#endif
