import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelStatistics

struct RankedValuesTests {
  @Test(arguments: 0..<12) func `values that come and go are read by rank, as from a sorted array`(part: Int) throws {
    var random = TestSeed.generator(500 + part)
    var (ranked, sorted) = (RankedValues<Int>(), [Int]())
    let most = random.pick([3, 40, 1_000_000])
    for round in 0..<60 {
      for _ in 0..<random.number(0...random.pick([1, 5, 400])) {
        if random.chance(round < 40 ? 35 : 65), let value = random.pickAny(sorted) {
          ranked.remove(value)
          sorted.remove(at: try #require(sorted.firstIndex(of: value)))
        } else {
          let value = random.number(-most...most)
          ranked.add(value)
          sorted.insert(value, at: sorted.firstIndex { $0 >= value } ?? sorted.count)
        }
      }
      try #require(ranked.count == sorted.count)
      for _ in 0..<5 {
        let value = random.number(-most - 1...most + 1)
        #expect(ranked.rank(of: value) == sorted.count { $0 < value })
        #expect(ranked.rank(after: value) == sorted.count { $0 <= value })
        guard let rank = random.pickAny(Array(sorted.indices)) else { continue }
        #expect(ranked.value(at: rank) == sorted[rank], "seed \(TestSeed.current)")
      }
      #expect(ranked.sorted() == sorted)
    }
  }

  @Test func `removing a value that is not there changes nothing`() {
    var ranked = RankedValues<Double>()
    ranked.remove(1)
    for number in [2.0, 4] { ranked.add(number) }
    for number in [1.0, 3, 5] { ranked.remove(number) }
    #expect(ranked.sorted() == [2, 4])
  }
}
