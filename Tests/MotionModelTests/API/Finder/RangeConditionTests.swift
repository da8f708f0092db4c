import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@Suite(.ownStore) struct RangeConditionTests {
  @Test func `half-open and closed ranges work for optional and other columns`() throws {
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

  @Test func `bounds of a column are combined wherever they stand among other conditions, and however many they are`()
    throws
  {
    for number in 0..<300 {
      try Todo.create { ($0.priority, $0.projectID) = (number, number % 2 == 0 ? number : nil) }
    }
    let both = Todo.where { $0.priority < 200 && $0.projectID >= 50 && $0.priority > 20 && $0.projectID < 100 }
    #expect(both.pluck(\.priority) == Array(stride(from: 50, to: 100, by: 2)))
    let more = Todo.where { $0.priority < 200 && $0.priority < 100 && $0.priority >= 90 && $0.priority > 95 }
    #expect(more.pluck(\.priority) == [96, 97, 98, 99])
    #expect(Todo.where { $0.priority > 100 && $0.priority > 297 }.pluck(\.priority) == [298, 299])
    #expect(Todo.where { $0.projectID > nil && $0.projectID < 10 }.isEmpty)
  }
}
