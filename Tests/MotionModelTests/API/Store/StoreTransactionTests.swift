import Foundation
import MotionModel
import MotionModelTestSupport
import Testing

@Suite(.ownStore) struct StoreTransactionTests {
  /// Runs a body on a thread of its own, and tells whether it came to an end.
  private func finishes(_ body: @escaping @Sendable () throws -> Void) async -> Bool {
    await withCheckedContinuation { continuation in
      let semaphore = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        try? body()
        semaphore.signal()
      }
      Thread.detachNewThread { continuation.resume(returning: semaphore.isSignalled()) }
    }
  }

  @Test func `a store can be written to from inside another one's update`() async throws {
    let (store, other) = (Store(), Store())
    var todo = Todo("one")
    try store.table(Todo.self).save(&todo)
    try other.table(Todo.self).save(&todo)
    let isFinished = await finishes {
      try store.table(Todo.self).records.updateAll { todo in
        todo.done = true
        try other.table(Todo.self).records.updateAll { other in
          other.done = true
          var project = Project()
          try store.table(Project.self).save(&project)
          #expect(store.table(Project.self).count == 1)
        }
      }
    }
    #expect(isFinished)
    #expect(store.table(Project.self).count == 1 && store.commitCount == 2)
    #expect(other.table(Todo.self).records.where(\.done == true).count == 1)
  }

  @Test func `a write of a task that outlives its transaction is not lost`() async throws {
    let store = Store.current
    for round in 0..<500 {
      let before = Todo.count
      let task = try store.inTransaction {
        let task = Task {
          for _ in 0..<(round % 20) { await Task.yield() }
          try Todo.create()
        }
        for _ in 0..<(round % 50) { _ = Todo.count }
        return task
      }
      try await task.value
      try #require(Todo.count == before + 1, "round \(round)")
    }
  }

  @Test func `a transaction that throws is forgotten, and so is one inside it`() throws {
    struct Stop: Error {}
    let store = Store.current
    try store.inTransaction {
      try Todo.create { $0.name = "outer" }
      #expect(throws: Stop.self) {
        try store.inTransaction {
          try Todo.create { $0.name = "inner" }
          #expect(Todo.count == 2)
          throw Stop()
        }
      }
      #expect(Todo.pluck(\.name) == ["outer"])
    }
    #expect(Todo.pluck(\.name) == ["outer"] && store.commitCount == 1)
    #expect(throws: Stop.self) {
      try store.inTransaction {
        try Todo.deleteAll()
        throw Stop()
      }
    }
    #expect(Todo.pluck(\.name) == ["outer"] && store.commitCount == 1)
  }

  @Test func `an update of all must keep ids`() throws {
    try Todo.insert(contentsOf: [Todo("one"), Todo("two")])
    #expect(throws: StoreError.readOnlyColumn(model: "Todo", column: "id", id: "1")) {
      try Todo.updateAll { $0.id = 2 }
    }
    #expect(Todo.pluck(\.name) == ["one", "two"])
  }

  @Test func `ids made in a bulk insert avoid those that are present further on`() throws {
    var last = Todo("last")
    last.id = 1
    #expect(try Todo.insert(contentsOf: [Todo("first"), last]).map(\.id) == [2, 1])
  }
}
