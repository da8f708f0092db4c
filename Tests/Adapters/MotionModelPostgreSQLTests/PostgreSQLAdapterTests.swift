#if PostgreSQL
  import Foundation
  import MotionModel
  import MotionModelPostgreSQL
  import MotionModelSQL
  import MotionModelSQLTestSupport
  import MotionModelTestSupport
  import MotionModelTesting
  import MotionModelTransactions
  import Testing

  /// The tests that each adapter passes, and answers beside those of memory.
  @Suite(.server) struct PostgreSQLAdapterTests {
    private func adapter() throws -> PostgreSQLAdapter { try PostgreSQLAdapter(TestServer.database()) }

    @Test(arguments: AdapterTest.allCases) func `a database passes the tests of adapters`(test: AdapterTest) throws {
      try test.run(seed: TestSeed.current) { try adapter() }
    }

    @Test(arguments: KeptRecordsTest.allCases) func `records of a database do all that those in memory do`(
      test: KeptRecordsTest
    ) throws {
      try test.run { try adapter() }
    }

    @Test(arguments: 0..<3) func `random steps have the same result`(part: Int) throws {
      try AdapterTest.random.run(seed: TestSeed.current &+ UInt64(part) &* 7919) { try adapter() }
    }

    @Test(arguments: 0..<4) func `random finders have the answers of memory`(part: Int) throws {
      var oracle = try FinderOracle(adapter(), .postgresql, part: part)
      try oracle.compareFinders(400, leastExact: 60)
    }

    @Test(arguments: 0..<2) func `random conditions on related records have the answers of memory`(part: Int) throws {
      var oracle = try RelationOracle(adapter(), .postgresql, part: part)
      try oracle.compareConditions(100, leastExact: 90)
    }

    @Test func `the record that a relation to one chooses is that of memory`() throws {
      try RelationOracle(adapter(), .postgresql, part: 50).compareChosen()
    }

    @Test(arguments: 0..<2) func `orders by numbers of related records are those of memory`(part: Int) throws {
      var oracle = try RelationOracle(adapter(), .postgresql, part: 20 + part)
      try oracle.compareOrders(50)
    }

    @Test(arguments: 0..<2) func `records come with the related records of memory`(part: Int) throws {
      var oracle = try RelationOracle(adapter(), .postgresql, part: 30 + part)
      try oracle.compareEager(30)
    }

    @Test(arguments: 0..<2) func `random aggregates and groups have the answers of memory`(part: Int) throws {
      var oracle = try FinderOracle(adapter(), .postgresql, part: part)
      try oracle.compareAggregates(100)
    }

    @Test(arguments: 0..<2) func `random pages have the records of memory`(part: Int) throws {
      var oracle = try FinderOracle(adapter(), .postgresql, part: part)
      try oracle.comparePages(60)
    }

    @Test func `every value comes back as it was, in all columns`() throws {
      var oracle = try FinderOracle(adapter(), .postgresql, part: 99)
      try oracle.compareValues(300)
    }

    @Test(arguments: 0..<2) func `records come with what memory includes with them`(part: Int) throws {
      var oracle = try RelationOracle(adapter(), .postgresql, part: 40 + part)
      try oracle.compareIncluding(30)
    }

    @Test func `what is included is read by one query for each level`() throws {
      try RelationOracle(adapter(), .postgresql, part: 12).checkPasses()
    }

    @Test func `a transaction sees the related records that it has written`() throws {
      try RelationOracle(adapter(), .postgresql, part: 9).checkTransaction()
    }

    @Test func `an inspector shows the records of a server as those of memory`() async throws {
      try await InspectedSamples.compare(adapter())
    }

    @Test func `records come with related records of one state`() throws {
      let server = try TestServer.database()
      try RelationOracle(PostgreSQLAdapter(server), .postgresql, part: 11)
        .checkOneState(beside: PostgreSQLAdapter(server))
    }
  }
#endif
