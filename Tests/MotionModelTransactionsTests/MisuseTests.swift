import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@Suite(.ownStore) struct MisuseTests {
  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a transaction that is over cannot be rolled back`() async {
      await #expect(processExitsWith: .failure) {
        let transaction = try Store().transaction { $0 }
        transaction.rollback()
      }
    }

    @Test func `a nested transaction that is over cannot be rolled back`() async {
      await #expect(processExitsWith: .failure) {
        let store = Store()
        try store.transaction {
          let inner = try store.transaction { $0 }
          try store.transaction { inner.rollback() }
        }
      }
    }

    @Test func `a transaction cannot be rolled back from inside a nested one`() async {
      await #expect(processExitsWith: .failure) {
        let store = Store()
        try store.transaction { outer in try store.transaction { outer.rollback() } }
      }
    }

    @Test func `a transaction cannot be rolled back during a writing call`() async {
      await #expect(processExitsWith: .failure) {
        let store = Store()
        try store.transaction { outer in
          try Entry.create { $0.name = "one" }
          try Entry.updateAll { _ in outer.rollback() }
        }
      }
    }

    @Test func `a record cannot be rolled back outside of a transaction of that record`() async {
      await #expect(processExitsWith: .failure) {
        var entry = Entry()
        entry.rollback()
      }
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
    @Test func `a task detached on the thread of a transaction cannot write before the transaction is over`() async {
      await #expect(processExitsWith: .failure) {
        let store = Store()
        try store.transaction {
          _ = Task.immediateDetached { try store.transaction { try Entry.create() } }
        }
      }
    }

    @Test func `a transaction cannot end while another task runs a transaction inside it`() async {
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

  // MARK: - Allowed use

  @Test func `the writes of a task started in a transaction belong to the transaction while it is open`() throws {
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

  @Test func `the writes of a task after the transaction are a separate commit`() async throws {
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
