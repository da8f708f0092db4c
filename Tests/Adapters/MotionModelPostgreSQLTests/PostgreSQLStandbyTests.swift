#if PostgreSQL
  import Foundation
  import MotionModel
  import MotionModelPostgreSQL
  import MotionModelSQL
  import MotionModelSQLTestSupport
  import MotionModelTestSupport
  import MotionModelTransactions
  import Testing

  /// A copy of a server that is only read.
  @Suite(.serialized, .enabled(if: PrivateServer.programs != nil, "MOTIONMODEL_POSTGRESQL_PROGRAMS is not set"))
  struct PostgreSQLStandbyTests {
    /// Expects that the server refuses a call, with a code.
    private func expectRefusal(
      _ code: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
      let error = #expect(throws: SQLError.self, sourceLocation: sourceLocation) { try body() }
      guard case .refused(_, let found, _)? = error else {
        Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
        return
      }
      #expect(found == code, sourceLocation: sourceLocation)
    }

    @Test func `a standby is read, and refuses what writes`() throws {
      let server = try PrivateServer()
      let chores = Store(adapters: [try PostgreSQLAdapter(server.address)]).table(Chore<PostgreSQLAdapter>.self)
      try chores.insert(contentsOf: [Chore(), Chore()])
      let address = try server.standby()
      let store = Store(adapters: [try PostgreSQLAdapter(address)])
      let copies = store.table(Chore<PostgreSQLAdapter>.self)
      wait { (try? copies.records.count) == 2 }
      #expect(try copies.records.order(by: \.id).pluck(\.id) == [1, 2])
      #expect(try copies.require(2).claims == 0)
      // A standby has no serializable transactions.
      expectRefusal("0A000") { try copies.create() }
      var limits = PostgreSQLLimits()
      limits.isolation = .repeatableRead
      let later = Store(adapters: [try PostgreSQLAdapter(address, limits: limits)])
      let read = later.table(Chore<PostgreSQLAdapter>.self)
      #expect(try later.transaction { try read.records.count + read.where(\.id == 2).count } == 3)
      expectRefusal("25006") { try read.create() }
      expectRefusal("25006") { try read.where(\.id == 1).updateAll { $0.claims = 7 } }
      expectRefusal("25006") { _ = try later.table(Deed<PostgreSQLAdapter>.self).records.count }
      #expect(try chores.records.pluck(\.claims) == [0, 0])
    }
  }
#endif
