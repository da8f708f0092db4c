import Foundation
@testable import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Tasks that wait for their turn to write.
@Suite(.ownStore) struct TurnConcurrencyTests {
  private var store: Store { Store.current }

  /// Holds the writer lock on a thread of its own while `body` runs.
  private func holding(_ body: () async throws -> Void) async throws {
    let (store, isHeld, end) = (store, DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      try? store.transaction {
        isHeld.signal()
        end.wait()
      }
      isOver.signal()
    }
    while isHeld.wait(timeout: .now()) == .timedOut { try await Task.sleep(for: .milliseconds(1)) }
    do { try await body() } catch {
      end.signal()
      throw error
    }
    end.signal()
    while isOver.wait(timeout: .now()) == .timedOut { try await Task.sleep(for: .milliseconds(1)) }
  }

  private func waitUntil(_ count: Int) async throws {
    while store.writer.queue.waitingCount != count { try await Task.sleep(for: .milliseconds(1)) }
  }

  @Test func `a task writes in its turn, and gets what its body returns`() async throws {
    let name = try await store.inTurn { try Todo.create { $0.name = "one" }.name }
    #expect(name == "one" && Todo.count == 1 && store.commitCount == 1)
    let metadata = Changeset.Metadata(author: "ann")
    let undone = try await store.inTurn(metadata: metadata) { transaction in
      try Todo.create { $0.name = "two" }
      transaction.rollback()
      return transaction.metadata
    }
    #expect(undone == metadata && Todo.count == 1)
    await #expect(throws: TestError.self) {
      try await store.inTurn {
        try Todo.create { $0.name = "three" }
        throw TestError()
      }
    }
    #expect(Todo.pluck(\.name) == ["one"])
  }

  @Test func `inside a transaction it is a part of that`() async throws {
    try await store.inTurn {
      try Todo.create { $0.name = "one" }
      #expect(store.savepoint != nil)
    }
    let snapshot = store.snapshot()
    await #expect(throws: StoreError.readOnlyStore) { try await snapshot.inTurn { try Todo.create { $0.name = "x" } } }
    try await store.inTurn { _ = Todo.count }
    #expect(Todo.count == 1)
  }

  @Test func `waiting tasks take no threads, and all have their turns`() async throws {
    let store = store
    try await withThrowingTaskGroup(of: Void.self) { group in
      try await holding {
        for number in 0..<1_000 {
          group.addTask { try await store.inTurn { _ = try Todo.create { $0.name = "todo \(number)" } } }
        }
        try await waitUntil(1_000)
        #expect(Todo.isEmpty)
      }
      try await group.waitForAll()
    }
    #expect(Todo.count == 1_000 && store.commitCount == 1_000)
    #expect(store.writer.queue.isEmpty)
  }

  @Test func `a task of a higher priority is before others, which keep their order`() async throws {
    let (store, order) = (store, Collector<String>())
    try await withThrowingTaskGroup(of: Void.self) { group in
      try await holding {
        for (number, (name, priority)) in [
          ("a", TaskPriority.low), ("b", .low), ("c", .medium), ("d", .high), ("e", .high), ("f", .medium),
        ].enumerated() {
          group.addTask { try await store.inTurn(priority: priority) { order.add(name) } }
          try await waitUntil(number + 1)
        }
      }
      try await group.waitForAll()
    }
    #expect(order.values == ["d", "e", "c", "f", "a", "b"])
  }

  @Test func `a task that is cancelled while it waits writes nothing, and others go on`() async throws {
    let store = store
    try await holding {
      let cancelled = Task { try await store.inTurn { _ = try Todo.create { $0.name = "never" } } }
      try await waitUntil(1)
      let other = Task { try await store.inTurn { _ = try Todo.create { $0.name = "later" } } }
      try await waitUntil(2)
      cancelled.cancel()
      await #expect(throws: CancellationError.self) { try await cancelled.value }
      try await waitUntil(1)
      _ = other
    }
    while Todo.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
    #expect(Todo.pluck(\.name) == ["later"])
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await store.inTurn { _ = try Todo.create { $0.name = "never" } }
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(Todo.count == 1)
  }

  @Test @MainActor func `the body runs on the caller's actor`() async throws {
    var names: [String] = []
    try await store.inTurn {
      MainActor.assertIsolated()
      names.append(try Todo.create { $0.name = "one" }.name)
    }
    #expect(names == ["one"])
  }

  @Test func `a body that is stale is run again`() async throws {
    let todo = try Todo.create { $0.name = "one" }
    var count = 0
    try await store.inTurn(retries: 2) {
      count += 1
      if count < 3 {
        throw withRow(of: todo) { StoreError.stale(StoreError.StaleRecord(Todo.schema.layout, $0, stored: $0)) }
      }
    }
    #expect(count == 3)
  }

  @Test func `tasks and threads that write at once lose nothing`() async throws {
    let store = store
    let todo = try Todo.create { $0.priority = 0 }
    let threads = (0..<3).map { _ in
      Task.detached {
        await withCheckedContinuation { done in
          Thread.detachNewThread {
            for _ in 0..<200 { try? store.transaction { try store.table(Todo.self).increment(todo.id) } }
            done.resume()
          }
        }
      }
    }
    let cancelled = Collector<Int>()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<300 {
        group.addTask {
          let task = Task {
            try await store.inTurn(priority: number.isMultiple(of: 2) ? .high : .low) {
              try store.table(Todo.self).increment(todo.id)
            }
          }
          if number % 10 == 0 { task.cancel() }
          do { try await task.value } catch { cancelled.add(number) }
        }
      }
    }
    for thread in threads { await thread.value }
    #expect(cancelled.values.allSatisfy { $0 % 10 == 0 })
    #expect(Todo.find(todo.id)?.priority == 900 - cancelled.values.count)
    #expect(store.writer.queue.isEmpty)
  }
}

private struct TestError: Error {}

extension ModelTable<Todo> {
  fileprivate func increment(_ id: Int) throws {
    guard var todo = find(id) else { return }
    todo.priority += 1
    try save(&todo)
  }
}
