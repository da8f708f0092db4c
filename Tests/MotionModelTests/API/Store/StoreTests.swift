import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@Suite struct StoreTests {
  @Test func `static calls use the innermost store`() throws {
    let (outer, inner) = (Store(), Store())
    try Store.with(outer) {
      try Todo.create { $0.name = "outer" }
      try Store.with(inner) {
        try Todo.create { $0.name = "inner" }
        #expect(Store.current === inner && Todo.pluck(\.name) == ["inner"])
      }
      #expect(Store.current === outer && Todo.pluck(\.name) == ["outer"])
    }
    #expect(outer.table(Todo.self).count == 1 && inner.table(Todo.self).count == 1)
  }

  @Test func `tasks inherit the current store, also across awaits`() async throws {
    let store = Store()
    try await Store.with(store) {
      try Todo.create()
      await Task.yield()
      #expect(Store.current === store)
      let count = await Task { Todo.count }.value
      #expect(count == 1)
      let detached = await Task.detached { Store.current === Store.default }.value
      #expect(detached)
    }
  }

  @Test func `with rethrows a typed error`() {
    struct Stop: Error, Equatable {}
    do throws(Stop) {
      try Store.with(Store()) { () throws(Stop) in throw Stop() }
    } catch {
      #expect(error == Stop())
    }
  }

  @Test func `a table handle gives the same results as static calls`() throws {
    let todos = Store().table(Todo.self)
    var todo = Todo("one")
    try todos.save(&todo)
    var other = Todo("two")
    try todos.insert(&other)
    other.name = "three"
    try todos.upsert(&other)
    #expect(todos.find(1) == todo && todos.find(2) == other && todos.find(3) == nil)
    #expect(todos.count == 2 && todos.records.all == [todo, other])
    #expect(try todos.delete(1) && todos.deleteAll() == 1)
  }

  @Test func `a snapshot never changes and cannot be written to`() throws {
    let store = Store()
    try Store.with(store) {
      try Todo.insert(contentsOf: (0..<300).map { Todo("\($0)", priority: $0, assignedTo: $0 % 2 == 0 ? "bob" : nil) })
      let before = Todo.all
      let snapshot = store.snapshot()
      try Todo.where(\.priority < 100).deleteAll()
      try Todo.updateAll { $0.assignedTo = "eve" }
      try Project.create { $0.name = "House" }
      Store.with(snapshot) {
        #expect(Todo.all == before)
        #expect(Todo.where(\.assignedTo == "bob").count == 150)
        #expect(Project.isEmpty && snapshot.isSnapshot && snapshot.commitCount == 1)
        #expect(throws: StoreError.readOnlyStore) { try Todo.create() }
        #expect(throws: StoreError.readOnlyStore) { try Todo.deleteAll() }
        #expect(throws: StoreError.readOnlyStore) { try Todo.importRows([["name": "x"]]) }
      }
      #expect(Todo.where(\.assignedTo == "eve").count == 200)
    }
  }

  @Test func `a record that is inserted again after its deletion comes after the others`() throws {
    let store = Store()
    try Store.with(store) {
      let todos = try Todo.insert(contentsOf: [Todo("one"), Todo("two"), Todo("three")])
      try todos[1].delete()
      var second = todos[1]
      try second.insert()
      #expect(Todo.ids == [1, 3, 2])
    }
  }
}
