import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

@Suite struct TimestampsTests {
  /// A store whose clock advances each time it is read.
  private let store: Store = {
    let reads = Counter()
    return Store(clock: {
      reads.add()
      return Date(timeIntervalSince1970: Double(reads.value))
    })
  }()

  @Test func `all writes of a transaction have the same time as their changeset`() throws {
    var date: Date?
    try store.inTransaction {
      var (first, second) = (Todo("one"), Todo("two"))
      try store.table(Todo.self).save(&first)
      try store.table(Todo.self).save(&second)
      first.priority = 3
      try store.table(Todo.self).save(&first)
      try store.inTransaction { _ = try store.table(Todo.self).insert(contentsOf: [Todo("three"), Todo("four")]) }
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
    try store.inTransaction { _ = try store.table(Todo.self).records.updateAll { $0.done = true } }
    let last = try #require(store.table(Todo.self).records.first)
    #expect(dates.values == [updated, todo.updatedAt, last.updatedAt])
    #expect(Set(dates.values).count == 3 && updated == created && last.createdAt == created)
    observation.cancel()
  }

  @Test func `saving a copy at the stored time changes nothing`() throws {
    let store = Store(clock: { Date(timeIntervalSince1970: 1) }, notificationCenter: nil)
    var todo = Todo("one")
    try store.table(Todo.self).save(&todo)
    var copy = Todo("one")
    copy.id = todo.id
    try store.table(Todo.self).save(&copy)
    #expect(copy == todo)
    #expect(store.commitCount == 1)
  }

  // MARK: - Times that are not optional

  private struct Entry: Model {
    var id = 0
    var text = ""
    var createdAt = Date.distantPast
    var updatedAt = Date.distantPast

    static let schema = Schema<Entry> {
      Column(\.text)
      Timestamps(\.createdAt, \.updatedAt)
    }
  }

  @Test func `times that are not optional are set by every first save, and kept by later ones`() throws {
    let entries = store.table(Entry.self)
    var entry = Entry()
    entry.createdAt = .distantFuture
    try entries.save(&entry)
    let created = entry.createdAt
    #expect(created < .distantFuture)
    #expect(entry.updatedAt == created)
    (entry.text, entry.createdAt) = ("new", .distantPast)
    try entries.save(&entry)
    #expect(entry.createdAt == created)
    #expect(entry.updatedAt > created)
    #expect(entries.all.map(\.createdAt) == [created])
  }

  @Test func `times that are not optional are kept where times are kept`() throws {
    let entries = store.table(Entry.self)
    var entry = Entry()
    (entry.createdAt, entry.updatedAt) = (.distantFuture, .distantPast)
    try store.keepingTimestamps { try entries.save(&entry) }
    #expect(entries.all.map(\.createdAt) == [.distantFuture])
    #expect(entries.all.map(\.updatedAt) == [.distantPast])
  }

  // MARK: - Keeping

  private let old = Date(timeIntervalSince1970: -1_000)

  private func imported(_ name: String) -> Todo {
    var todo = Todo(name)
    (todo.id, todo.createdAt, todo.updatedAt) = (7, old, old)
    return todo
  }

  @Test func `every way of writing keeps the times that a record has`() throws {
    let todos = store.table(Todo.self)
    try store.keepingTimestamps {
      var todo = imported("one")
      try todos.insert(&todo)
      #expect(todo.createdAt == old && todo.updatedAt == old)
      todo.name = "two"
      try todos.save(&todo)
      #expect(todo.createdAt == old && todo.updatedAt == old)
      todo.updatedAt = old.addingTimeInterval(1)
      try todos.upsert(&todo)
      #expect(todos.find(7)?.updatedAt == old.addingTimeInterval(1))
      try todos.records.updateAll { $0.priority += 1 }
      try Store.with(store) { try todo.increment(\.priority) }
      #expect(todos.find(7)?.updatedAt == old.addingTimeInterval(1) && todos.find(7)?.priority == 2)
      try Store.with(store) {
        try Todo.importRows([["id": 8, "name": "three", "updated_at": old.attribute]])
      }
      #expect(todos.find(8)?.updatedAt == old && todos.find(8)?.createdAt != nil)
    }
  }

  @Test func `times that a record lacks are set as usual`() throws {
    let todos = store.table(Todo.self)
    try store.keepingTimestamps {
      var todo = Todo("one")
      try todos.save(&todo)
      let created = try #require(todo.createdAt)
      #expect(todo.updatedAt == created)
      (todo.createdAt, todo.updatedAt, todo.name) = (nil, nil, "two")
      try todos.save(&todo)
      #expect(todo.createdAt == created && todo.updatedAt.map { $0 > created } == true)
    }
  }

  @Test func `keeping ends with the block, and applies to the task, its child tasks, and one store`() async throws {
    struct Stop: Error {}
    let (todos, others) = (store.table(Todo.self), Store().table(Todo.self))
    var (todo, other) = (imported("one"), imported("one"))
    try todos.insert(&todo)
    try others.insert(&other)
    await #expect(throws: Stop.self) {
      try await store.keepingTimestamps {
        await Task.yield()
        try await Task { _ = try todos.records.updateAll { $0.priority += 1 } }.value
        try others.records.updateAll { $0.priority += 1 }
        #expect(todos.find(7)?.updatedAt == old && others.find(7)?.updatedAt != old)
        try await Task.detached { _ = try todos.records.updateAll { $0.priority += 1 } }.value
        #expect(todos.find(7)?.updatedAt != old)
        throw Stop()
      }
    }
    todo = imported("two")
    try todos.save(&todo)
    #expect(todo.updatedAt != old && todo.createdAt == old)
  }
}
