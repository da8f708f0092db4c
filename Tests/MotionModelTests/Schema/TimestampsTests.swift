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

  @Test func `a record's time is that of its changeset`() throws {
    let dates = Collector<Date>()
    let observation = store.observeCommits { dates.add($0.date) }
    var todo = Todo("one")
    try store.table(Todo.self).save(&todo)
    let (created, updated) = (todo.createdAt, todo.updatedAt)
    todo.priority = 3
    try store.table(Todo.self).save(&todo)
    try store.session { _ = try store.table(Todo.self).records.updateAll { $0.done = true } }
    let last = try #require(store.table(Todo.self).records.first)
    #expect(dates.values == [updated, todo.updatedAt, last.updatedAt])
    #expect(Set(dates.values).count == 3 && updated == created && last.createdAt == created)
    observation.cancel()
  }
}
