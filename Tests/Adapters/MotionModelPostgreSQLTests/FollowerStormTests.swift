#if PostgreSQL
  import Foundation
  import MotionModel
  import MotionModelPostgreSQL
  import MotionModelSQL
  import MotionModelTestSupport
  import MotionModelValues
  import Testing

  private struct Account: Model, Equatable {
    var id = 0
    var amount = 0
    /// How often the amount has changed.
    var changes = 0

    static let schema = Schema<Account> {
      Column(\.amount)
      Column(\.changes)
    }
  }

  /// A follower whose server is killed, and that is cut off, while others write.
  @Suite(.serialized, .enabled(if: PrivateServer.programs != nil, "MOTIONMODEL_POSTGRESQL_PROGRAMS is not set"))
  struct FollowerStormTests {
    /// What the commits of a store have shown.
    private struct Seen: Sendable {
      var commitCount = 0
      var mistakes: [String] = []
    }

    /// Moves amounts between two accounts until it is told to end, whatever becomes of the server.
    private static func write(to server: PostgreSQLServer, _ seed: Int, until isOver: @escaping @Sendable () -> Bool) {
      var random = TestSeed.generator(seed)
      var connection: PostgreSQLConnection?
      while !isOver() {
        do {
          let current = try connection ?? PostgreSQLConnection(server, PostgreSQLLimits())
          connection = current
          let amount = Int64.random(in: 1...9, using: &random)
          let from = Int64.random(in: 1...20, using: &random)
          try current.transaction {
            for (id, amount) in [(from, -amount), (21 - from, amount)].shuffled(using: &random) {
              try current.run(
                """
                UPDATE \(name: "Account") SET amount = amount + \(bind: .integer(amount)), changes = changes + 1 \
                WHERE id = \(bind: .integer(id))
                """)
            }
          }
        } catch {
          if connection?.isBroken != false {
            connection = nil
            Thread.sleep(forTimeInterval: 0.02)
          }
        }
      }
    }

    private func observe(_ store: Store, _ seen: Locked<Seen>) -> StoreObservation {
      store.observeCommits { changeset in
        let changes = changeset.changes(of: Account.self)
        var mistakes = changes.compactMap { change -> String? in
          guard let old = change.old, let new = change.new else { return nil }
          return new.changes == old.changes + 1 ? nil : "\(old) became \(new)"
        }
        if changes.count != 2 { mistakes.append("\(changes.count) records in one commit") }
        let sum = store.table(Account.self).all.reduce(0) { $0 + $1.amount }
        if sum != 0 { mistakes.append("the sum is \(sum)") }
        seen.withLock { seen in
          seen.commitCount += 1
          seen.mistakes += mistakes
        }
      }
    }

    @Test func `a store sees each commit once and in order, whatever happens to the server and the connection`() throws
    {
      let server = try PrivateServer()
      let address = server.address
      let (store, seen, isOver) = (Store(), Locked(Seen()), Locked(false))
      let accounts = store.table(Account.self)
      let follower = try DatabaseFollower(of: address, in: store, models: [FollowedModel(Account.self)])
      try follower.write { try accounts.insert(contentsOf: (1...20).map { Account(id: $0) }) }
      let observation = observe(store, seen)
      let writers = (1...3).map { seed in
        Thread { Self.write(to: address, seed) { isOver.withLock { $0 } } }
      }
      for writer in writers { writer.start() }

      var random = TestSeed.generator()
      for round in 0..<30 {
        Thread.sleep(forTimeInterval: .random(in: 0.02...0.15, using: &random))
        if round == 10 || round == 20 {
          server.kill()
          Thread.sleep(forTimeInterval: .random(in: 0...0.3, using: &random))
          try server.start()
        } else if let connection = try? PostgreSQLConnection(address, PostgreSQLLimits()) {
          _ = try? connection.run("SELECT pg_terminate_backend(active_pid) FROM pg_replication_slots WHERE active")
        }
      }
      wait { seen.withLock { $0.commitCount } > 50 }
      isOver.withLock { $0 = true }
      wait { writers.allSatisfy(\.isFinished) }

      try follower.waitUntilCaughtUp(to: try follower.latestCommit(), timeout: .seconds(60))
      let rows = try PostgreSQLConnection(address, PostgreSQLLimits()).run(
        "SELECT id, amount, changes FROM \(name: "Account") ORDER BY id")
      let stored = accounts.records.order(by: \.id).all
      #expect(stored.flatMap { [$0.id, $0.amount, $0.changes] }.map { SQLValue.integer(Int64($0)) } == rows.values)
      let result = seen.withLock { $0 }
      #expect(result.mistakes.prefix(5) == [])
      #expect(result.commitCount == stored.reduce(0) { $0 + $1.changes } / 2)
      #expect(result.commitCount > 50)
      #expect(follower.status.fillCount == 1)
      observation.cancel()
      follower.cancel()
    }
  }
#endif
