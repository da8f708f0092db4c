import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

@Suite struct TimestampsTests {
  /// A clock that goes on with every look at it.
  private let store: Store = {
    let looks = Counter()
    return Store(clock: {
      looks.add()
      return Date(timeIntervalSince1970: Double(looks.value))
    })
  }()

  @Test func `all writes of a session share one time, and so does their changeset`() throws {
    var date: Date?
    try store.session {
      var (first, second) = (Todo("one"), Todo("two"))
      try store.table(Todo.self).save(&first)
      try store.table(Todo.self).save(&second)
      first.priority = 3
      try store.table(Todo.self).save(&first)
      try store.session { _ = try store.table(Todo.self).insert(contentsOf: [Todo("three"), Todo("four")]) }
      date = first.updatedAt
    }
    let todos = store.table(Todo.self).records.all
    #expect(todos.count == 4 && date != nil)
    #expect(todos.allSatisfy { $0.createdAt == date && $0.updatedAt == date })
  }
}
