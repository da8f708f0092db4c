import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@Suite(.ownStore)
struct LiveRecordTests {
  @Test func `a record is shown and told as it changes, goes and comes back`() throws {
    var todo = try Todo.create(Todo("Sweep", priority: 1))
    let live = Todo.live(todo.id)
    let changes = Collector<LiveValueUpdate<Todo?>>()
    let observation = live.onChange { changes.add($0) }
    let first = todo
    todo.priority = 2
    try todo.save()
    let second = todo
    try Todo.delete(todo.id)
    try todo.insert()
    #expect(live.value == todo)
    #expect(changes.values.map(\.before) == [first, second, nil])
    #expect(changes.values.map(\.after) == [second, nil, todo])
    #expect(changes.values[0].columns() == ["priority", "updatedAt"])
    #expect(changes.values[1].columns() == Todo.schema.columns.map(\.name))
    #expect(changes.values.map(\.commits) == [2...2, 3...3, 4...4])
    withExtendedLifetime(observation) {}
  }

  @Test func `a record that does not exist yet is nil until it comes`() throws {
    let live = Todo.live(1)
    #expect(live.value == nil)
    let todo = try Todo.create(Todo("Sweep"))
    #expect(live.value == todo)
    #expect(live.plan == .followsChanges)
  }

  @Test func `a commit to other records asks no live record`() throws {
    let records = try (0..<100).map { try Todo.create(Todo("\($0)")) }
    let live = records.map { Todo.live($0.id) }
    let before = Store.current.liveRouter.statistics
    var todo = records[7]
    todo.priority = 9
    try todo.save()
    try Project.create { $0.name = "House" }
    let after = Store.current.liveRouter.statistics
    #expect((after.asked - before.asked, after.changes - before.changes) == (1, 1))
    #expect(live[7].value == todo)
  }

  @Test func `changes of a slow consumer are composed, and nothing is told of what was taken back`() throws {
    var todo = try Todo.create(Todo("Sweep", priority: 1))
    let first = todo
    let live = Todo.live(todo.id)
    let changes = Collector<LiveValueUpdate<Todo?>>()
    let observation = live.onChange { changes.add($0) }
    try Store.current.coalesced {
      for priority in [2, 3] {
        todo.priority = priority
        try todo.save()
      }
    }
    #expect(changes.values.map(\.before?.priority) == [1])
    #expect(changes.values.map(\.after?.priority) == [3])
    #expect(changes.values.map(\.commits) == [2...3])
    try Store.current.coalesced {
      try Todo.create(Todo("Cook")).delete()
      try Todo.delete(todo.id)
      try todo.insert()
    }
    #expect(live.value == todo)
    #expect(changes.values.count == 1)
    #expect(first.priority == 1)
    withExtendedLifetime(observation) {}
  }
}
