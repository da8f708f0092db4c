import MotionModelTestSupport
import Testing

@testable import MotionModelSearch

@Suite struct PostingBoundTests {
  private static func entries(_ bound: PostingBound) -> [[UInt32]] {
    var entries: [[UInt32]] = []
    bound.forEach { entries.append([$0, $1]) }
    return entries
  }

  @Test func `a row that is longer than numbers tell is known`() {
    var bound = PostingBound()
    bound.add(1, 70_000)
    #expect(Self.entries(bound) == [[1, 30_720]])
    bound.add(2, 65_535)
    #expect(Self.entries(bound) == [[1, 30_720], [2, 30_720]])
    #expect(bound.allows(1, 70_000) && bound.allows(2, 65_535) && !bound.allows(3, 70_000))
    bound.add(1, 12)
    #expect(Self.entries(bound) == [[1, 12], [2, 30_720]])
  }

  @Test func `each row is within a pair`() {
    var random = TestSeed.generator(2_300)
    for _ in 0..<200 {
      var (bound, rows) = (PostingBound(), [(count: UInt32, length: UInt32)]())
      for _ in 0..<random.number(1...8) {
        let most = random.pick([4, 300, 200_000])
        rows.append((UInt32(random.number(1...random.pick([3, 9, 100_000]))), UInt32(random.number(1...most))))
        bound.add(rows[rows.count - 1].count, rows[rows.count - 1].length)
      }
      for row in rows {
        #expect(
          Self.entries(bound).contains { $0[0] >= row.count && $0[1] <= row.length },
          "\(row) in \(Self.entries(bound)), seed \(TestSeed.current)")
      }
    }
  }
}
