import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@Suite(.ownStore) struct MisuseTests {
  #if os(macOS) || os(Linux)  // a test in a process of its own
    @Test func `a transaction that is over cannot be rolled back`() async {
      await #expect(processExitsWith: .failure) {
        let transaction = try Store().transaction { $0 }
        transaction.rollback()
      }
    }

    @Test func `a transaction inside another that is over cannot be rolled back either`() async {
      await #expect(processExitsWith: .failure) {
        let store = Store()
        try store.transaction {
          let inner = try store.transaction { $0 }
          try store.transaction { inner.rollback() }
        }
      }
    }

    @Test func `a transaction cannot be rolled back from inside another`() async {
      await #expect(processExitsWith: .failure) {
        let store = Store()
        try store.transaction { outer in try store.transaction { outer.rollback() } }
      }
    }

    @Test func `a transaction cannot be rolled back in the middle of a call that writes`() async {
      await #expect(processExitsWith: .failure) {
        let store = Store()
        try store.transaction { outer in
          try Entry.create { $0.name = "one" }
          try Entry.updateAll { _ in outer.rollback() }
        }
      }
    }

    @Test func `a record cannot be rolled back outside of a transaction of its own`() async {
      await #expect(processExitsWith: .failure) {
        var entry = Entry()
        entry.rollback()
      }
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func `a task that is detached on the thread of a transaction cannot write before that is over`() async {
      await #expect(processExitsWith: .failure) {
        let store = Store()
        try store.transaction {
          _ = Task.immediateDetached { try store.transaction { try Entry.create() } }
        }
      }
    }

    @Test func `a transaction cannot end while one of another task is under way inside it`() async {
      await #expect(processExitsWith: .failure) {
        let store = Store()
        let begun = DispatchSemaphore(value: 0)
        try store.transaction {
          Task(executorPreference: OwnThreads()) {
            try store.transaction {
              begun.signal()
              Thread.sleep(forTimeInterval: patience)
            }
          }
          begun.wait()
        }
      }
    }
  #endif

  // MARK: - What is no misuse

  @Test func `what a task writes that is started inside belongs to the transaction while that is open`() throws {
    let store = Store.current
    let written = DispatchSemaphore(value: 0)
    #expect(throws: Stop()) {
      try store.transaction {
        Task(executorPreference: OwnThreads()) {
          try Entry.create { $0.name = "from a task" }
          written.signal()
        }
        #expect(written.isSignalled())
        #expect(Entry.names == ["from a task"])
        throw Stop()
      }
    }
    #expect(Entry.count == 0 && store.commitCount == 0)
  }

  @Test func `what a task writes when the transaction is over stands alone`() async throws {
    let store = Store.current
    let over = DispatchSemaphore(value: 0)
    let task = try store.transaction {
      try Entry.create { $0.name = "transaction" }
      return Task(executorPreference: OwnThreads()) {
        #expect(over.isSignalled())
        return try store.transaction { try Entry.create { $0.name = "task" } }
      }
    }
    over.signal()
    _ = try await task.value
    #expect(Entry.names == ["transaction", "task"] && store.commitCount == 2)
  }
}
