#if PostgreSQL
  import MotionModelPostgreSQL
  import MotionModelSQLTestSupport
  import Testing

  /// Random steps that use everything at once have the results of memory.
  @Suite(.server) struct PostgreSQLWorldTests {
    @Test(arguments: 0..<2) func `random worlds have the results of memory`(part: Int) throws {
      try WorldOracle.compare(part: part, seconds: 5) { try PostgreSQLAdapter(TestServer.database()) }
    }

    @Test func `clashes of several records name the record that memory names`() throws {
      try ClashOracle.compare(PostgreSQLAdapter(TestServer.database()))
    }
  }
#endif
