#if PostgreSQL
  import Foundation
  import MotionModel
  import MotionModelPostgreSQL
  import MotionModelSQL
  import MotionModelSQLTestSupport
  import MotionModelValidation
  import MotionModelValues
  import Testing

  /// Rules of unique values that are indexes of tables.
  @Suite(.server) struct PostgreSQLUniqueRuleTests {
    private let server = Result { try TestServer.database() }

    private func oracle() throws -> UniqueRuleOracle<PostgreSQLAdapter> {
      let raw = try PostgreSQLConnection(server.get(), PostgreSQLLimits())
      return UniqueRuleOracle(Store(adapters: [try PostgreSQLAdapter(server.get())])) {
        try raw.run(SQLStatement(text: $0, bindings: []))
      }
    }

    @Test func `the database keeps what the rules keep unique`() throws { try oracle().checkRules() }

    @Test func `records exchange values that rules keep unique`() throws { try oracle().checkExchanges() }

    @Test func `the rule's error is thrown where only the database sees that a value is taken`() throws {
      try oracle().checkErrors([
        """
        CREATE FUNCTION lose() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN IF NEW.code = ''Lost'' THEN \
        NEW.code = ''A''; END IF; RETURN NEW; END'
        """,
        #"CREATE TRIGGER lose BEFORE INSERT ON "Badge" FOR EACH ROW EXECUTE FUNCTION lose()"#,
      ])
    }

    @Test func `indexes of rules are made with the table, and go with the rule`() throws {
      let adapter = try PostgreSQLAdapter(server.get())
      #expect(
        try adapter.migration(of: Badge<PostgreSQLAdapter>.self).dropFirst().map(\.text) == [
          #"CREATE UNIQUE INDEX "Uniqueness of Badge by code" ON "Badge" ((normalize("code")) COLLATE "C")"#,
          """
          CREATE UNIQUE INDEX "Uniqueness of Badge by holder, hall" ON "Badge" \
          ((normalize("holder")) COLLATE "C", "hall")
          """,
        ])
      try adapter.migrate([Badge<PostgreSQLAdapter>.self])
      #expect(try adapter.migration(of: Badge<PostgreSQLAdapter>.self) == [])
      try adapter.migrate([Widened.Badge<PostgreSQLAdapter>.self])
      let names = "SELECT indexname FROM pg_indexes WHERE indexname LIKE 'Uniqueness%'"
      #expect(try adapter.run(names) == [[.text("Uniqueness of Badge by holder, hall")]])
      try adapter.run(#"INSERT INTO "Badge" (id, code, holder, hall) VALUES (1, 'A', 'Ada', 1), (2, 'A', 'Ben', 1)"#)
      let store = Store(adapters: [try PostgreSQLAdapter(server.get())])
      #expect(try store.table(Widened.Badge<PostgreSQLAdapter>.self).records.count == 2)
      try adapter.migrate([Unruled.Badge<PostgreSQLAdapter>.self])
      #expect(try adapter.run(names) == [])
    }

    @Test func `a table that is there, or is made without constraints, gets no index of a rule`() throws {
      let without = try PostgreSQLAdapter(server.get(), constraints: false)
      try without.migrate([Badge<PostgreSQLAdapter>.self])
      try UniqueRuleOracle.checkTableWithoutIndexes(PostgreSQLAdapter(server.get()))
    }

    @Test func `a value that another program takes meanwhile is the rule's error, also under read committed`() throws {
      var limits = PostgreSQLLimits()
      limits.isolation = .readCommitted
      let adapter = try PostgreSQLAdapter(server.get(), limits: limits)
      let badges = Store(adapters: [adapter]).table(Badge<PostgreSQLAdapter>.self)
      #expect(try badges.records.count == 0)
      let (other, isFirst) = (try PostgreSQLAdapter(server.get()), Locked(true))
      let observation = adapter.onStatement { run in
        // Behind the look of the rule.
        guard run.text.contains(#"FROM "Badge" WHERE"#), run.text.contains(#""code""#) else { return }
        let isMeant = isFirst.withLock { first in
          defer { first = false }
          return first
        }
        if isMeant { _ = try? other.run(#"INSERT INTO "Badge" (id, code) VALUES (77, 'A')"#) }
      }
      let error = #expect(throws: RecordInvalid.self) { try badges.create { $0.code = "A" } }
      observation.cancel()
      #expect(
        error.map { Array($0.errors) } == [
          ValidationError(model: "Badge", path: [.field("code")], rule: .taken, message: "is worn")
        ])
      #expect(try badges.records.pluck(\.id) == [77])
    }
  }
#endif
