import Testing

@testable import MotionModelValues

struct SortedSearchTests {
  @Test func `the first element is found that does not meet a condition`() {
    let numbers = [1, 3, 3, 7]
    #expect((0...8).map { limit in numbers.partitionIndex { $0 < limit } } == [0, 0, 1, 1, 3, 3, 3, 3, 4])
    #expect(numbers[1...].partitionIndex { $0 < 7 } == 3)
    #expect([Int]().partitionIndex { _ in true } == 0)
  }

  @Test(arguments: [
    ([], []), ([5], [0]), ([1, 2, 3], [0, 1, 2]), ([3, 2, 1], [2]), ([2, 0, 1, 9, 3], [1, 2, 4]),
    ([4, 4, 4], [0, 1, 2]),
  ])
  func `the longest ascent has the most numbers in order`(numbers: [Int], places: [Int]) {
    #expect(numbers.longestAscent == places)
  }
}
