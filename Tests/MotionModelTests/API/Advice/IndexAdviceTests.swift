import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@Suite(.ownStore) struct IndexAdviceTests {
  private var store: Store { Store.current }

  init() throws {
    try Parcel.insert(
      contentsOf: (0..<600).map { number in
        var parcel = Parcel()
        (parcel.shelf, parcel.rank, parcel.name) = (number % 60, number % 7, "Parcel \(number)")
        parcel.tags = number % 50 == 0 ? ["rare"] : []
        return parcel
      })
  }

  @Test func `missing indexes are named, the most useful first`() throws {
    let log = store.logFinders(slowerThan: nil, repeatedMoreThan: nil)
    defer { log.cancel() }
    for shelf in 0..<10 { #expect(Parcel.where(\.shelf == shelf).count == 10) }
    for _ in 0..<5 { _ = Parcel.where(\.shelf == 3 && \.rank == 3).all }
    _ = Parcel.where(\.tags).contains("rare").first
    for _ in 0..<2 { _ = Parcel.order(by: \.name).limit(5).all }
    _ = Parcel.where(\.isSold == false).count
    let advice = store.indexAdvice(from: log)
    #expect(advice.map(\.index) == ["shelf", "shelf+rank", "name ordered", "tags elements"])
    #expect(
      advice.map(\.finderCount) == [10, 5, 2, 1] && advice.allSatisfy { $0.kind == .missing && $0.model == "Parcel" })
    #expect(advice[0].savedRows == 5_900 && advice[0].columns == ["shelf"] && advice[0].indexKind == .hash)
    #expect(
      "\(advice[0])"
        == "Parcel has no index shelf, with which 10 finders would have looked at 5900 rows less: declare it or add it."
    )
    #expect(store.indexes(of: Parcel.self).isEmpty, "nothing is added")
  }

  @Test func `indexes that no finder used are named, except unique ones and those of foreign keys`() throws {
    for index in [Index<Parcel>(\.shelf), Index(\.rank), Index(\.name, unique: true)] { try store.addIndex(index) }
    let log = store.logFinders(slowerThan: nil, repeatedMoreThan: nil)
    defer { log.cancel() }
    #expect(Parcel.where(\.shelf == 1).count == 10)
    #expect(store.indexAdvice(from: log).map { [$0.kind.rawValue, $0.index] } == [["unused", "rank"]])
    #expect("\(store.indexAdvice(from: log)[0])".contains("has an index rank, which no finder used"))
    try Chore.create()
    _ = Chore.where(\.name == "x").all
    log.removeAll()
    #expect(store.indexAdvice(from: log).isEmpty)
  }

  @Test func `a finder that takes too long is reported, without the values in its condition`() async throws {
    let findings = Collector<String>()
    let log = store.logFinders(slowerThan: .zero, repeatedMoreThan: nil) { findings.add("\($0)") }
    _ = Parcel.where(\.name == "secret" && \.shelf > 2).order(by: \.rank).limit(3).all
    log.cancel()
    let quiet = store.logFinders(slowerThan: .seconds(1_000), repeatedMoreThan: nil) { findings.add("\($0)") }
    _ = Parcel.where(\.name == "secret").all
    quiet.cancel()
    #expect(findings.values.count == 1)
    let finding = try #require(findings.values.first)
    #expect(finding.hasPrefix("Slow: Parcel where name ==, shelf > order by rank limit: 0 records in "))
    #expect(!finding.contains("secret"))
    #expect(finding.hasSuffix("scan (600 rows of 600), test name ==, shelf >, order by a heap of 3"))
  }

  @Test func `the finders of many threads are all recorded`() {
    let log = store.logFinders(slowerThan: nil, repeatedMoreThan: nil)
    defer { log.cancel() }
    let store = store
    onThreads(8) { thread in
      for _ in 0..<50 { _ = store.table(Parcel.self).records.where(\.shelf == thread).count }
    }
    #expect(store.indexAdvice(from: log).map(\.finderCount) == [400])
  }
}
