#if SQLite
  import Foundation
  import MotionModel
  import MotionModelSQL
  import MotionModelSQLTestSupport
  import MotionModelSQLite
  import MotionModelTestSupport
  import MotionModelValues
  import Testing

  private struct Account: Model, Equatable {
    var id = 0
    var amount = 0
    var note: String?

    static let schema = Schema<Account> {
      Column(\.amount)
      Column(\.note)
    }
  }

  /// The same table, kept by the file.
  private struct Paper: Model, Equatable {
    var id = ""
    var title = ""

    static let schema = Schema<Paper> { Column(\.title, .unique) }
  }

  /// Stores in memory that follow a file.
  final class SQLiteFollowerTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private let file: URL
    private let store = Store()

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      file = folder.appending(path: "it's.db")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private var accounts: ModelTable<Account> { store.table(Account.self) }

    private func follower(_ models: [FollowedModel] = [FollowedModel(Account.self)]) throws -> DatabaseFollower {
      try DatabaseFollower(of: file, in: store, models: models)
    }

    @Test func `values of every type come back, by the changes and by a filling`() throws {
      let follower = try follower([FollowedModel(AllTypes.self)])
      let expected = try writeEveryType(to: store) { try follower.write($0) }
      #expect(store.table(AllTypes.self).all.map(exactText) == expected)
      let second = Store()
      let other = try DatabaseFollower(of: file, in: second, models: [FollowedModel(AllTypes.self)])
      #expect(second.table(AllTypes.self).all.map(exactText) == expected)
      other.cancel()
      follower.cancel()
    }

    @Test func `a store is filled, and sees what other connections commit`() throws {
      let first = try follower()
      let other = try SQLiteConnection(file.path)
      try other.run("INSERT INTO \(name: "Account") (id, amount) VALUES (1, 5), (2, 6)")
      try first.waitUntilCaughtUp(to: try first.latestCommit())
      #expect(accounts.all == [Account(id: 1, amount: 5), Account(id: 2, amount: 6)])
      try other.run("UPDATE \(name: "Account") SET id = 7, note = 'x' WHERE id = 1")
      try other.run("DELETE FROM \(name: "Account") WHERE id = 2")
      try first.waitUntilCaughtUp(to: try first.latestCommit())
      #expect(accounts.all == [Account(id: 7, amount: 5, note: "x")])
      first.cancel()
      try other.run("INSERT OR IGNORE INTO \(name: "Account") (id, amount) VALUES (8, 1)")
      let second = try follower()
      #expect(accounts.all.map(\.id) == [7, 8])
      #expect(second.status.fillCount == 1)
      try other.run("DELETE FROM \(name: "Account")")
      try second.waitUntilCaughtUp(to: try second.latestCommit())
      #expect(accounts.all.isEmpty)
    }

    @Test func `what the database has committed is taken in, whatever rules it breaks`() throws {
      let store = Store()
      func follower() throws -> DatabaseFollower {
        try DatabaseFollower(of: file, in: store, models: FollowedRules.models)
      }
      let first = try follower()
      let other = try SQLiteConnection(file.path)
      for statement in FollowedRules.statements { try other.run(statement) }
      try first.waitUntilCaughtUp(to: try first.latestCommit())
      #expect(FollowedRules.records(of: store) == FollowedRules.expected)
      first.cancel()
      #expect(first.status.lag == nil)
      #expect(throws: FollowerError.stopped(reason: "it was stopped.")) {
        try first.write { _ = try store.table(FollowedRules.Owner.self).create() }
      }
      #expect(try other.run("SELECT id FROM \(name: "Owner")").count == 0)
      #expect(try follower().status.phase == .following)
    }

    @Test func `writes go to the file, and are read when they return`() throws {
      let follower = try follower([FollowedModel(Account.self), FollowedModel(Paper.self)])
      let account = try follower.write { try accounts.create { $0.amount = 3 } }
      #expect(accounts.all == [account])
      #expect(try SQLiteConnection(file.path).run("SELECT amount FROM \(name: "Account")").values == [.integer(3)])
      #expect(throws: FollowerError.directWrite(models: ["Account"])) { try accounts.create() }
      let papers = store.table(Paper.self)
      try follower.write {
        for (id, title) in [("a'b", "x"), ("é", "y"), ("z\"; DROP TABLE Paper;--", "z")] {
          var paper = Paper(id: id, title: title)
          try papers.insert(&paper)
        }
      }
      // Two records exchange a unique value.
      try follower.write {
        for (id, title) in [("a'b", "w"), ("é", "x"), ("a'b", "y")] {
          var paper = Paper(id: id, title: title)
          try papers.save(&paper)
        }
      }
      #expect(papers.records.order(by: \.title).all.map(\.id) == ["é", "a'b", "z\"; DROP TABLE Paper;--"])
      try follower.write { _ = try papers.delete("é") }
      #expect(papers.all.count == 2)
    }

    @Test func `tasks write without blocking their thread`() async throws {
      let (follower, table) = (try follower(), accounts)
      let account = try await follower.write { try table.create { $0.amount = 1 } }
      #expect(table.all == [account])
    }

    @Test func `a record that stops meeting the condition leaves the store`() throws {
      let follower = try follower([FollowedModel(Account.self, where: \.amount > 5)])
      let other = try SQLiteConnection(file.path)
      try other.run("INSERT INTO \(name: "Account") (id, amount) VALUES (1, 5), (2, 6)")
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      #expect(accounts.all.map(\.id) == [2])
      try other.run("UPDATE \(name: "Account") SET amount = 11 - amount")
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      #expect(accounts.all.map(\.id) == [1])
    }

    @Test func `a table that was made anew is followed again`() throws {
      let follower = try follower()
      let other = try SQLiteConnection(file.path)
      try other.run("INSERT INTO \(name: "Account") (id, amount) VALUES (1, 5)")
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      try other.transaction {
        try other.run("CREATE TABLE t AS SELECT * FROM \(name: "Account")")
        try other.run("DROP TABLE \(name: "Account")")
        try other.run(
          """
          CREATE TABLE \(name: "Account") (\(name: "_position") INTEGER PRIMARY KEY, id INTEGER NOT NULL UNIQUE, amount INTEGER NOT NULL, \
          note TEXT)
          """)
        try other.run("INSERT INTO \(name: "Account") SELECT * FROM t WHERE FALSE")
        try other.run("DROP TABLE t")
      }
      wait { follower.status.fillCount >= 2 }
      #expect(accounts.all.isEmpty)
      try other.run("INSERT INTO \(name: "Account") (id, amount) VALUES (2, 5)")
      wait { accounts.all.map(\.id) == [2] }
      #expect(follower.status.phase == .following)
    }

    /// An update of this many rows takes a moment if the triggers find the notes by their index, and minutes if they do
    /// not.
    @Test(
      arguments: [
        "id INTEGER PRIMARY KEY", "id INT PRIMARY KEY", "id NUMERIC PRIMARY KEY", "id PRIMARY KEY",
      ] as [SQLText])
    func `another program updates many rows in proportional time, whatever the type of the ids`(key: SQLText) throws {
      let other = try SQLiteConnection(file.path, limit: .seconds(30))
      try other.run("CREATE TABLE \(name: "Account") (\(sql: key), amount INTEGER NOT NULL, note TEXT)")
      let follower = try follower()
      try other.run(
        """
        WITH n (id) AS (SELECT 1 UNION ALL SELECT id + 1 FROM n WHERE id < 20000) \
        INSERT INTO \(name: "Account") (id, amount) SELECT id, 0 FROM n
        """)
      for _ in 0..<2 { try other.run("UPDATE \(name: "Account") SET amount = amount + 1") }
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      #expect(accounts.count == 20_000 && accounts.all.allSatisfy { $0.amount == 2 })
      #expect(try other.run("SELECT COUNT(*) FROM \(name: "motionmodel_changes")").values == [.integer(20_000)])
    }

    @Test func `a trigger of an earlier version is replaced, once`() throws {
      try follower().cancel()
      let other = try SQLiteConnection(file.path)
      let name = "motionmodel_changes Account update"
      func text() throws -> String {
        try other.run("SELECT sql FROM sqlite_master WHERE name = \(bind: .text(name))").text(0, 0)
      }
      let current = try text()
      try other.run("DROP TRIGGER \(name: name)")
      try other.run("CREATE TRIGGER \(name: name) AFTER UPDATE ON \(name: "Account") BEGIN SELECT 1; END")
      try follower().cancel()
      #expect(try text() == current)
      let version = try other.run("PRAGMA schema_version").values
      let follower = try follower()
      #expect(try other.run("PRAGMA schema_version").values == version)
      try follower.write { _ = try accounts.create() }
      #expect(accounts.count == 1)
    }

    @Test func `each transaction of several writers is seen as a whole`() throws {
      let follower = try follower()
      try follower.write { try accounts.insert(contentsOf: (1...20).map { Account(id: $0) }) }
      let sums = Locked<Set<Int>>([])
      let (store, path) = (store, file.path)
      let observation = store.observeCommits { _ in
        let sum = store.table(Account.self).all.reduce(0) { $0 + $1.amount }
        sums.withLock { _ = $0.insert(sum) }
      }
      let writers = (1...3).map { seed in
        Thread {
          guard let connection = try? SQLiteConnection(path) else { return }
          var random = TestSeed.generator(seed)
          for _ in 0..<200 {
            let from = Int64.random(in: 1...10, using: &random)
            let amount = Int64.random(in: 1...9, using: &random)
            try? connection.transaction {
              for (id, amount) in [(from, -amount), (21 - from, amount)] {
                try connection.run(
                  """
                  UPDATE \(name: "Account") SET amount = amount + \(bind: .integer(amount)) WHERE id = \(bind: .integer(id))
                  """)
              }
            }
          }
        }
      }
      for writer in writers { writer.start() }
      wait { writers.allSatisfy(\.isFinished) }
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      let rows = try SQLiteConnection(path).run("SELECT id, amount FROM \(name: "Account") ORDER BY id")
      let values = accounts.records.order(by: \.id).all.flatMap { [$0.id, $0.amount] }
      #expect(values.map { SQLValue.integer(Int64($0)) } == rows.values)
      #expect(sums.withLock { $0 } == [0])
      observation.cancel()
    }
  }
#endif
