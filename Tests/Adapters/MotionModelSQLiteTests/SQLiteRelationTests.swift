#if SQLite
  import Foundation
  import MotionModel
  import MotionModelSQL
  import MotionModelSQLTestSupport
  import MotionModelSQLite
  import MotionModelTestSupport
  import Testing

  /// Conditions on related records have the same answers in SQLite and in memory.
  @Suite(.temporaryFolder) struct SQLiteRelationTests {
    @Test(arguments: 0..<4) func `random conditions on related records have the answers of memory`(part: Int) throws {
      var oracle = try RelationOracle(SQLiteAdapter(), .sqlite, part: part)
      try oracle.compareConditions(100, leastExact: 90)
    }

    @Test func `the record that a relation to one chooses is that of memory`() throws {
      try RelationOracle(SQLiteAdapter(), .sqlite, part: 50).compareChosen()
    }

    @Test(arguments: 0..<2) func `orders by numbers of related records are those of memory`(part: Int) throws {
      var oracle = try RelationOracle(SQLiteAdapter(), .sqlite, part: 20 + part)
      try oracle.compareOrders(50)
    }

    @Test(arguments: 0..<2) func `records come with the related records of memory`(part: Int) throws {
      var oracle = try RelationOracle(SQLiteAdapter(), .sqlite, part: 30 + part)
      try oracle.compareEager(30)
    }

    @Test(arguments: 0..<2) func `records come with what memory includes with them`(part: Int) throws {
      var oracle = try RelationOracle(SQLiteAdapter(), .sqlite, part: 40 + part)
      try oracle.compareIncluding(30)
    }

    @Test func `what is included is read by one query for each level`() throws {
      try RelationOracle(SQLiteAdapter(), .sqlite, part: 12).checkPasses()
    }

    @Test func `a transaction sees the related records that it has written`() throws {
      try RelationOracle(SQLiteAdapter(), .sqlite, part: 9).checkTransaction()
    }

    @Test func `records come with related records of one state`() throws {
      let file = TemporaryFolder.current.appending(path: "letters.db")
      try RelationOracle(SQLiteAdapter(file: file), .sqlite, part: 11).checkOneState(beside: SQLiteAdapter(file: file))
    }

    @Test func `a table that is made while records are read can be read with them`() throws {
      let file = TemporaryFolder.current.appending(path: "letters.db")
      let people = Store(adapters: [try SQLiteAdapter(file: file)]).table(Person<SQLiteAdapter>.self)
      try people.create { $0.id = "a" }
      #expect(try people.records.including(\.letters).all.map { $1.count } == [0])
    }
  }
#endif
