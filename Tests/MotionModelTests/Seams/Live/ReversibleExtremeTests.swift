@testable import MotionModel

import MotionModelTestSupport
import Testing

struct ReversibleExtremeTests {
  @Test(arguments: 0..<20, [false, true]) func `the extreme is that of the values that are there`(
    part: Int, isMaximum: Bool
  ) {
    var random = TestSeed.generator(part)
    var (extreme, values) = (ReversibleExtreme<Int>(isMaximum: isMaximum), [Int]())
    let range = random.pick([3, 50, 10_000])
    for _ in 0..<2000 {
      if random.chance(48), let index = values.indices.randomElement(using: &random) {
        extreme.remove(values.remove(at: index))
      } else {
        values.append(random.number(0...range))
        extreme.add(values[values.count - 1])
      }
      #expect(extreme.result == (isMaximum ? values.max() : values.min()), "seed \(TestSeed.current), part \(part)")
    }
  }

  @Test func `values that are not numbers are ignored`() {
    var extreme = ReversibleExtreme<Double>(isMaximum: true)
    extreme.add(.nan)
    #expect(extreme.result == nil)
    extreme.add(1)
    extreme.remove(.nan)
    #expect(extreme.result == 1)
  }

  @Test func `values that were removed are forgotten`() {
    var extreme = ReversibleExtreme<Int>(isMaximum: false)
    extreme.add(-1)
    for value in 0..<10_000 {
      extreme.add(value)
      extreme.remove(value)
    }
    #expect(extreme.heldCount < 100)
  }
}
