import Dispatch
import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelLive

/// What a publisher does, where there is no Combine.
struct LiveDemandTests {
  let store = Store(notificationCenter: nil)
  var todos: ModelTable<Todo> { store.table(Todo.self) }

  /// Receives changes of a live result and wants no more by itself.
  private func demand(
    _ received: Collector<String>, _ finished: Counter = Counter(), more: @escaping @Sendable (Int) -> Int = { _ in 0 }
  ) -> LiveDemand<LiveChange<Todo>> {
    LiveDemand(
      LiveDemand.Sink { change in
        received.add("\(change)")
        return more(received.values.count)
      } finish: {
        finished.add()
      })
  }

  @Test func `as many changes are handed out as are wanted, and the others are one change`() throws {
    let received = Collector<String>()
    let demand = demand(received)
    todos.order(by: \.id).live().follow(by: demand)
    try todos.create(Todo("a"))
    #expect(received.values == [])
    demand.request(2)
    #expect(received.values == ["insert 0"])
    for name in ["b", "c", "d"] { try todos.create(Todo(name)) }
    #expect(received.values == ["insert 0", "insert 1"])
    demand.request(.max)
    #expect(received.values == ["insert 0", "insert 1", "insert 2, insert 3"])
    demand.request(.max)
    for name in ["e", "f"] { try todos.create(Todo(name)) }
    #expect(received.values.suffix(2) == ["insert 4", "insert 5"])
    demand.cancel()
  }

  @Test func `who receives a change may want more, and may write`() throws {
    let received = Collector<String>()
    let todos = todos
    let demand = demand(received) { count in
      if count < 3 { _ = try? todos.insert(contentsOf: [Todo("more")]) }
      return count < 3 ? 1 : 0
    }
    demand.request(1)
    todos.order(by: \.id).live().follow(by: demand)
    try todos.create(Todo("a"))
    try todos.create(Todo("b"))
    #expect(received.values == ["insert 0", "insert 1", "insert 2"])
    demand.cancel()
  }

  @Test func `live values are followed, too`() throws {
    let received = Collector<Int>()
    let demand = LiveDemand<LiveValueUpdate<Int>>(
      LiveDemand.Sink {
        received.add($0.after)
        return 0
      } finish: {
      })
    todos.live(.count).follow(by: demand)
    demand.request(.max)
    try todos.insert(contentsOf: [Todo("a"), Todo("b")])
    try todos.deleteAll()
    #expect(received.values == [2, 0])
    demand.cancel()
  }

  @Test func `it ends when it is cancelled, by whoever receives, or released`() throws {
    let received = Collector<String>()
    let own = Locked<LiveDemand<LiveChange<Todo>>?>(nil)
    let cancelling = demand(received) { _ in
      own.withLock { $0 }?.cancel()
      return 0
    }
    own.withLock { $0 = cancelling }
    cancelling.request(.max)
    todos.records.live().follow(by: cancelling)
    try todos.create(Todo("a"))
    try todos.create(Todo("b"))
    #expect(received.values == ["insert 0"])
    own.withLock { $0 = nil }
    // One that is cancelled before it follows, and one that is released.
    let early = demand(received)
    early.cancel()
    todos.records.live().follow(by: early)
    do {
      let released = demand(received)
      released.request(.max)
      todos.records.live().follow(by: released)
    }
    try todos.create(Todo("c"))
    #expect(received.values == ["insert 0"] && store.liveRouter.count == 0)
  }

  @Test func `it finishes once when there are no more changes, also while none is wanted`() {
    let (received, finished, ends) = (Collector<String>(), Counter(), Counter())
    let demand = demand(received, finished)
    let isEnded = Locked(false)
    let signal = Locked<(@Sendable () -> Void)?>(nil)
    demand.follow { tell in
      signal.withLock { $0 = tell }
      return LiveDemand.Source {
        nil
      } isEnded: {
        isEnded.withLock { $0 }
      } end: {
        ends.add()
      }
    }
    signal.withLock { $0 }?()
    #expect(finished.value == 0)
    isEnded.withLock { $0 = true }
    for _ in 0..<2 { signal.withLock { $0 }?() }
    demand.request(1)
    demand.cancel()
    #expect(finished.value == 1 && ends.value == 1 && received.values == [])
  }

  @Test func `changes that several threads make are handed out one at a time`() throws {
    let received = Collector<Int>()
    let isInside = Locked(false)
    let demand = LiveDemand<LiveChange<Todo>>(
      LiveDemand.Sink { change in
        #expect(
          isInside.withLock { inside in
            defer { inside = true }
            return !inside
          })
        received.add(change.before.count, change.after.count)
        isInside.withLock { $0 = false }
        return 1
      } finish: {
      })
    demand.request(1)
    let live = todos.records.live()
    live.follow(by: demand)
    let todos = todos
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<50 { _ = try? todos.insert(contentsOf: [Todo("a")]) }
    }
    let counts = received.values
    #expect(counts.first == 0 && counts.last == 200)
    for index in stride(from: 1, to: counts.count - 1, by: 2) { #expect(counts[index] == counts[index + 1]) }
    demand.cancel()
  }
}
