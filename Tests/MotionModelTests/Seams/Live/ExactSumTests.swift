@testable import MotionModel

import MotionModelTestSupport
import Testing

struct ExactSumTests {
  @Test(arguments: 0..<50) func `a sum of integers is exact, whatever came and went`(part: Int) {
    var random = TestSeed.generator(part)
    let scale = random.pick([1, 0x1p-40, 0x1p-1074, 0x1p900])
    var (sum, numbers, expected) = (ExactSum(), [Int](), 0)
    for _ in 0..<500 {
      if random.chance(40), let index = numbers.indices.randomElement(using: &random) {
        let number = numbers.remove(at: index)
        expected -= number
        sum.remove(Double(number) * scale)
      } else {
        let number = random.number(-(1 << 43)...1 << 43)
        numbers.append(number)
        expected += number
        sum.add(Double(number) * scale)
      }
      #expect(sum.rounded == Double(expected) * scale, "seed \(TestSeed.current), part \(part)")
    }
  }

  @Test func `a sum is rounded once`() {
    var sum = ExactSum()
    for number in [1e100, 1, -1e100] { sum.add(number) }
    #expect(sum.rounded == 1)
    for _ in 0..<10 { sum.add(0.1) }
    #expect(sum.rounded == 2.0000000000000000555)
  }

  @Test func `a sum is rounded to even, and up if there is more`() {
    var sum = ExactSum()
    sum.add(0x1p53)
    sum.add(1)
    #expect(sum.rounded == 0x1p53)
    sum.add(0x1p-1074)
    #expect(sum.rounded == 0x1p53 + 2)
    sum.remove(0x1p-1073)
    #expect(sum.rounded == 0x1p53)
    sum.add(2)
    #expect(sum.rounded == 0x1p53 + 2)
  }

  @Test func `least, greatest and special numbers are added and removed`() {
    var sum = ExactSum()
    #expect(sum.rounded == 0)
    sum.add(Double.leastNonzeroMagnitude)
    #expect(sum.rounded == Double.leastNonzeroMagnitude)
    sum.add(Double.greatestFiniteMagnitude)
    sum.add(Double.greatestFiniteMagnitude)
    #expect(sum.rounded == .infinity)
    sum.remove(Double.greatestFiniteMagnitude)
    #expect(sum.rounded == Double.greatestFiniteMagnitude)
    sum.remove(Double.greatestFiniteMagnitude)
    #expect(sum.rounded == Double.leastNonzeroMagnitude)
    sum.add(-.infinity)
    #expect(sum.rounded == -.infinity)
    sum.add(.infinity)
    #expect(sum.rounded.isNaN)
    sum.remove(-.infinity)
    sum.remove(.infinity)
    sum.add(-Double.leastNonzeroMagnitude)
    #expect(sum.rounded == 0)
  }

  @Test func `many numbers of one size are added`() {
    var sum = ExactSum()
    for _ in 0..<100_000 { sum.add(Double(UInt32.max)) }
    #expect(sum.rounded == Double(UInt32.max) * 100_000)
    for _ in 0..<100_000 { sum.remove(Double(UInt32.max)) }
    #expect(sum.rounded == 0)
  }
}
