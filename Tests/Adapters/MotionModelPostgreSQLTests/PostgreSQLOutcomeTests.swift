#if PostgreSQL
  import Foundation
  import MotionModel
  import MotionModelPostgreSQL
  import MotionModelSQL
  import MotionModelTestSupport
  import MotionModelTransactions
  import Testing

  private struct Page: Model, Equatable {
    typealias Adapter = PostgreSQLAdapter

    var id = 0
    var title = ""

    static let schema = Schema<Page> { Column(\.title) }
  }

  /// Servers that are killed: before a commit, while they commit, and what is known then.
  @Suite(.serialized, .enabled(if: PrivateServer.programs != nil, "MOTIONMODEL_POSTGRESQL_PROGRAMS is not set"))
  struct PostgreSQLOutcomeTests {
    /// Lets each commit that writes pages wait for longer than the server runs.
    private func slowDown(_ connection: PostgreSQLConnection) throws {
      try connection.run(
        "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(600); RETURN NULL; END'")
      try connection.run(
        """
        CREATE CONSTRAINT TRIGGER slow AFTER INSERT ON \(name: "Page") DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE \
        FUNCTION wait()
        """)
    }

    /// Returns whether a commit waits, as the server says by another connection.
    private static func isCommitting(_ connection: PostgreSQLConnection) throws -> Bool {
      try connection.run("SELECT 1 FROM pg_stat_activity WHERE query = 'COMMIT' AND wait_event = 'PgSleep'").count == 1
    }

    /// Returns the error of a commit during which the server is killed.
    private func commitError(_ server: PrivateServer, restarting: Bool) throws -> SQLError? {
      var limits = PostgreSQLLimits()
      limits.statement = .seconds(600)
      let store = Store(adapters: [try PostgreSQLAdapter(server.address, limits: limits)])
      let pages = store.table(Page.self)
      try pages.create { $0.title = "first" }
      let connection = try PostgreSQLConnection(server.address, PostgreSQLLimits())
      try slowDown(connection)
      let killer = Thread {
        wait { (try? Self.isCommitting(connection)) == true }
        server.kill()
        if restarting { try? server.start() }
      }
      killer.start()
      let error = #expect(throws: SQLError.self) { try pages.create { $0.title = "second" } }
      while !killer.isFinished { Thread.sleep(forTimeInterval: 0.01) }
      if !restarting { try server.start() }
      // Nothing half done: the store goes on with what the server has.
      #expect(try pages.records.pluck(\.title) == ["first"])
      return error
    }

    @Test func `a server that is killed during a commit, and comes back, has not committed`() throws {
      let error = try commitError(PrivateServer(), restarting: true)
      guard case .connectionLost? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }

    @Test func `the outcome is unknown while the server does not come back`() throws {
      let error = try commitError(PrivateServer(), restarting: false)
      guard case .outcomeUnknown? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }

    @Test func `the server knows which transactions have committed`() throws {
      let server = try PrivateServer()
      let connection = try PostgreSQLConnection(server.address, PostgreSQLLimits())
      try connection.run("CREATE TABLE t (a integer)")
      struct Undone: Error {}
      func mark(undone: Bool) throws -> PostgreSQLConnection.TransactionMark {
        var mark: PostgreSQLConnection.TransactionMark?
        // The error that undoes it.
        try? connection.transaction {
          try connection.run("INSERT INTO t VALUES (1)")
          mark = try connection.mark()
          if undone { throw Undone() }
        }
        guard let mark else { throw Undone() }
        return mark
      }
      let (committed, undone) = (try mark(undone: false), try mark(undone: true))
      #expect(try connection.hasCommitted(committed, "lost"))
      #expect(try !connection.hasCommitted(undone, "lost"))
      // After a crash, the number may be that of another transaction.
      server.kill()
      try server.start()
      #expect(throws: SQLError.outcomeUnknown(reason: "lost")) { try connection.hasCommitted(committed, "lost") }
    }

    @Test func `a server that is killed and started again is used again`() throws {
      let server = try PrivateServer()
      let pages = Store(adapters: [try PostgreSQLAdapter(server.address)]).table(Page.self)
      try pages.create { $0.title = "first" }
      server.kill()
      let error = #expect(throws: SQLError.self) { try pages.records.count }
      guard case .notConnected? = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      try server.start()
      #expect(try pages.records.count == 1)
      try pages.create { $0.title = "second" }
    }
  }
#endif
