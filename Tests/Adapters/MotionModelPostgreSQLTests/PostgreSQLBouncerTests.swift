#if PostgreSQL
  import Foundation
  import MotionModel
  import MotionModelPostgreSQL
  import MotionModelSQL
  import MotionModelSQLTestSupport
  import MotionModelTransactions
  import MotionModelValues
  import Testing

  /// A PgBouncer that gives each transaction another connection of the server, between programs and it.
  @Suite(
    .enabled(if: PrivateServer.programs != nil, "MOTIONMODEL_POSTGRESQL_PROGRAMS is not set"),
    .enabled(if: PrivateServer.bouncer != nil, "there is no PgBouncer"))
  struct PostgreSQLBouncerTests {
    private func limits() -> PostgreSQLLimits {
      var limits = PostgreSQLLimits()
      (limits.keepsStatements, limits.lock) = (false, .seconds(20))
      return limits
    }

    @Test func `promises hold between programs`() throws {
      let server = try PrivateServer()
      let address = try server.bounced(by: #require(PrivateServer.bouncer))
      let stores = try (0..<3).map { _ in Store(adapters: [try PostgreSQLAdapter(address, limits: limits())]) }
      try SharedStorm<PostgreSQLAdapter>(stores).run()
    }

    @Test func `a lock by name is had by one program at a time, and given back`() throws {
      let server = try PrivateServer()
      let address = try server.bounced(by: #require(PrivateServer.bouncer))
      let adapters = try (0..<3).map { _ in try PostgreSQLAdapter(address, limits: limits()) }
      let sum = Locked(0)
      // Each has a connection of four while it waits, and the one with the lock another one.
      DispatchQueue.concurrentPerform(iterations: 3) { number in
        for _ in 0..<20 {
          try? adapters[number].withLock("sum") {
            let seen = sum.withLock { $0 }
            _ = try adapters[number].run("SELECT 1")
            sum.withLock { $0 = seen + 1 }
          }
        }
      }
      #expect(sum.withLock { $0 } == 60)
      let locks = try PostgreSQLAdapter(server.address).run("SELECT 1 FROM pg_locks WHERE locktype = 'advisory'")
      #expect(locks == [])
    }
  }
#endif
