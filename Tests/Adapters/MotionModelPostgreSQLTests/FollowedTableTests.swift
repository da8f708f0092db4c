#if PostgreSQL
  import Foundation
  import MotionModel
  import MotionModelPostgreSQL
  import MotionModelSQL
  import MotionModelTestSupport
  import Testing

  private struct Item: Model, Equatable {
    var id = 0
    var name = ""
    var body = ""
    static let schema = Schema<Item> {
      Column(\.name)
      Column(\.body)
    }
  }

  private struct Picture: Model, Equatable {
    var id = 0
    var data = Data()
    var at: Date?
    static let schema = Schema<Picture> {
      Column(\.data)
      Column(\.at)
    }
  }

  private struct Word: Model, Equatable {
    var id = ""
    var count = 0
    static let schema = Schema<Word> { Column(\.count) }
  }

  /// Tables of others that a store follows: followed whatever they are and become, or refused with a sentence.
  @Suite(.server) final class FollowedTableTests {
    private let server: PostgreSQLServer
    private let raw: PostgreSQLConnection
    private let store = Store()

    init() throws {
      server = try TestServer.database()
      raw = try PostgreSQLConnection(server, PostgreSQLLimits())
    }

    private var items: ModelTable<Item> { store.table(Item.self) }
    private let columns: SQLText = "(id bigint PRIMARY KEY, name text NOT NULL, body text NOT NULL DEFAULT '')"

    private func follower(_ model: FollowedModel = FollowedModel(Item.self)) throws -> DatabaseFollower {
      try DatabaseFollower(of: server, in: store, models: [model])
    }

    private func createItems() throws { try raw.run("CREATE TABLE \(name: "Item") \(sql: columns)") }

    // MARK: - What following did not survive

    @Test func `an id changes in a row with an unchanged large value`() throws {
      try createItems()
      try raw.run(
        """
        INSERT INTO \(name: "Item") SELECT k, 'a', string_agg(md5(CAST(i AS text)), '') FROM generate_series(1, 1000) AS i, \
        generate_series(1, 3) AS k GROUP BY k
        """)
      let follower = try follower()
      try raw.run("UPDATE \(name: "Item") SET id = 10 WHERE id = 1")
      // Once more in one transaction, to an id that another row has had.
      try raw.transaction {
        try raw.run("UPDATE \(name: "Item") SET id = 11, name = 'b' WHERE id = 2")
        try raw.run("UPDATE \(name: "Item") SET id = 2 WHERE id = 3")
        try raw.run("UPDATE \(name: "Item") SET id = 3 WHERE id = 11")
      }
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      #expect(follower.status.phase == .following)
      #expect(
        items.records.order(by: \.id).all.map { "\($0.id) \($0.name) \($0.body.count)" } == [
          "2 a 32000", "3 b 32000", "10 a 32000",
        ])
    }

    @Test(arguments: ["German", "SQL, DMY", "Postgres, MDY"])
    func `the settings of the database do not change what the log's values mean`(style: String) throws {
      try raw.run("CREATE TABLE \(name: "Picture") (id bigint PRIMARY KEY, data bytea NOT NULL, at timestamptz)")
      try raw.run("INSERT INTO \(name: "Picture") VALUES (1, '\\x01', '2024-01-01 00:00:00+00')")
      let database = try raw.run("SELECT current_database()").text(0, 0)
      for (name, value) in [("DateStyle", style), ("bytea_output", "escape"), ("extra_float_digits", "-3")] {
        try raw.run("SELECT set_config(\(bind: .text(name)), \(bind: .text(value)), FALSE)")
        try raw.run("ALTER DATABASE \(name: database) SET \(name: name.lowercased()) FROM CURRENT")
      }
      let follower = try follower(FollowedModel(Picture.self))
      try raw.run("INSERT INTO \(name: "Picture") VALUES (2, '\\xff', '2024-06-05 00:00:00+00')")
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      let pictures = store.table(Picture.self).records.order(by: \.id).all
      #expect(pictures.map(\.data) == [Data([1]), Data([255])])
      #expect(pictures.compactMap { $0.at?.timeIntervalSince1970 } == [1_704_067_200, 1_717_545_600])
    }

    @Test func `domains have the values of their types, also domains of domains that are made later`() throws {
      try raw.run("CREATE DOMAIN photo AS bytea")
      try raw.run("CREATE DOMAIN portrait AS photo CHECK (length(VALUE) < 9)")
      try raw.run("CREATE DOMAIN moment AS timestamptz")
      try raw.run("CREATE TABLE \(name: "Picture") (id bigint PRIMARY KEY, data portrait NOT NULL, at moment)")
      try raw.run("INSERT INTO \(name: "Picture") VALUES (1, '\\x0102', '2024-01-01 00:00:00+00')")
      let follower = try follower(FollowedModel(Picture.self))
      try raw.run("INSERT INTO \(name: "Picture") VALUES (2, '\\x0304', '2024-01-01 00:00:00+00')")
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      #expect(store.table(Picture.self).all.map(\.data) == [Data([1, 2]), Data([3, 4])])
      #expect(follower.status.phase == .following)
    }

    @Test(
      arguments: [
        (
          [
            "CREATE TABLE \(name: "Item") (id bigint, name text NOT NULL, body text NOT NULL, PRIMARY KEY (id)) PARTITION BY RANGE (id)"
          ],
          "partition"
        ),
        (
          [
            "CREATE TABLE \(name: "Item") (id bigint PRIMARY KEY, name text NOT NULL, body text NOT NULL)",
            "CREATE TABLE heir (more text) INHERITS (\(name: "Item"))",
          ], "inherit"
        ),
        (
          [
            "CREATE TABLE \(name: "Item") (id bigint PRIMARY KEY, name text NOT NULL, body text NOT NULL GENERATED ALWAYS AS (name) STORED)"
          ],
          "\"body\""
        ),
        (
          [
            "CREATE TABLE t (id bigint PRIMARY KEY, name text NOT NULL, body text NOT NULL)",
            "CREATE VIEW \(name: "Item") AS SELECT * FROM t",
          ], "Item"
        ),
        (
          [
            "CREATE TABLE \(name: "Item") (id bigint PRIMARY KEY, name text NOT NULL, body text NOT NULL)",
            "INSERT INTO \(name: "Item") VALUES (0, '', '')",
          ], "\"id\""
        ),
      ] as [([SQLText], String)])
    func `what the log does not have, or memory cannot keep, is refused at the start`(
      statements: [SQLText], word: String
    ) throws {
      for statement in statements { try raw.run(statement) }
      let error = #expect(throws: SQLError.self) { try follower() }
      #expect(error.map { "\($0)".contains(word) } == true, "\(String(describing: error))")
      #expect(items.count == 0)
      #expect(try raw.run("SELECT 1 FROM pg_replication_slots WHERE database = current_database()").count == 0)
    }

    @Test func `a policy that hides rows from the user is refused at the start, as the log has all`() throws {
      let role = "follower \(UInt32.random(in: 0 ... .max))"
      try createItems()
      for statement in [
        "CREATE ROLE \(name: role) LOGIN REPLICATION", "GRANT ALL ON SCHEMA public TO \(name: role)",
        "ALTER TABLE \(name: "Item") OWNER TO \(name: role)", "ALTER TABLE \(name: "Item") ENABLE ROW LEVEL SECURITY",
        "ALTER TABLE \(name: "Item") FORCE ROW LEVEL SECURITY",
        "CREATE POLICY hidden ON \(name: "Item") USING (id = 1)",
      ] as [SQLText] { try raw.run(statement) }
      let database = try raw.run("SELECT current_database()").text(0, 0)
      try raw.run("GRANT CREATE ON DATABASE \(name: database) TO \(name: role)")
      var other = server
      other.parameters["user"] = role
      let error = #expect(throws: SQLError.self) {
        try DatabaseFollower(of: other, in: store, models: [FollowedModel(Item.self)])
      }
      #expect(error.map { "\($0)".contains("policy") } == true, "\(String(describing: error))")
    }

    @Test func `two rows whose ids are one string in two Unicode forms end the following with a sentence`() throws {
      try raw.run("CREATE TABLE \(name: "Word") (id text PRIMARY KEY, count bigint NOT NULL)")
      try raw.run("INSERT INTO \(name: "Word") VALUES (U&'caf\\00e9', 1)")
      let follower = try follower(FollowedModel(Word.self))
      // A row may change its form.
      try raw.run("UPDATE \(name: "Word") SET id = U&'cafe\\0301'")
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      #expect(store.table(Word.self).all.map(\.id.unicodeScalars.count) == [5])
      try raw.run("INSERT INTO \(name: "Word") VALUES (U&'caf\\00e9', 2)")
      wait { if case .failed(let error) = follower.status.phase { "\(error)".contains("Unicode") } else { false } }
      let other = #expect(throws: (any Error).self) {
        try DatabaseFollower(of: server, in: Store(), models: [FollowedModel(Word.self)])
      }
      #expect(other.map { "\($0)".contains("Unicode") } == true)
    }

    // MARK: - Tables that become others

    @Test(
      arguments: [
        // Made again, in one transaction and in several.
        [
          "BEGIN", "DROP TABLE \(name: "Item")",
          "CREATE TABLE \(name: "Item") (id bigint PRIMARY KEY, name text NOT NULL, body text NOT NULL DEFAULT '')",
          "COMMIT",
        ],
        [
          "DROP TABLE \(name: "Item")",
          "CREATE TABLE \(name: "Item") (id bigint PRIMARY KEY, name text NOT NULL, body text NOT NULL DEFAULT '')",
        ],
        // Swapped by names.
        [
          "CREATE TABLE new (LIKE \(name: "Item") INCLUDING ALL)", "ALTER TABLE \(name: "Item") RENAME TO old",
          "ALTER TABLE new RENAME TO \(name: "Item")",
        ],
        // Values that change without a word in the log.
        ["ALTER TABLE \(name: "Item") ALTER COLUMN name TYPE text USING name || '!'"],
        ["ALTER TABLE \(name: "Item") DROP COLUMN name, ADD COLUMN name text NOT NULL DEFAULT 'x'"],
      ] as [[SQLText]])
    func `a table that becomes another one fills the store again`(statements: [SQLText]) throws {
      try createItems()
      try raw.run("INSERT INTO \(name: "Item") VALUES (1, 'a'), (2, 'b')")
      let follower = try follower()
      for statement in statements { try raw.run(statement) }
      try raw.run("INSERT INTO \(name: "Item") VALUES (5, 'e')")
      try expectSame(follower)
      let item = try follower.write { try items.create { $0.name = "mine" } }
      #expect(items.find(item.id) == item)
      try raw.run("DELETE FROM \(name: "Item") WHERE id = 5")
      try expectSame(follower)
      #expect(follower.status.fillCount == 2)
    }

    private func expectSame(_ follower: DatabaseFollower) throws {
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      #expect(follower.status.phase == .following)
      let rows = try raw.run("SELECT name FROM \(name: "Item") ORDER BY id")
      #expect(items.records.order(by: \.id).pluck(\.name) == (0..<rows.count).map { rows.text($0, 0) })
    }

    @Test func `a write into a table that is not followed any more returns when the store has it`() throws {
      try createItems()
      let follower = try follower()
      let publication = try raw.run("SELECT pubname FROM pg_publication").text(0, 0)
      for change in [
        "ALTER PUBLICATION \(name: publication) DROP TABLE \(name: "Item")", "DROP PUBLICATION \(name: publication)",
      ] as [SQLText] {
        try raw.run(change)
        try raw.run("INSERT INTO \(name: "Item") SELECT COALESCE(MAX(id), 0) + 100, 'theirs' FROM \(name: "Item")")
        let item = try follower.write { try items.create { $0.name = "mine" } }
        #expect(items.find(item.id) == item)
        try expectSame(follower)
      }
    }

    @Test func `a table that is gone is waited for, and looked for now and then`() throws {
      try createItems()
      try raw.run("INSERT INTO \(name: "Item") VALUES (1, 'a')")
      let follower = try follower()
      try raw.run("DROP TABLE \(name: "Item")")
      // Without a call of the follower.
      wait { if case .reconnecting = follower.status.phase { true } else { false } }
      #expect(items.count == 1)
      #expect(try raw.run("SELECT to_regclass('\"Item\"') IS NULL").values == [.integer(1)])
      try createItems()
      wait { follower.status.phase == .following }
      #expect(items.count == 0)
    }
  }
#endif
