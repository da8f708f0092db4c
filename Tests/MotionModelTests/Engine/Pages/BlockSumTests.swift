@testable import MotionModel
import MotionModelTestSupport
import Testing

/// Sums of blocks must be those of checked additions one after the other.
@Suite struct BlockSumTests {
  /// Returns the sum of additions one after the other; nil when one of them overflows.
  private func checkedSum(_ start: Int, _ values: [Int]) -> Int? {
    values.reduce(start) { sum, value in
      guard let sum else { return nil }
      let (result, overflows) = sum.addingReportingOverflow(value)
      return overflows ? nil : result
    }
  }

  @Test func `a block has the sum of checked additions, and tells nothing where one of them could overflow`() {
    var random = TestSeed.generator(2_500)
    var (known, open) = (0, 0)
    for _ in 0..<3_000 {
      let limit = 1 << random.number(50...62)
      let values = (0..<64).map { _ in random.number(-limit...limit - 1) }
      let start = random.pick([0, 5, .max, .min, 1 << 61, -(1 << 62), random.number(-limit...limit)])
      var sum = Summing<Int>()
      sum.result = start
      let found = values.withUnsafeBufferPointer { $0.baseAddress.flatMap { sum.sum(of: $0) } }
      if let found {
        known += 1
        #expect(found == checkedSum(start, values), "seed \(TestSeed.current)")
      } else {
        open += 1
      }
      guard let expected = checkedSum(start, values) else { continue }
      values.withUnsafeBufferPointer { values in
        if let base = values.baseAddress { sum.add(RowMask(low: .max, high: 0), of: base) }
      }
      #expect(sum.result == expected, "seed \(TestSeed.current)")
    }
    #expect(known > 500 && open > 500)
  }

  @Test func `only the rows of the mask are added`() {
    let values = Array(0..<128)
    for mask in [RowMask.none, .row(3), RowMask(prefix: 128), RowMask(low: .max, high: 1), RowMask(low: 6, high: .max)]
    {
      var sum = Summing<Int>()
      var least = PresentValues<Int?, Minimum<Int>>(Minimum())
      values.withUnsafeBufferPointer { if let base = $0.baseAddress { sum.add(mask, of: base) } }
      values.map(Optional.init).withUnsafeBufferPointer { if let base = $0.baseAddress { least.add(mask, of: base) } }
      var (expected, first) = (0, Int?.none)
      mask.forEach { (expected, first) = (expected + $0, first ?? $0) }
      #expect(sum.result == expected && least.result == first)
    }
  }
}
