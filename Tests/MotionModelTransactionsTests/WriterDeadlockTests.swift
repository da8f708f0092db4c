import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Threads that write to several stores never wait for each other for ever.
@Suite struct WriterDeadlockTests {
  private struct Note: Model {
    var id = 0
    var name = ""
    static let schema = Schema<Note> { Column(\.name) }
  }

  /// A record whose hook writes to other stores.
  private struct Echo: Model {
    @TaskLocal static var others: [Store] = []
    var id = 0
    var name = ""
    static let schema = Schema<Echo> { Column(\.name) }
    static let hooks: Hooks<Echo> = [
      .afterSave("echo") { echo, _ in
        for other in Echo.others where other !== Store.current {
          try other.table(Note.self).create { $0.name = echo.name }
        }
      }
    ]
  }

  private func stores(_ count: Int) -> [Store] { (0..<count).map { _ in Store(notificationCenter: nil) } }

  /// Runs a body for each store on a thread of its own, and returns the errors.
  private func errors(of stores: [Store], _ body: @escaping @Sendable (Int, Store) throws -> Void) -> [any Error] {
    let (errors, done) = (Collector<any Error>(), DispatchSemaphore(value: 0))
    for (number, store) in stores.enumerated() {
      Thread.detachNewThread {
        do { try body(number, store) } catch { errors.add(error) }
        done.signal()
      }
    }
    for _ in stores { #expect(done.isSignalled()) }
    return errors.values
  }

  @Test(arguments: [2, 3, 5]) func `of transactions in a circle one is refused, and the others are committed`(
    count: Int
  ) throws {
    let stores = stores(count)
    let begun = Collector<Int>()
    let errors = errors(of: stores) { number, store in
      try store.transaction {
        try store.table(Note.self).create()
        begun.add(number)
        wait { begun.values.count == count }
        try stores[(number + 1) % count].transaction { try stores[(number + 1) % count].table(Note.self).create() }
      }
    }
    #expect(errors.count == 1 && errors.first as? StoreError == .deadlock)
    #expect(
      errors.first.map { "\($0)" }
        == "The store cannot be changed, because the transaction that is under way in it waits for this thread: change stores in "
        + "the same order everywhere, or change the other one after the commit.")
    // The transaction that was refused is undone in one store, and has not written to the other.
    #expect(stores.reduce(0) { $0 + $1.table(Note.self).count } == 2 * (count - 1))
    for store in stores { try store.table(Note.self).create() }
  }

  @Test func `hooks that write to each other's stores end, and each record has its echo or is not there`() throws {
    let stores = stores(3)
    let refused = Collector<Int>()
    let errors = errors(of: stores) { number, store in
      try Echo.$others.withValue(stores) {
        for round in 0..<shortened(200) {
          do { try store.table(Echo.self).create { $0.name = "\(number) \(round)" } } catch StoreError.deadlock {
            refused.add(round)
          }
        }
      }
    }
    #expect(errors.isEmpty)
    for (number, store) in stores.enumerated() {
      let names = Set(store.table(Echo.self).all.map(\.name))
      for other in stores where other !== store {
        let echoes = other.table(Note.self).all.map(\.name).filter { $0.hasPrefix("\(number) ") }
        #expect(names.isSubset(of: echoes))
      }
    }
    let written = stores.reduce(0) { $0 + $1.table(Echo.self).count }
    #expect(written + refused.values.count == 3 * shortened(200))
  }

  @Test func `a circle through a single write, a bulk call or a branch is found`() throws {
    let ways: [@Sendable (Store) throws -> Void] = [
      { try $0.table(Note.self).insert(contentsOf: [Note(), Note()]) },
      { try $0.table(Note.self).updateAll { $0.name += "x" } },
      { try $0.table(Note.self).deleteAll() },
      { try $0.load(from: .string("{\"name\": \"x\"}\n"), as: .jsonLines, models: [Note.self], policy: .append) },
    ]
    for way in ways {
      let stores = stores(2)
      for store in stores { try store.table(Note.self).create() }
      let begun = Collector<Int>()
      let errors = errors(of: stores) { number, store in
        try store.transaction {
          begun.add(number)
          wait { begun.values.count == 2 }
          try way(stores[1 - number])
        }
      }
      #expect(errors.count == 1 && errors.first as? StoreError == .deadlock)
    }
  }

  @Test func `what only reads goes on in a circle`() throws {
    let stores = stores(2)
    let (begun, seen) = (Collector<Int>(), Collector<Int>())
    let errors = errors(of: stores) { number, store in
      try store.transaction {
        begun.add(number)
        wait { begun.values.count == 2 }
        _ = stores[1 - number].branch()
        seen.add(stores[1 - number].table(Note.self).count)
        try store.table(Note.self).create()
      }
    }
    // One of them would close the circle and goes on; the other one waits for its commit.
    #expect(errors.isEmpty && seen.values.sorted() == [0, 1])
  }

  @Test func `threads that wait for one store are no circle`() throws {
    let store = Store(notificationCenter: nil)
    let errors = errors(of: [store, store, store, store]) { _, store in
      for _ in 0..<shortened(100) { try store.transaction { try store.table(Note.self).create() } }
    }
    #expect(errors.isEmpty && store.table(Note.self).count == 4 * shortened(100))
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test func `a task detached on the thread of a transaction is refused before the transaction is over`() async throws {
    let store = Store(notificationCenter: nil)
    let errors = Collector<any Error>()
    try store.transaction {
      _ = Task.immediateDetached {
        do { try store.transaction { try Note.create() } } catch { errors.add(error) }
      }
    }
    #expect(errors.values.first as? StoreError == .deadlock && store.table(Note.self).count == 0)
  }
}
