import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelLive

/// Tasks that wait for the changes of one iterator.
struct LiveSubscriptionTests {
  private let store = Store(notificationCenter: nil)
  private var todos: ModelTable<Todo> { store.table(Todo.self) }

  /// An iterator that several tasks share, as no program should.
  private final class Shared: @unchecked Sendable {
    private let iterator: LiveValueChanges<Int, LiveValueUpdate<Int>>.AsyncIterator

    init(_ iterator: LiveValueChanges<Int, LiveValueUpdate<Int>>.AsyncIterator) { self.iterator = iterator }

    func next() async -> LiveValueUpdate<Int>? {
      var iterator = iterator
      return await iterator.next()
    }
  }

  @Test func `of several tasks that share an iterator, one receives each change`() async throws {
    let shared = Shared(todos.live(.count).changes.makeAsyncIterator())
    let received = Collector<[Int]>()
    let tasks = (0..<3).map { _ in
      Task {
        while let change = await shared.next() { received.add([change.before, change.after]) }
      }
    }
    for number in 1...50 {
      try todos.create(Todo("\(number)"))
      if number % 7 == 0 { await Task.yield() }
    }
    try await wait { received.values.contains { $0[1] == 50 } }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    let changes = received.values.sorted { $0[0] < $1[0] }
    #expect(changes.first?[0] == 0 && changes.last?[1] == 50)
    for (change, next) in zip(changes, changes.dropFirst()) { #expect(change[1] == next[0]) }
  }

  @Test func `a task that is cancelled leaves the changes to the others`() async throws {
    let shared = Shared(todos.live(.count).changes.makeAsyncIterator())
    let (cancelled, other) = (Task { await shared.next()?.after }, Task { await shared.next()?.after })
    cancelled.cancel()
    _ = await cancelled.value
    try todos.create(Todo("a"))
    #expect(await other.value == 1)
    let last = Task { await shared.next()?.after }
    last.cancel()
    #expect(await last.value == nil)
  }

  @Test func `a gate lets one task in at a time, once each time that it was opened`() async throws {
    let (gate, inside, most) = (LiveGate(), Locked(0), Locked(0))
    let entered = Counter()
    let tasks = (0..<4).map { _ in
      Task {
        while await gate.enter() {
          let count = inside.withLock { inside in
            inside += 1
            return inside
          }
          most.withLock { $0 = max($0, count) }
          entered.add()
          await Task.yield()
          inside.withLock { $0 -= 1 }
          gate.leave()
        }
      }
    }
    for number in 1...20 {
      gate.open()
      try await wait { entered.value >= number }
    }
    for task in tasks { task.cancel() }
    for task in tasks { await task.value }
    #expect(entered.value == 20 && most.withLock { $0 } == 1)
  }
}
