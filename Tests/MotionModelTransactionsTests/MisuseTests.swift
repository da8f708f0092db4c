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

    @Test func `a transaction whose writes are being checked cannot be rolled back`() async {
      await #expect(processExitsWith: .failure) {
        let transactions = Collector<Store.Transaction>()
        try Checked.$check.withValue(Checked.Check { _ in transactions.values.first?.rollback() }) {
          try Store().transaction {
            transactions.add($0)
            try Checked.create { $0.name = "one" }
          }
        }
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

    @Test func `a branch cannot begin inside a transaction of its store`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let store = Store()
        try store.transaction { _ = store.branch() }
      }
      expectSentence("A branch cannot begin inside a transaction of its store, which may be undone", result)
    }

    @Test func `a branch cannot be updated inside a transaction of its parent`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let store = Store()
        let branch = store.branch()
        try store.transaction { _ = try branch.update() }
      }
      expectSentence(
        "A branch cannot be updated inside a transaction of the store that it branched off, which may be undone", result
      )
    }
  #endif

  // MARK: - Allowed use

  @Test func `what a task writes while a transaction is checked is a separate commit, and is checked too`() async throws
  {
    let store = Store.current
    let (isChecking, isWriting) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let checked = Collector<[String]>()
    let task = try Checked.$check.withValue(
      Checked.Check { names in
        checked.add(names)
        if names != ["body"] { return }
        isChecking.signal()
        #expect(isWriting.isSignalled())
        // A write that belonged to the transaction would be over by then.
        Thread.sleep(forTimeInterval: 0.1)
      }
    ) {
      try store.transaction {
        try Checked.create { $0.name = "body" }
        return Task(executorPreference: OwnThreads()) {
          #expect(isChecking.isSignalled())
          isWriting.signal()
          try Checked.create { $0.name = "task" }
        }
      }
    }
    _ = try await task.value
    #expect(checked.values == [["body"], ["task"]])
    #expect(store.commitCount == 2)
  }

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

/// A record whose commit check passes the names of the changed records on.
private struct Checked: Model {
  var id = 0
  var name = ""

  static let schema = Schema<Checked> { Column(\.name) }
  /// Swift 6.3 ends the process in an optimised build when a task local is a closure, so it is in a structure.
  struct Check: Sendable {
    var body: @Sendable ([String]) -> Void = { _ in }
  }

  @TaskLocal static var check = Check()
  static var commitCheck: CommitCheck<Checked>? {
    CommitCheck { changes, _ in check.body(changes.compactMap(\.new?.name)) }
  }
}
