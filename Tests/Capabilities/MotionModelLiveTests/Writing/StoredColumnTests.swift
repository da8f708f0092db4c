import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelLive

/// What a control of a view reads and writes, where there are no views.
struct StoredColumnTests {
  private let store = Store(notificationCenter: nil)
  private var todos: ModelTable<Todo> { store.table(Todo.self) }

  @Test func `a column is read as it is stored, and written alone, in its store`() throws {
    let old = try todos.create(Todo("a", priority: 1))
    var todo = old
    try todos.update(&todo) { ($0.name, $0.done) = ("b", true) }
    let done = StoredColumn(record: old, column: \.done, store: store)
    #expect(done.value)
    try done.write(false)
    #expect(!done.value && todos.find(1)?.name == "b" && store.commitCount == 3)
    try done.write(false)
    #expect(store.commitCount == 3)
    let due = StoredColumn(record: old, column: \.dueDate, store: store)
    try due.write(.distantFuture)
    #expect(due.value == .distantFuture)
    try due.write(nil)
    #expect(due.value == nil)
  }

  @Test func `a record that is gone has the value of the copy, and is not written`() throws {
    let todo = try todos.create(Todo("a", priority: 1))
    try todos.delete(todo)
    let priority = StoredColumn(record: todo, column: \.priority, store: store)
    #expect(priority.value == 1)
    #expect(throws: StoreError.self) { try priority.write(2) }
    #expect(priority.value == 1 && todos.count == 0)
  }
}
