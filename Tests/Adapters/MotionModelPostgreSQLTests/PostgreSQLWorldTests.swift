#if PostgreSQL
  import MotionModelPostgreSQL
  import MotionModelSQLTestSupport
  import MotionModelValues
  import Testing

  /// Random steps that use everything at once have the results of memory.
  @Suite(.server) struct PostgreSQLWorldTests {
    @Test(arguments: 0..<2) func `random worlds have the results of memory`(part: Int) throws {
      try WorldOracle.compare(part: part, seconds: 5) { try PostgreSQLAdapter(TestServer.database()) }
    }

    @Test func `random worlds beside a program that writes have the results of memory`() throws {
      let other = Locked<PostgreSQLAdapter?>(nil)
      try WorldOracle.compare(part: 2, seconds: 5) {
        let server = try TestServer.database()
        try other.withLock { $0 = try PostgreSQLAdapter(server) }
        var limits = PostgreSQLLimits()
        limits.retries = 100
        return try PostgreSQLAdapter(server, limits: limits)
      } disturb: {
        _ = try other.withLock(\.self)?.run($0)
      }
    }

    @Test func `clashes of several records name the record that memory names`() throws {
      try ClashOracle.compare(PostgreSQLAdapter(TestServer.database()))
    }
  }
#endif
