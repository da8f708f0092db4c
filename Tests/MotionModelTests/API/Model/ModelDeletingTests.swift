import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite(.store) struct ModelDeletingTests {
  @Test func `delete returns whether there was a record`() throws {
    let todo = try Todo.create()
    #expect(try todo.delete())
    #expect(try !todo.delete())
    #expect(try !Todo().delete())
    #expect(try !Todo.delete(7))
    #expect(Todo.isEmpty)
  }

  @Test func `deleteAll returns the number of records, and ids are not used again`() throws {
    let store = Store.current
    try Todo.insert(contentsOf: (0..<500).map { Todo("\($0)", priority: $0 % 5) })
    #expect(try Todo.where(\.priority == 2).deleteAll() == 100)
    #expect(Todo.count == 400 && store.commitCount == 2)
    #expect(try Todo.deleteAll() == 400)
    #expect(try Todo.deleteAll() == 0)
    #expect(store.commitCount == 3)
    #expect(try Todo.create().id == 501)
  }

  @Test func `updateAll changes the records that the finder finds with its offset and limit`() throws {
    let store = Store.current
    try Todo.insert(contentsOf: (0..<10).map { Todo("\($0)", priority: $0) })
    #expect(try Todo.order(by: \.priority, .descending).limit(3).updateAll { $0.done = true } == 3)
    #expect(Todo.where(\.done == true).pluck(\.priority) == [7, 8, 9])
    #expect(try Todo.updateAll { _ in } == 0)
    #expect(store.commitCount == 2)
  }

  @Test func `an updateAll that throws changes nothing`() throws {
    struct Stop: Error {}
    let todos = try Todo.insert(contentsOf: (0..<10).map { Todo("\($0)", priority: $0) })
    #expect(throws: Stop.self) {
      try Todo.updateAll { todo in
        todo.done = true
        if todo.priority == 5 { throw Stop() }
      }
    }
    #expect(Todo.all == todos)
  }

  @Test func `the block of updateAll may read and write the store`() throws {
    let store = Store.current
    try Todo.insert(contentsOf: [Todo("one"), Todo("two")])
    try Todo.updateAll { todo in
      try Project.create { $0.name = todo.name }
      todo.projectID = Project.last?.id
    }
    #expect(Todo.pluck(\.projectID) == [1, 2] && Project.pluck(\.name) == ["one", "two"])
    #expect(store.commitCount == 2)
  }

  @Test func `records may swap a unique value in one changeset`() throws {
    try Project.create { $0.name = "House" }
    try Project.create { $0.name = "Garden" }
    try Project.updateAll { $0.name = $0.name == "House" ? "Garden" : "House" }
    #expect(Project.pluck(\.name) == ["Garden", "House"])
    #expect(Project.where(\.name == "House").first?.id == 2)
  }
}
