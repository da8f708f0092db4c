import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Reads during long transactions.
///
/// Sized to run in a few seconds, and in less than a minute under the thread sanitizer.
@Suite struct TransactionConcurrencyTests {
  private let store = Store(notificationCenter: nil)

  /// Inserts a hundred entries whose amounts add up to 1,000.
  private func fill() throws {
    try store.table(Entry.self).insert(contentsOf: (1...100).map { Entry("entry \($0)", 10) })
  }

  private func run(
    writers: Int, readers: Int, write: @escaping @Sendable (_ writer: Int) throws -> Void,
    read: @escaping @Sendable () -> Void
  ) {
    let (store, done) = (store, Counter())
    onThreads(writers + readers) { number in
      Store.with(store) {
        if number >= writers {
          repeat { read() } while done.value < writers
          return
        }
        defer { done.add() }
        do { try Entry.$log.withValue(Collector()) { try write(number) } } catch { Issue.record(error) }
      }
    }
  }

  @Test func `readers beside long transactions see only whole commits`() throws {
    try fill()
    let store = store
    run(writers: 2, readers: 3) { writer in
      var random = TestSeed.generator(3_000 + writer)
      for round in 0..<60 {
        try? store.transaction { transaction in
          for _ in 0..<10 {
            var (one, two) = (try Entry.require(random.number(1...50)), try Entry.require(random.number(51...100)))
            try one.update { $0.amount -= 1 }
            try store.transaction { try two.update { $0.amount += 1 } }
          }
          let guests = try Entry.insert(contentsOf: [Entry("guest"), Entry("other guest")])
          if round.isMultiple(of: 3) { transaction.rollback() }
          if round % 3 == 1 { throw Stop() }
          if round % 3 == 2 { for guest in guests { try guest.delete() } }
        }
      }
    } read: {
      #expect(Entry.records.sum(\.amount) == 1_000)
      #expect(Entry.count == 100 && Entry.where(\.name == "guest").count == 0)
      let snapshot = store.snapshot()
      #expect(snapshot.table(Entry.self).records.all.reduce(0) { $0 + $1.amount } == 1_000)
      #expect(snapshot.violation() == nil)
    }
    #expect(store.table(Entry.self).records.sum(\.amount) == 1_000 && store.violation() == nil)
  }

  @Test func `a reader neither waits for a transaction nor sees its changes`() throws {
    try fill()
    let table = store.table(Entry.self)
    try store.transaction {
      try Entry.updateAll { $0.amount = 0 }
      onThreads(2) { _ in
        #expect(table.records.sum(\.amount) == 1_000)
        #expect(table.store.snapshot().table(Entry.self).find(1)?.amount == 10)
      }
    }
    #expect(table.records.sum(\.amount) == 0)
  }

  @Test func `with versions and retries, no addition of many threads is lost`() throws {
    try fill()
    let store = store
    run(writers: 4, readers: 1) { _ in
      for _ in 0..<40 {
        var entry = try Entry.require(1)
        try entry.transaction(retries: 1_000) { $0.amount += 1 }
      }
    } read: {
      _ = store.preview { try Entry.deleteAll() }
    }
    #expect(store.table(Entry.self).find(1)?.amount == 170 && store.table(Entry.self).find(1)?.version == 160)
  }

  @Test func `tasks that outlive a transaction write after it`() async throws {
    let store = store
    for round in 0..<200 {
      let (isOver, over) = AsyncStream<Void>.makeStream()
      let task = try store.transaction {
        try Entry.create { $0.name = "\(round)" }
        return Task {
          for await _ in isOver {}
          return try Entry.create { $0.name = "task \(round)" }
        }
      }
      over.finish()
      _ = try await task.value
    }
    #expect(store.table(Entry.self).count == 400 && store.violation() == nil)
  }
}
