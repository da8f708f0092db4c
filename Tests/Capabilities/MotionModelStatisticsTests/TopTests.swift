import Foundation
import MotionModel
import MotionModelLive
import MotionModelStatistics
import MotionModelTestSupport
import Testing

@Suite(.ownStore)
struct TopTests {
  @Test(arguments: 0..<8) func `the top of each group are its first records in the order of a property`(part: Int)
    throws
  {
    var random = TestSeed.generator(900 + part)
    try Sale.insert(random.number(0...150), using: &random)
    let count = random.pick([-1, 0, 1, 3, 1000])
    for direction in [OrderDirection.ascending, .descending] {
      let top = Sale.group(by: \.shop).top(count, by: \.count, direction)
      let weighed = Sale.group(by: \.shop).top(count, by: \.weight, direction)
      for shop in 0...3 {
        let sales = Sale.where(\.shop == shop)
        #expect(top[shop] ?? [] == sales.order(by: \.count, direction).limit(count).all, "seed \(TestSeed.current)")
        let present = sales.and(\.weight != nil)
        #expect(weighed[shop] ?? [] == present.order(by: \.weight, direction).limit(count).all)
      }
      #expect(top.values.allSatisfy { !$0.isEmpty })
    }
  }

  @Test func `records without a place in the order are not among the top`() throws {
    for rating in [Double.nan, 3, .infinity, 4] { try Sale.create { $0.rating = rating } }
    #expect(Sale.group(by: \.shop).top(3, by: \.rating)[0]?.map(\.rating) == [.infinity, 4, 3])
    #expect(Sale.group(by: \.shop).top(3, by: \.weight).isEmpty)
    let best: [Sale] = Sale.where(\.rating < 9).aggregate(.top(1, by: \.rating))
    #expect(best.map(\.rating) == [4])
  }

  @Test func `among equal values the finder's order decides`() throws {
    for (place, name) in ["one", "two", "three"].enumerated() {
      try Sale.create { ($0.note, $0.amount, $0.rating) = (name, Decimal(place % 2), 5) }
    }
    for finder in [
      Sale.where(\.id > 0), Sale.where(\.id > 0).reversed(), Sale.order(by: \.amount), Sale.order(by: \.note).limit(3),
    ] {
      let notes = finder.all.map(\.note)
      let best: [Sale] = finder.aggregate(.top(3, by: \.rating))
      #expect(best.map(\.note) == notes)
      #expect(
        finder.group(by: \.rating).top(2, by: \.rating).mapValues { $0.map(\.note) } == [5: Array(notes.prefix(2))])
      #expect(finder.live(.top(3, by: \.rating)).value.map(\.note) == notes)
      let groups = finder.group(by: \.rating).live(.top(3, by: \.rating))
      #expect(groups.value.mapValues { $0.map(\.note) } == [5: notes])
    }
  }

  @Test(arguments: 0..<6) func `running sums follow the finder's order`(part: Int) throws {
    var random = TestSeed.generator(950 + part)
    try Sale.insert(random.number(0...60), using: &random)
    let finder = Sale.order(by: \.amount).offset(random.number(0...5)).limit(40)
    let all = finder.all
    func sums<Value: AdditiveArithmetic>(_ value: (Sale) -> Value, of sales: [Sale]) -> [Value] {
      sales.indices.map { index in sales[...index].reduce(.zero) { $0 + value($1) } }
    }
    #expect(finder.runningSums(of: \.amount) == sums(\.amount, of: all))
    #expect(finder.runningSums(of: \.weight) == sums({ $0.weight ?? 0 }, of: all))
    for shop in 0...3 {
      let sales = all.filter { $0.shop == shop }
      #expect(finder.group(by: \.shop).runningSums(of: \.count)[shop] ?? [] == sums(\.count, of: sales))
      #expect(finder.group(by: \.shop).runningSums(of: \.weight)[shop] ?? [] == sums({ $0.weight ?? 0 }, of: sales))
    }
  }

  @Test func `sums of groups add up in the order of their keys`() throws {
    for (shop, count) in [(2, 5), (1, 10), (3, -3)] { try Sale.create { ($0.shop, $0.count) = (shop, count) } }
    let sums = Sale.group(by: \.shop).sum(\.count).runningSums()
    #expect(sums.map(\.key) == [1, 2, 3] && sums.map(\.sum) == [10, 15, 12])
    #expect([Int]().runningSums() == [])
  }
}
