@testable import MotionModel
import MotionModelTestSupport
import Testing

/// The slot of a position must be the number of rows before it.
@Suite struct RowMaskTests {
  private func mask(_ positions: some Sequence<Int>) -> RowMask {
    positions.reduce(into: .none) { $0.insert($1) }
  }

  @Test(arguments: [0, 1, 5, 63, 64, 65, 100, 127, 128]) func `the first rows are a prefix`(count: Int) {
    let first = RowMask(prefix: count)
    #expect(first == mask(0..<count) && first.isPrefix && first.count == count)
    if count > 1 { #expect(!mask(1..<count).isPrefix) }
    if count < 127 { #expect(!mask(Array(0..<count) + [count + 1]).isPrefix) }
  }

  @Test func `slots are the indices in an array of the positions`() {
    var random = TestSeed.generator(77)
    for _ in 0..<500 {
      let density = random.number(0...100)
      let live = (0..<128).filter { _ in random.chance(density) }
      let chosen = live.filter { _ in random.chance(50) }
      let slots = chosen.compactMap { live.firstIndex(of: $0) }
      let comment = Comment(rawValue: "seed \(TestSeed.current), \(live), \(chosen)")
      #expect(live.map { mask(live).slot(of: $0) } == Array(live.indices), comment)
      #expect(mask(live).slots(of: mask(chosen)) == mask(slots), comment)
      #expect(mask(live).positions(of: mask(slots)) == mask(chosen), comment)
      let number = random.number(0...127)
      #expect(mask(live).count(before: number) == live.filter { $0 < number }.count, comment)
    }
  }
}
