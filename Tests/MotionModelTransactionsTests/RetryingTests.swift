import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@Suite(.ownStore) struct RetryingTests {
  @Test func `a transaction with a stale record is retried up to the given number of times`() throws {
    let old = try Entry.create { $0.name = "one" }
    try Entry.updateAll { $0.amount = 1 }
    var attempts = 0
    try Store.current.transaction(retries: 3) {
      attempts += 1
      try Entry.create { $0.name = "attempt \(attempts)" }
      var entry = attempts < 3 ? old : try Entry.require(1)
      try entry.update { $0.amount += 10 }
    }
    #expect(attempts == 3 && Entry.names == ["one", "attempt 3"] && Entry.find(1)?.amount == 11)
  }

  @Test func `the error of the last try is thrown, and other errors are thrown at once`() throws {
    var old = try Entry.create { $0.name = "one" }
    try Entry.updateAll { $0.amount = 1 }
    var attempts = 0
    #expect(throws: StoreError.self) {
      try Entry.transaction(retries: 2) {
        attempts += 1
        try old.update { $0.amount += 10 }
      }
    }
    #expect(attempts == 3)
    #expect(throws: Stop()) {
      try Entry.transaction(retries: 2) {
        attempts += 1
        throw Stop()
      }
    }
    #expect(attempts == 4 && Entry.find(1)?.amount == 1)
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `a negative number of retries traps`() async {
      await #expect(processExitsWith: .failure) { try Store().transaction(retries: -1) {} }
    }
  #endif
}
