#if PostgreSQL
  import Foundation
  import MotionModel
  import MotionModelPostgreSQL
  import MotionModelSQL
  import MotionModelSQLTestSupport
  import MotionModelTestSupport
  import MotionModelTesting
  import MotionModelTransactions
  import MotionModelValues
  import Testing

  private struct IndexedPage: Model {
    typealias Adapter = PostgreSQLAdapter

    var id = 0
    var title = ""
    var rank = 0

    static let schema = Schema<IndexedPage> {
      Column(\.title, .unique)
      Column(\.rank, .indexed)
    }
  }

  /// A database that several programs write at once.
  @Suite(.server) struct PostgreSQLSharedTests {
    private let server = Result { try TestServer.database() }

    private func store() throws -> Store { Store(adapters: [try PostgreSQLAdapter(server.get())]) }

    @Test(arguments: [(2, false), (4, true)]) func `promises hold between programs, also without constraints`(
      count: Int, constraints: Bool
    ) throws {
      let stores = try (0..<count).map { _ in
        Store(adapters: [try PostgreSQLAdapter(server.get(), constraints: constraints)])
      }
      try SharedStorm<PostgreSQLAdapter>(stores).run(part: count)
    }

    #if os(macOS) || os(Linux)  // where exit tests are available
      @Test(arguments: [false, true]) func `promises hold between processes that may be killed`(isKilled: Bool)
        async throws
      {
        let address = try server.get()
        try SharedStorm<PostgreSQLAdapter>([try store()]).prepare()
        let (parameters, seed) = (address.parameters, Int(truncatingIfNeeded: TestSeed.current))
        await withTaskGroup { group in
          for part in 1...3 {
            group.addTask {
              await #expect(processExitsWith: isKilled && part > 1 ? .signal(SIGKILL) : .success) {
                [parameters = parameters as [String: String], seed = seed as Int, part = part as Int, isKilled] in
                var server = PostgreSQLServer(host: "", database: "", user: "")
                server.parameters = parameters
                let stores = try (0..<2).map { _ in Store(adapters: [try PostgreSQLAdapter(server)]) }
                if isKilled && part > 1 {
                  Thread.detachNewThread {
                    Thread.sleep(forTimeInterval: SharedStorm<PostgreSQLAdapter>.seconds * Double(part) / 4)
                    kill(getpid(), SIGKILL)
                  }
                }
                try SharedStorm<PostgreSQLAdapter>(stores).write(part: part + seed)
              }
            }
          }
        }
        try SharedStorm<PostgreSQLAdapter>([try store()]).check()
      }
    #endif

    @Test func `no id is given twice`() throws { try GivenIDsOracle<PostgreSQLAdapter>.check(store) }

    @Test func `a new version of a program starts beside the old one`() throws {
      let adapter = try PostgreSQLAdapter(server.get())
      try Releases<PostgreSQLAdapter>.rollOut(store) { model in
        let statements = try adapter.migration(of: model)
        try adapter.migrate([model])
        return statements.count
      }
    }

    @Test func `statements of one's own are part of the transaction`() throws {
      let adapter = try PostgreSQLAdapter(server.get())
      let chores = Store(adapters: [adapter]).table(Chore<PostgreSQLAdapter>.self)
      try chores.insert(contentsOf: [Chore(), Chore(), Chore()])
      let name = #""Chore""#
      func claim(_ worker: Int) throws -> [[SQLValue]] {
        try adapter.run(
          "UPDATE \(name) SET worker = $1 WHERE id = (SELECT id FROM \(name) WHERE worker IS NULL ORDER BY id LIMIT 1 "
            + "FOR UPDATE SKIP LOCKED) RETURNING id", [.integer(Int64(worker))])
      }
      #expect(throws: CancellationError.self) {
        try chores.store.transaction {
          #expect(try claim(7) == [[.integer(1)]])
          #expect(try chores.require(1).worker == 7)
          throw CancellationError()
        }
      }
      try chores.store.transaction {
        #expect(try claim(7) == [[.integer(1)]])
        var second = try chores.require(2)
        try chores.update(&second) { $0.claims = 5 }
      }
      #expect(try claim(8) == [[.integer(2)]])
      #expect(try chores.records.order(by: \.id).pluck(\.worker) == [7, 8, nil])
      #expect(try chores.require(2).claims == 5)
      #expect(throws: SQLError.self) { try adapter.run("SELECT 1 / 0") }
      #expect(adapter.connections.used == 0)
    }

    @Test func `a lock by name is had by one program at a time`() throws {
      var limits = PostgreSQLLimits()
      limits.lock = .milliseconds(20)
      let (first, second) = (try PostgreSQLAdapter(server.get()), try PostgreSQLAdapter(server.get(), limits: limits))
      let ran = try first.withLock("it's") {
        #expect(throws: SQLError.self) { try second.withLock("it's") { Issue.record("twice") } }
        return try second.withLock("another") { 7 }
      }
      #expect(try ran == 7 && second.withLock("it's") { true })
      #expect(throws: CancellationError.self) { try first.withLock("it's") { throw CancellationError() } }
      #expect(try second.withLock("it's") { true })
      let (sum, both) = (Locked(0), try (0..<2).map { _ in try PostgreSQLAdapter(server.get()) })
      DispatchQueue.concurrentPerform(iterations: 40) { number in
        try? both[number % 2].withLock("sum") {
          let seen = sum.withLock { $0 }
          Thread.sleep(forTimeInterval: 0.001)
          sum.withLock { $0 = seen + 1 }
        }
      }
      #expect(sum.withLock { $0 } == 40 && first.connections.used == 0)
    }

    private var migrations: MigrationOracle<PostgreSQLAdapter> {
      get throws {
        let server = try server.get()
        return MigrationOracle(placeholder: "$1") {
          Store(adapters: [try PostgreSQLAdapter(server)])
        } migrate: {
          try PostgreSQLAdapter(server).migrate($0, to: $1, isTrial: $2)
        }
      }
    }

    @Test func `migrations run once, in their order, all or none`() throws { try migrations.check() }

    @Test func `migrations do not run inside a transaction, which would record them before its end`() throws {
      let adapter = try PostgreSQLAdapter(server.get())
      let migration = RecordedMigration("1", up: ["SELECT 1"])
      try Store(adapters: [adapter]).transaction {
        let error = #expect(throws: SQLError.self) { try adapter.migrate([migration]) }
        #expect(error?.description == "The migration \"1\" cannot run inside a transaction: run it before.")
      }
      #expect(try adapter.migrate([migration]).count == 1)
    }

    @Test func `of programs that start at once, one runs the migrations`() throws { try migrations.checkStart() }

    @Test func `one declaration serves an adapter and a follower`() async throws {
      let chores = try store().table(Chore<PostgreSQLAdapter>.self)
      try chores.insert(contentsOf: [Chore(), Chore()])
      let memory = Store()
      let follower = try DatabaseFollower(
        of: try server.get(), in: memory, models: [FollowedModel(Chore<ArrayAdapter>.self)])
      defer { follower.cancel() }
      let added = try await follower.write { try memory.table(Chore<ArrayAdapter>.self).create { $0.claims = 7 } }
      #expect(added.id == 3 && memory.table(Chore<ArrayAdapter>.self).records.pluck(\.claims) == [0, 0, 7])
      #expect(try chores.require(3).claims == 7)
    }

    @Test func `jobs are taken once`() throws { try LockedJobs<PostgreSQLAdapter>.run([try store(), try store()]) }

    @Test func `records are locked until the transaction ends`() throws {
      var limits = PostgreSQLLimits()
      limits.lock = .milliseconds(20)
      let (first, second) = (try store(), Store(adapters: [try PostgreSQLAdapter(server.get(), limits: limits)]))
      let (mine, theirs) = (first.table(Chore<PostgreSQLAdapter>.self), second.table(Chore<PostgreSQLAdapter>.self))
      try mine.insert(contentsOf: [Chore(), Chore(), Chore()])
      try first.transaction { _ in
        #expect(try mine.where(\.id < 3).locking().all.map(\.id) == [1, 2])
        let left = try second.transaction { _ in
          // Those that lock nothing read as ever.
          (
            try theirs.records.locking(.skip).ids, try theirs.where { $0.id > 0 }.locking(.skip).ids,
            try theirs.records.count
          )
        }
        #expect(left == ([3], [3], 3))
        for lock in [RecordLock.wait, .refuse] {
          let error = #expect(throws: SQLError.self) {
            try second.transaction { _ in _ = try theirs.records.locking(lock).all }
          }
          guard case .busy? = error else {
            Issue.record("\(String(describing: error))")
            return
          }
        }
        #expect(throws: SQLError.self) { try theirs.where(\.id == 2).updateAll { $0.claims = 1 } }
      }
      try theirs.where(\.id == 2).updateAll { $0.claims = 1 }
      #expect(
        throws: SQLError.lockOutsideTransaction(model: Chore<PostgreSQLAdapter>.schema.modelName)
      ) { try mine.records.locking().all }
      #expect(mine.records.locking().limit(2).sql(.postgresql).statement.text.hasSuffix("LIMIT $1 FOR UPDATE"))
    }

    @Test func `a save is few statements, and observers see them without values`() throws {
      let adapter = try PostgreSQLAdapter(server.get())
      let store = Store(adapters: [adapter])
      let (orders, lines) = (store.table(Order<PostgreSQLAdapter>.self), store.table(Line<PostgreSQLAdapter>.self))
      let order = try orders.create()
      try lines.insert(
        contentsOf: (0..<500).map { _ in
          var line = Line<PostgreSQLAdapter>()
          (line.orderID, line.amount) = (order.id, 2)
          return line
        })
      let runs = Locked<[SQLStatement.Run]>([])
      let observation = adapter.onStatement { run in runs.withLock { $0.append(run) } }
      // What the second one writes is sent together, because the statements are prepared.
      for _ in 0..<2 { _ = try lines.create { ($0.orderID, $0.amount) = (order.id, 4_711) } }
      observation.cancel()
      let counted = try orders.require(order.id)
      #expect(counted.linesCount == 502 && counted.total == 10_422)
      try orders.create()
      let words = runs.withLock { $0.map { String($0.text.prefix { $0 != " " }) } }
      // The id, the order, and the mark by which the server can be asked about a commit whose answer is lost.
      let save = ["BEGIN", "SELECT", "SELECT", "UPDATE", "INSERT", "SELECT", "COMMIT"]
      #expect(words == save + save)
      // No line is read.
      #expect(runs.withLock { $0.allSatisfy { $0.rowCount <= 1 } })
      #expect(runs.withLock { $0.allSatisfy { !$0.text.contains("4711") && $0.failure == nil && $0.duration > .zero } })
    }

    @Test func `statements are in the log of finders, and observers see where they come from`() async throws {
      let adapter = try PostgreSQLAdapter(server.get())
      try await SeenStatements<PostgreSQLAdapter>.check(Store(adapters: [adapter])) { limit, handler in
        adapter.onStatement(slowerThan: limit, handler)
      }
    }

    @Test func `adapters with one database pass the test of adapters`() throws {
      try AdapterTest.share(try (0..<2).map { _ in try PostgreSQLAdapter(server.get()) })
    }

    @Test func `columns that count children change by what is written`() throws {
      let adapter = try PostgreSQLAdapter(server.get(), constraints: false)
      try CountedChildren<PostgreSQLAdapter>.check(Store(adapters: [adapter])) {
        try PostgreSQLAdapter(server.get()).run($0)
      }
    }

    @Test func `a column that a model does not have is in the way of new records only`() throws {
      let raw = try PostgreSQLAdapter(server.get())
      try PartOfColumns<PostgreSQLAdapter>.check(try store()) {
        try raw.run($0)
      } follow: { memory in
        let follower = try DatabaseFollower(
          of: try server.get(), in: memory, models: [FollowedModel(Chore<ArrayAdapter>.self)])
        return { try follower.waitUntilCaughtUp(to: try follower.latestCommit()) }
      }
    }

    @Test func `indexes of a table that others write are made apart`() throws {
      let adapter = try PostgreSQLAdapter(server.get())
      let pages = Store(adapters: [adapter]).table(IndexedPage.self)
      try pages.insert(contentsOf: ["a", "b"].map { title in .new { $0.title = title } })
      try adapter.run(#"DROP INDEX "IndexedPage by rank""#)
      try adapter.run(#"DROP INDEX "IndexedPage unique by title""#)
      try adapter.run(#"UPDATE "IndexedPage" SET title = 'a'"#)
      let texts = Locked<[String]>([])
      let observation = adapter.onStatement { run in
        if run.text.contains("INDEX") && !run.text.hasPrefix("SELECT") { texts.withLock { $0.append(run.text) } }
      }
      // The index is begun and fails.
      #expect(throws: SQLError.self) { try adapter.migrate([IndexedPage.self], indexesConcurrently: true) }
      try adapter.run(#"UPDATE "IndexedPage" SET title = 'b' WHERE id = 2"#)
      try adapter.migrate([IndexedPage.self], indexesConcurrently: true)
      observation.cancel()
      #expect(try adapter.migration(of: IndexedPage.self) == [])
      #expect(
        texts.withLock { $0.suffix(4) } == [
          #"DROP INDEX CONCURRENTLY IF EXISTS "IndexedPage unique by title""#,
          """
          CREATE UNIQUE INDEX CONCURRENTLY "IndexedPage unique by title" ON "IndexedPage" ((normalize("title")) COLLATE \
          "C")
          """,
          #"DROP INDEX CONCURRENTLY IF EXISTS "IndexedPage by rank""#,
          #"CREATE INDEX CONCURRENTLY "IndexedPage by rank" ON "IndexedPage" ("rank")"#,
        ])
      #expect(throws: StoreError.self) { try pages.create { $0.title = "a" } }
    }
  }
#endif
