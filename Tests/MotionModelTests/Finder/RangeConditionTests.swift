import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@Suite(.ownStore) struct RangeConditionTests {
  @Test func `a range of either kind fits a column that is optional and one that is not`() throws {
    for number in 0..<6 {
      try Todo.create {
        $0.priority = number
        $0.projectID = number == 3 ? nil : number
      }
    }
    #expect(Todo.where(\.priority).between(1...3).pluck(\.priority) == [1, 2, 3])
    #expect(Todo.where(\.priority).between(1..<3).pluck(\.priority) == [1, 2])
    #expect(Todo.where(\.priority).between(1..<1).isEmpty && Todo.where(\.priority).between(3, 1).isEmpty)
    #expect(Todo.where(\.projectID).between(2...4).pluck(\.projectID) == [2, 4])
    #expect(Todo.where(\.projectID).between(2..<4).pluck(\.projectID) == [2])
    #expect(Todo.where { !$0.projectID.between(2...4) }.pluck(\.projectID) == [0, 1, nil, 5])
    #expect(Todo.where { $0.priority < 2 }.pluck(\.priority) == [0, 1])
    let range = 1...2
    #expect(Todo.where(#Predicate { range.contains($0.priority) }).pluck(\.priority) == [1, 2])
  }
}
