#if PostgreSQL
  import Foundation
  import MotionModel
  import MotionModelPostgreSQL
  import MotionModelSQL
  import MotionModelTestSupport
  import MotionModelTransactions
  import MotionModelValues
  import Testing

  private struct Reading: Model, Equatable {
    var id = 0
    var amount = 0

    static let schema = Schema<Reading> { Column(\.amount) }
  }

  /// Followers whose server forgets, or becomes another one.
  @Suite(.serialized, .enabled(if: PrivateServer.programs != nil, "MOTIONMODEL_POSTGRESQL_PROGRAMS is not set"))
  struct FollowerServerTests {
    private let store = Store()

    private func follower(_ server: PrivateServer) throws -> DatabaseFollower {
      try DatabaseFollower(of: server.address, in: store, models: [FollowedModel(Reading.self)])
    }

    private func run(_ text: SQLText, on server: PrivateServer) throws {
      try PostgreSQLConnection(server.address, PostgreSQLLimits()).run(text)
    }

    private func insert(_ ids: ClosedRange<Int>, on server: PrivateServer) throws {
      try run(
        """
        INSERT INTO \(name: "Reading") (id, amount) SELECT i, 1 FROM \
        generate_series(CAST(\(bind: .integer(Int64(ids.lowerBound))) AS bigint), \(bind: .integer(Int64(ids.upperBound)))) AS i
        """, on: server)
    }

    private func expectSame(_ follower: DatabaseFollower, fills: Int, on server: PrivateServer) throws {
      wait { follower.status.fillCount >= fills && follower.status.phase == .following }
      try follower.waitUntilCaughtUp(to: try follower.latestCommit(), timeout: .seconds(60))
      let rows = try PostgreSQLConnection(server.address, PostgreSQLLimits())
        .run("SELECT id, amount FROM \(name: "Reading") ORDER BY id")
      let stored = store.table(Reading.self).records.order(by: \.id).all
      #expect(stored.flatMap { [$0.id, $0.amount] }.map { SQLValue.integer(Int64($0)) } == rows.values)
      // A slot that was made while the store was locked may be lost, too.
      #expect(follower.status.fillCount >= fills)
    }

    @Test func `a follower that is too far behind fills its store anew`() throws {
      let server = try PrivateServer(options: "-c max_slot_wal_keep_size=1MB -c min_wal_size=2MB", segment: 1)
      let follower = try follower(server)
      try insert(1...10, on: server)
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      // While a transaction is open, the follower takes nothing in, until its slot has lost the log.
      try store.transaction {
        for first in stride(from: 11, to: 200_000, by: 20_000) {
          try insert(first...first + 19_999, on: server)
          try run("UPDATE \(name: "Reading") SET amount = amount + 1", on: server)
          try run("CHECKPOINT", on: server)
        }
        try run("DELETE FROM \(name: "Reading") WHERE id > 50", on: server)
      }
      try expectSame(follower, fills: 2, on: server)
      follower.cancel()
    }

    @Test func `a server that goes on in another timeline fills the store anew`() throws {
      let server = try PrivateServer()
      let follower = try follower(server)
      try insert(1...10, on: server)
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      server.kill()
      try server.recover()
      try insert(11...12, on: server)
      try expectSame(follower, fills: 2, on: server)
      follower.cancel()
    }

    @Test func `a server that was restored from an older copy fills the store anew`() throws {
      let server = try PrivateServer()
      let follower = try follower(server)
      try insert(1...10, on: server)
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      server.kill()
      try server.keepCopy()
      try server.start()
      try insert(11...5_000, on: server)
      try follower.waitUntilCaughtUp(to: try follower.latestCommit())
      #expect(store.table(Reading.self).count == 5_000)
      server.kill()
      try server.restoreCopy()
      try server.start()
      try insert(20...21, on: server)
      try expectSame(follower, fills: 2, on: server)
      #expect(store.table(Reading.self).count == 12)
      follower.cancel()
    }
  }
#endif
