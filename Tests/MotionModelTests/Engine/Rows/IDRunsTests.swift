import MotionModelTestSupport
import Testing

@testable import MotionModel

@Suite struct IDRunsTests {
  private var runs = IDRuns()

  private mutating func note(_ numbers: some Sequence<Int>, from position: Int) {
    for (offset, number) in numbers.enumerated() { runs.note(number, at: position + offset) }
  }

  /// The numbers whose rows are found at the positions from `first` on.
  private func found(_ numbers: some Sequence<Int>, from first: Int) -> [Int] {
    numbers.enumerated().filter { runs.position(of: $1) == first + $0 }.map(\.element)
  }

  @Test mutating func `numbers that follow each other are found where they are`() {
    note(1...1_000, from: 0)
    #expect(found(1...1_000, from: 0) == Array(1...1_000))
  }

  @Test mutating func `behind a number that was not used, numbers are found again from the next block on`() {
    note(1...200, from: 0)
    note(202...1_000, from: 200)
    // Of the block with the gap, 128 to 255, the numbers behind the gap are found.
    #expect(found(1...200, from: 0) == Array(1...127))
    #expect(found(202...1_000, from: 200) == Array(202...1_000))
  }

  @Test mutating func `numbers from a high one on are found`() {
    let first = 5_000_000_000
    note(first..<first + 500, from: 0)
    #expect(found(first..<first + 500, from: 0).isEmpty, "the distance does not fit in 32 bits")
    runs = IDRuns()
    note(1_000_000_000..<1_000_000_500, from: 7)
    #expect(found(1_000_000_000..<1_000_000_500, from: 7).count == 500)
  }

  @Test mutating func `numbers in descending or random order, or with gaps, leave no trace`() {
    note((1...500).reversed(), from: 0)
    note((1...500).map { $0 * 3 }, from: 500)
    var random = TestSeed.generator(22_51)
    note((1...500).shuffled(using: &random).filter { !$0.isMultiple(of: 2) }.map { $0 * 1_000 }, from: 1_000)
    #expect(runs.distances.count == 0, "seed \(TestSeed.current)")
  }

  @Test mutating func `numbers far ahead of the positions have no block`() {
    note(1...10, from: 0)
    note(1_000_000...1_000_100, from: 10)
    #expect(runs.distances.count == 1)
    note(9_000...9_100, from: 111)
    #expect(runs.distances.count <= 72)
    #expect(found(1...10, from: 0).count == 10)
  }

  @Test mutating func `numbers at the ends of their type are not taken for others`() {
    let extremes = [Int.min, .min + 1, -1, 0, .max - 1, .max]
    note(extremes, from: 0)
    note(1...300, from: 6)
    for number in extremes where number != 0 {
      #expect(runs.position(of: number).map { !(0..<306).contains($0) } ?? true, "\(number)")
    }
  }

  @Test mutating func `a copy stays as it was`() {
    note(1...300, from: 0)
    let copy = runs
    note(1...300, from: 900)
    #expect((copy.position(of: 150), runs.position(of: 150)) == (149, 1_049))
  }
}
