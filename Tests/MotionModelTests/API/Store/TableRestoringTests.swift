import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite(.store(.clock())) struct TableRestoringTests {
  @Test func `a save returns what it has changed`() throws {
    var todo = Todo("one")
    let first = try #require(try todo.saveReturningChange())
    #expect(first.old == nil && first.new == todo && first.kind == .insert && todo.id == 1)
    #expect(try todo.saveReturningChange() == nil)
    let before = todo
    ManualClock.current.advance(by: 1)
    todo.priority = 3
    let change = try #require(try Todo.table.saveReturningChange(&todo))
    #expect(change.old == before && change.new == todo && change.columns.map(\.column) == ["priority", "updatedAt"])
    try Store.current.inTransaction {
      todo.name = "two"
      let inside = try todo.saveReturningChange()
      #expect(inside?.columns.map(\.column) == ["name"])
    }
    try todo.delete()
    #expect(throws: StoreError.recordGone(model: "Todo", id: "1")) { try todo.saveReturningChange() }
  }

  @Test func `columns are restored from the stored record`() throws {
    var todo = try Todo.create { $0.name = "one" }
    (todo.name, todo.priority, todo.done) = ("two", 5, true)
    try todo.restore(\.name)
    #expect(todo.name == "one" && todo.priority == 5)
    try Todo.table.restore(&todo, \.priority, \.done)
    #expect(!todo.hasChanges)
    var new = Todo("new")
    #expect(throws: StoreError.notSaved(model: "Todo")) { try new.restore(\.name) }
    try todo.delete()
    #expect(throws: StoreError.recordGone(model: "Todo", id: "1")) { try todo.restore(\.name) }
  }

  @Test func `a touch sets the time of the latest save alone`() throws {
    let clock = ManualClock.current
    var todo = try Todo.create { $0.name = "one" }
    let created = try #require(todo.updatedAt)
    clock.advance(by: 60)
    todo.name = "unsaved"
    try todo.touch()
    #expect(todo.updatedAt == created + 60 && todo.name == "unsaved")
    #expect(Todo.first?.updatedAt == created + 60 && Todo.first?.name == "one")
    let commits = Store.current.commitCount
    try Todo.table.touch(&todo)
    #expect(Store.current.commitCount == commits, "The time is the same.")
    var new = Todo()
    #expect(throws: StoreError.notSaved(model: "Todo")) { try new.touch() }
  }

  @Test func `a deleted record is destroyed until it is inserted again, and not new`() throws {
    var todo = Todo("one")
    #expect(todo.isNew && !todo.isDestroyed)
    try todo.save()
    #expect(!todo.isNew && !todo.isDestroyed)
    try todo.destroy()
    #expect(todo.isDestroyed && !todo.isNew && !todo.exists)
    #expect(!Store().of(todo).isDestroyed && Store().of(todo).isNew)
    try todo.insert()
    #expect(!todo.isDestroyed && todo.exists)
  }

  // MARK: - Finders of one

  @Test func `sole returns the only record, and refuses none and several`() throws {
    #expect(throws: StoreError.noMatch(model: "Todo")) { try Todo.sole() }
    let todo = try Todo.create { $0.priority = 1 }
    #expect(try Todo.sole() == todo)
    let other = try Todo.create { $0.priority = 2 }
    #expect(throws: StoreError.severalMatch(model: "Todo")) { try Todo.sole() }
    #expect(try Todo.where(\.priority == 2).sole() == other)
    #expect(
      "\(StoreError.severalMatch(model: "Todo"))"
        == "There are several Todo records that match, and only one was expected.")
  }

  @Test func `pick returns values of the first record`() throws {
    #expect(Todo.records.pick(\.name) == nil)
    try Todo.insert(contentsOf: [Todo("a", priority: 1), Todo("b", priority: 2)])
    let latest = Todo.order(by: \.priority, .descending)
    #expect(latest.pick(\.name) == "b" && latest.offset(1).pick(\.name) == "a" && latest.limit(0).pick(\.name) == nil)
    #expect(try #require(latest.pick(\.name, \.priority)) == ("b", 2))
  }

  @Test func `conditions on a column are taken back`() throws {
    for priority in 1...4 { try Todo.create { ($0.priority, $0.done, $0.name) = (priority, priority > 2, "a") } }
    let finder = Todo.where(\.priority > 1 && \.done == true && !(\.priority == 4))
    #expect(finder.ids == [3] && finder.without(\.priority).ids == [3, 4] && finder.without(\.name).ids == [3])
    #expect(finder.without(\.done).ids == [2, 3] && finder.without(\.done).without(\.priority).count == 4)
    let either = Todo.where(\.priority == 1 || \.done == true)
    #expect(either.without(\.priority).ids == [1, 3, 4])
    #expect(Todo.where(\.priority == 1 || \.priority == 2).without(\.priority).count == 4)
    #expect(finder.order(by: \.priority, .descending).limit(1).without(\.priority).ids == [4])
    #expect(finder.without(\.done).where(\.done == false).ids == [2])
  }

  @Test func `records are ordered by a list of values`() throws {
    for status in [Todo.Status.open, .done, .waiting, .open] { try Todo.create { $0.status = status } }
    #expect(Todo.order(by: \.status, in: [.waiting, .open]).ids == [3, 1, 4, 2])
    #expect(Todo.order(by: \.status, in: [.done, .done]).order(by: \.id, .descending).ids == [2, 4, 3, 1])
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a touch of a model without times traps`() async {
      await #expect(processExitsWith: .failure) {
        var account = try Store().table(Account.self).saved(Account(email: "a", code: "b"))
        try Store().table(Account.self).touch(&account)
      }
    }
  #endif
}
