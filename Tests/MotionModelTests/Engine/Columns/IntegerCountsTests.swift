@testable import MotionModel
import MotionModelTestSupport
import Testing

/// Counting integers must give what a dictionary gives.
@Suite struct IntegerCountsTests {
  private func check(_ integers: [Int], _ comment: Comment) {
    let counts = IntegerCounts()
    integers.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for start in stride(from: 0, to: integers.count, by: 128) {
        let rows = RowMask(prefix: min(128, integers.count - start))
        counts.add(RowRun(base: base + 8 * start, stride: 8, rows: rows), at: 0)
      }
    }
    #expect(counts.result == integers.reduce(into: [:]) { $0[$1, default: 0] += 1 }, comment)
  }

  @Test func `random integers, few and many of them different`() {
    var random = TestSeed.generator(2_500)
    let comment = Comment(rawValue: "seed \(TestSeed.current)")
    check([], comment)
    check([0, 0, .min, .max, -1, 0], comment)
    for kinds in [1, 3, 100, 5_000] {
      check((0..<6_000).map { _ in random.number(0...kinds) - kinds / 2 }, comment)
    }
    check((0..<2_000).map { _ in Int(truncatingIfNeeded: random.next()) }, comment)
  }

  @Test func `integers that all want the same place take no longer than a dictionary`() {
    // What is multiplied by the inverse of the factor has the lowest bits of the product: all the same ones.
    let inverse = (0..<6).reduce(into: UInt64(0x9E37_79B9_7F4A_7C15)) { inverse, _ in
      inverse = inverse &* (2 &- 0x9E37_79B9_7F4A_7C15 &* inverse)
    }
    #expect(inverse &* 0x9E37_79B9_7F4A_7C15 == 1)
    let integers = (0..<20_000).map { Int(truncatingIfNeeded: inverse &* UInt64($0)) }
    check(integers + integers, "same place")
  }

  @Test(arguments: PageRule.allCases) func `groups of a stored integer are counted as by a closure`(
    rule: PageRule
  ) throws {
    let store = Store(notificationCenter: nil)
    store.pageRule = rule
    let table = store.table(AllTypes.self)
    var random = TestSeed.generator(2_501)
    try table.insert(contentsOf: (0..<2_500).map { AllTypes.random($0, using: &random) })
    for _ in 0..<3 {
      #expect(table.records.group(by: \.int).count() == table.records.group { $0.int }.count())
      let some = table.records.where(\.int8 > 3)
      #expect(some.group(by: \.int).count() == some.group { $0.int }.count())
      #expect(some.limit(7).group(by: \.int).count() == some.limit(7).group { $0.int }.count())
      #expect(table.records.pluck(\.int) == table.records.all.map(\.int))
      #expect(some.pluck(\.maybeInt) == some.all.map(\.maybeInt) && some.pluck(\.string) == some.all.map(\.string))
    }
    #expect(table.records.where(\.int > .max).pluck(\.int).isEmpty)
  }
}
