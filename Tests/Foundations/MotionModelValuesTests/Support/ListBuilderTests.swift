import MotionModelValues
import Testing

struct ListBuilderTests {
  private func list(@ListBuilder<Int> _ content: () -> [Int]) -> [Int] { content() }

  @Test(arguments: [(true, [1, 2, 3, 4, 6, 7]), (false, [1, 5, 6, 7])])
  func `a list has its elements in order, with conditions and loops`(isLong: Bool, expected: [Int]) {
    let found = list {
      1
      if isLong {
        2
        3
      }
      if isLong { 4 } else { 5 }
      for number in 6...7 { number }
    }
    #expect(found == expected)
    #expect(list {} == [])
  }
}
