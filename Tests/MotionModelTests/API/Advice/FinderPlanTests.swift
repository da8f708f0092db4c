import MotionModel
import MotionModelTestSupport
import Testing

@Suite(.ownStore) struct FinderPlanTests {
  private var store: Store { Store.current }

  /// 1,000 items on 50 shelves, with 10 ranks, every fourth sold.
  init() throws {
    try Parcel.insert(
      contentsOf: (0..<1_000).map { number in
        var item = Parcel()
        (item.shelf, item.rank, item.isSold) = (number % 50, number % 10, number % 4 == 0)
        item.name = "Item \(number)"
        item.tags = number % 100 == 0 ? ["rare"] : ["common"]
        return item
      })
  }

  @Test func `without an index all records are scanned`() {
    let plan = Parcel.where(\.shelf == 7 && \.rank > 2).plan
    #expect(plan.access == .scan && plan.indexes.isEmpty && plan.rowCount == 1_000 && plan.estimatedRows == 1_000)
    #expect("\(plan)" == "scan (1000 rows of 1000), test shelf == 7, rank > 2")
    #expect("\(Parcel.records.plan)" == "scan (1000 rows of 1000)" && Parcel.records.plan.ordering == .insertion)
    #expect("\(Parcel.where(.none).plan)" == "nothing (0 rows of 1000)")
    #expect("\(Parcel.where(\.id == 7).plan)" == "ids (1 rows of 1000)")
  }

  @Test func `the index that leaves the fewest rows is used, and its condition is not tested again`() throws {
    try store.addIndex(Index<Parcel>(\.shelf))
    try store.addIndex(Index<Parcel>(\.isSold))
    let plan = Parcel.where(\.shelf == 7 && \.isSold == true && \.name == "x").plan
    #expect(plan.usesIndex(on: \Parcel.shelf) && plan.indexes.contains { $0.name == "shelf" })
    #expect(!plan.usesIndex(on: \Parcel.isSold))
    #expect("\(plan)" == #"index shelf (20 rows of 1000), test isSold == true, name == "x""#)
    #expect(Parcel.where(\.shelf == 7).plan.tests.isEmpty)
    #expect(
      plan.indexes.map { [$0.name, $0.kind.rawValue, "\($0.columns)", "\($0.rows)"] } == [
        ["shelf", "hash", #"["shelf"]"#, "20"]
      ])
  }

  @Test func `an index of several columns is preferred to one of a single column`() throws {
    try store.addIndex(Index<Parcel>(\.shelf))
    try store.addIndex(Index<Parcel>(\.rank, \.shelf))
    let plan = Parcel.where(\.shelf == 7 && \.rank == 7).plan
    #expect(plan.indexes.contains { $0.name == "rank+shelf" } && plan.tests.isEmpty && plan.estimatedRows == 20)
    #expect(Parcel.where(\.rank == 7).plan.access == .scan)
  }

  @Test func `indexes are intersected if each leaves many rows, and united for alternatives`() throws {
    try store.addIndex(Index<Parcel>(\.rank))
    try store.addIndex(Index<Parcel>(\.isSold))
    let both = Parcel.where(\.rank == 3 && \.isSold == false)
    #expect("\(both.plan)" == "index rank (100 rows of 1000), test isSold == false", "of so few it does not pay")
    try Parcel.insert(
      contentsOf: Parcel.all.map {
        var parcel = $0; parcel.id = 0; return parcel
      })
    try Parcel.insert(
      contentsOf: Parcel.all.map {
        var parcel = $0; parcel.id = 0; return parcel
      })
    #expect("\(both.plan)" == "index rank and index isSold (300 rows of 4000)" && both.count == 400)
    let either = Parcel.where(\.rank == 3 || \.rank == 4)
    #expect("\(either.plan)" == "index rank or index rank (800 rows of 4000)" && either.count == 800)
    #expect(Parcel.where(\.rank == 3 || \.name == "x").plan.access == .scan, "one of them has none")
  }

  @Test func `a partial index is used for its records`() throws {
    try store.addIndex(Index<Parcel>(orderedBy: \.rank, where: \.isSold == true))
    #expect(
      "\(Parcel.where(\.isSold == true && \.rank < 2).plan)".hasPrefix(
        "index rank ordered where isSold == true (50 rows"))
    #expect(Parcel.where(\.rank < 2).plan.access == .scan)
    #expect(Parcel.where(\.isSold == false && \.rank < 2).plan.access == .scan)
  }

  @Test func `elements and substrings are found by the indexes of their kind`() throws {
    try store.addIndex(Index<Parcel>(elementsOf: \.tags))
    try store.addIndex(Index<Parcel>(substringsOf: \.name))
    #expect(
      "\(Parcel.where(\.tags).contains("rare").plan)"
        == #"index tags elements (10 rows of 1000), test tags contains "rare""#)
    #expect(Parcel.where(\.tags).contains("rare").count == 10 && Parcel.where(\.tags).contains("none").isEmpty)
    let finder = Parcel.where(\.name).endsWith("m 777")
    #expect(finder.plan.indexes.contains { $0.name == "name substrings" })
    #expect(finder.plan.estimatedRows < 20 && finder.count == 1)
    #expect(Parcel.where(\.name).contains("77").plan.access == .scan, "two characters are too few")
  }

  @Test func `an order comes from an index, a heap or a sort`() throws {
    let first = Parcel.order(by: \.rank).limit(10)
    #expect("\(first.plan)" == "scan (1000 rows of 1000), order by a heap of 10")
    #expect(Parcel.order(by: \.rank).plan.ordering == .sort)
    try store.addIndex(Index<Parcel>(orderedBy: \.rank))
    #expect("\(first.plan)" == "index rank ordered (10 rows of 1000), in its order" && first.plan.access != .scan)
    let sold = first.where(\.isSold == true).plan
    #expect("\(sold)" == "index rank ordered (10 rows of 1000), test isSold == true, in its order")
    #expect(first.plan.usesIndex(on: \Parcel.rank))
  }

  @Test func `a plan can assume indexes that do not exist`() {
    let finder = Parcel.where(\.shelf == 7 && \.rank == 7)
    #expect(finder.plan(assuming: Index(\.shelf, \.rank)).indexes.contains { $0.name == "shelf+rank" })
    #expect(finder.plan(assuming: Index(\.shelf), Index(\.rank)).usesIndex(on: \Parcel.shelf))
    #expect(store.indexes(of: Parcel.self).isEmpty && finder.plan.access == .scan)
  }

  @Test func `a plan says that code is called for each row`() throws {
    #expect(!Parcel.where(\.rank == 3).order(by: \.name).plan.callsCode)
    #expect(Parcel.order { $0.shelf < $1.shelf }.plan.callsCode)
    #expect(Parcel.order(by: \.initial).limit(3).plan.callsCode)
    let finder = Parcel.where(\.shelf == 7).find { $0.isSold }
    #expect("\(finder.plan)" == "scan (1000 rows of 1000), test shelf == 7, code, code for each row")
    try store.addIndex(Index<Parcel>(\.initial))
    try store.addIndex(Index<Parcel>(orderedBy: \.initial))
    #expect(!Parcel.where(\.initial == "X").plan.callsCode, "the index decides it")
    #expect(!Parcel.order(by: \.initial).limit(3).plan.callsCode)
    #expect(Parcel.order(by: \.rank).order(by: \.initial).limit(3).plan.callsCode)
  }

  @Test func `plans with the same content are equal`() throws {
    #expect(Parcel.where(\.shelf == 7).plan == Parcel.where(\.shelf == 7).plan)
    #expect(Parcel.where(\.shelf == 7).plan != Parcel.where(\.shelf == 8).plan)
    #expect(Set([Parcel.records.plan, Parcel.where(.all).plan]).count == 1)
  }
}
