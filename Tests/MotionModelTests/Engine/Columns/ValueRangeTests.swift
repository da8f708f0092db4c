@testable import MotionModel
import Testing

@Suite struct ValueRangeTests {
  @Test func `two comparisons are a range if one is a lower bound and the other an upper bound`() throws {
    for first in ComparisonOperator.allCases {
      for second in ComparisonOperator.allCases {
        let range = ValueRange(first, 1, second, 2)
        let isUpward = "\(first.rawValue.first ?? " ")\(second.rawValue.first ?? " ")"
        let known = range?.cast(to: Int.self)
        switch isUpward {
        case "><": #expect([known?.lower, known?.upper] == [1, 2])
        case "<>": #expect([known?.lower, known?.upper] == [2, 1])
        default: #expect(range == nil)
        }
      }
    }
    let range = try #require(ValueRange(.greaterOrEqual, 1, .less, 2))
    #expect(range.includesLower && !range.includesUpper)
    let other = try #require(ValueRange(.lessOrEqual, 2, .greater, 1))
    #expect(!other.includesLower && other.includesUpper)
  }

  @Test func `a range of values of another type cannot be cast`() throws {
    let range = try #require(ValueRange(.greater, 1, .less, 2))
    #expect(range.cast(to: String.self) == nil)
  }
}
