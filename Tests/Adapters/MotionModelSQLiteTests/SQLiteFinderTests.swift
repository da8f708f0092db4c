#if SQLite
  import MotionModelSQL
  import MotionModelSQLTestSupport
  import MotionModelSQLite
  import Testing

  /// Random finders have the same answers in SQLite and in memory.
  @Suite struct SQLiteFinderTests {
    @Test(arguments: 0..<8) func `random finders have the answers of memory`(part: Int) throws {
      var oracle = try FinderOracle(SQLiteAdapter(), .sqlite, part: part)
      try oracle.compareFinders(400, leastExact: 80)
    }

    @Test(arguments: 0..<2) func `random aggregates and groups have the answers of memory`(part: Int) throws {
      var oracle = try FinderOracle(SQLiteAdapter(), .sqlite, part: part)
      try oracle.compareAggregates(100)
    }

    @Test(arguments: 0..<2) func `random pages have the records of memory`(part: Int) throws {
      var oracle = try FinderOracle(SQLiteAdapter(), .sqlite, part: part)
      try oracle.comparePages(60)
    }

    @Test func `every value comes back as it was, in all columns`() throws {
      var oracle = try FinderOracle(SQLiteAdapter(), .sqlite, part: 99)
      try oracle.compareValues(300)
    }
  }
#endif
