#if SQLite
  import Foundation
  import MotionModel
  import MotionModelSQL
  import MotionModelSQLTestSupport
  import MotionModelSQLite
  import MotionModelTestSupport
  import MotionModelTesting
  import MotionModelTransactions
  import MotionModelValues
  import Testing

  /// A file that several programs write at once.
  @Suite(.temporaryFolder) struct SQLiteSharedTests {
    private let file = TemporaryFolder.current.appending(path: "shared.db")

    private func store() throws -> Store { Store(adapters: [try SQLiteAdapter(file: file)]) }

    @Test(arguments: [(2, false), (4, true)]) func `promises hold between programs, also without constraints`(
      count: Int, constraints: Bool
    ) throws {
      let stores = try (0..<count).map { _ in Store(adapters: [try SQLiteAdapter(file: file, constraints: constraints)])
      }
      try SharedStorm<SQLiteAdapter>(stores).run(part: count)
    }

    #if os(macOS) || os(Linux)  // where exit tests are available
      @Test(arguments: [false, true]) func `promises hold between processes that may be killed`(isKilled: Bool)
        async throws
      {
        try SharedStorm<SQLiteAdapter>([try store()]).prepare()
        let (path, seed) = (file.path, Int(truncatingIfNeeded: TestSeed.current))
        await withTaskGroup { group in
          for part in 1...3 {
            group.addTask {
              await #expect(processExitsWith: isKilled && part > 1 ? .signal(SIGKILL) : .success) {
                [path = path as String, seed = seed as Int, part = part as Int, isKilled] in
                let file = URL(filePath: path)
                let stores = try (0..<2).map { _ in
                  Store(adapters: [try SQLiteAdapter(file: file, busyTimeout: .seconds(60))])
                }
                if isKilled && part > 1 {
                  Thread.detachNewThread {
                    Thread.sleep(forTimeInterval: SharedStorm<SQLiteAdapter>.seconds * Double(part) / 4)
                    kill(getpid(), SIGKILL)
                  }
                }
                try SharedStorm<SQLiteAdapter>(stores).write(part: part + seed)
              }
            }
          }
        }
        try SharedStorm<SQLiteAdapter>([try store()]).check()
      }
    #endif

    @Test func `no id is given twice`() throws { try GivenIDsOracle<SQLiteAdapter>.check(store) }

    @Test func `a new version of a program starts beside the old one`() throws {
      let adapter = try SQLiteAdapter(file: file)
      try Releases<SQLiteAdapter>.rollOut(store) { model in
        let statements = try adapter.migration(of: model)
        try adapter.migrate([model])
        return statements.count
      }
    }

    @Test(arguments: [true, false]) func `statements of one's own are part of the transaction`(isInMemory: Bool) throws
    {
      let adapter = isInMemory ? try SQLiteAdapter() : try SQLiteAdapter(file: file)
      let chores = Store(adapters: [adapter]).table(Chore<SQLiteAdapter>.self)
      try chores.insert(contentsOf: [Chore(), Chore()])
      let name = #""Chore""#
      #expect(throws: CancellationError.self) {
        try chores.store.transaction {
          try adapter.run("UPDATE \(name) SET worker = ?1", [.integer(7)])
          #expect(try chores.require(1).worker == 7)
          throw CancellationError()
        }
      }
      try chores.store.transaction {
        try adapter.run("UPDATE \(name) SET worker = ?1 WHERE id = 1", [.integer(7)])
        var second = try chores.require(2)
        try chores.update(&second) { $0.claims = 5 }
      }
      #expect(
        try adapter.run("SELECT worker, claims FROM \(name) ORDER BY id") == [
          [.integer(7), .integer(0)], [.null, .integer(5)],
        ])
      #expect(throws: SQLError.self) { try adapter.run("SELECT nothing FROM nowhere") }
    }

    private var migrations: MigrationOracle<SQLiteAdapter> {
      let file = file
      return MigrationOracle(placeholder: "?1") {
        Store(adapters: [try SQLiteAdapter(file: file)])
      } migrate: {
        try SQLiteAdapter(file: file).migrate($0, to: $1, isTrial: $2)
      }
    }

    @Test func `migrations run once, in their order, all or none`() throws { try migrations.check() }

    @Test func `migrations do not run inside a transaction, which would record them before its end`() throws {
      let adapter = try SQLiteAdapter(file: file)
      let migration = RecordedMigration("1", up: ["SELECT 1"])
      try Store(adapters: [adapter]).transaction {
        let error = #expect(throws: SQLError.self) { try adapter.migrate([migration]) }
        #expect(error?.description == "The migration \"1\" cannot run inside a transaction: run it before.")
      }
      #expect(try adapter.migrate([migration]).count == 1)
    }

    @Test func `of programs that start at once, one runs the migrations`() throws { try migrations.checkStart() }

    @Test func `one declaration serves an adapter and a follower`() async throws {
      let chores = try store().table(Chore<SQLiteAdapter>.self)
      try chores.insert(contentsOf: [Chore(), Chore()])
      let memory = Store()
      let follower = try DatabaseFollower(of: file, in: memory, models: [FollowedModel(Chore<ArrayAdapter>.self)])
      defer { follower.cancel() }
      let added = try await follower.write { try memory.table(Chore<ArrayAdapter>.self).create { $0.claims = 7 } }
      #expect(added.id == 3 && memory.table(Chore<ArrayAdapter>.self).records.pluck(\.claims) == [0, 0, 7])
      #expect(try chores.require(3).claims == 7)
    }

    @Test func `jobs are taken once`() throws { try LockedJobs<SQLiteAdapter>.run([try store(), try store()]) }

    @Test func `a save is few statements, and observers see them without values`() throws {
      let adapter = try SQLiteAdapter(file: file)
      let store = Store(adapters: [adapter])
      let (orders, lines) = (store.table(Order<SQLiteAdapter>.self), store.table(Line<SQLiteAdapter>.self))
      let order = try orders.create()
      try lines.insert(
        contentsOf: (0..<500).map { _ in
          var line = Line<SQLiteAdapter>()
          (line.orderID, line.amount) = (order.id, 2)
          return line
        })
      let runs = Locked<[SQLStatement.Run]>([])
      let observation = adapter.onStatement { run in runs.withLock { $0.append(run) } }
      _ = try lines.create { ($0.orderID, $0.amount) = (order.id, 4_711) }
      observation.cancel()
      let counted = try orders.require(order.id)
      #expect(counted.linesCount == 501 && counted.total == 5_711)
      try orders.create()
      let words = runs.withLock { $0.map { String($0.text.prefix { $0 != " " }) } }
      // The id, the order, and the number behind which the next id is.
      #expect(words == ["BEGIN", "SELECT", "SELECT", "UPDATE", "INSERT", "UPDATE", "COMMIT"])
      // No line is read.
      #expect(runs.withLock { $0.allSatisfy { $0.rowCount <= 1 } })
      #expect(runs.withLock { $0.allSatisfy { !$0.text.contains("4711") && $0.failure == nil && $0.duration > .zero } })
    }

    @Test func `statements are in the log of finders, and observers see where they come from`() async throws {
      let adapter = try SQLiteAdapter(file: file)
      try await SeenStatements<SQLiteAdapter>.check(Store(adapters: [adapter])) { limit, handler in
        adapter.onStatement(slowerThan: limit, handler)
      }
    }

    @Test func `adapters with one database pass the test of adapters`() throws {
      try AdapterTest.share(try (0..<2).map { _ in try SQLiteAdapter(file: file) })
    }

    @Test func `columns that count children change by what is written`() throws {
      let adapter = try SQLiteAdapter(file: file, constraints: false)
      try CountedChildren<SQLiteAdapter>.check(Store(adapters: [adapter])) { try SQLiteAdapter(file: file).run($0) }
    }

    @Test func `a column that a model does not have is in the way of new records only`() throws {
      let raw = try SQLiteAdapter(file: file)
      try PartOfColumns<SQLiteAdapter>.check(try store()) {
        try raw.run($0)
      } follow: { memory in
        let follower = try DatabaseFollower(of: file, in: memory, models: [FollowedModel(Chore<ArrayAdapter>.self)])
        return { try follower.waitUntilCaughtUp(to: try follower.latestCommit()) }
      }
    }
  }
#endif
