import Dispatch
import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions
import Observation
import Testing

@Suite(.ownStore)
struct LiveValueTests {
  @Test func `a stream has all changes since it was made, and composes those that wait`() async throws {
    let live = Todo.live(.count)
    let changes = live.changes
    try Todo.create(Todo("a"))
    try Todo.create(Todo("b"))
    var reader = changes.makeAsyncIterator()
    let first = try #require(await reader.next())
    #expect((first.before, first.after) == (0, 2))
    try Todo.create(Todo("c"))
    let second = try #require(await reader.next())
    #expect((second.before, second.after) == (2, 3))
    var other = changes.makeAsyncIterator()
    let all = try #require(await other.next())
    #expect((all.before, all.after) == (0, 3))
  }

  @Test func `a loop ends when its task is cancelled`() async throws {
    let live = Todo.live(.count)
    let (ready, told) = (DispatchSemaphore(value: 0), Collector<Int>())
    let task = Task {
      ready.signal()
      for await change in live.changes { told.add(change.after) }
    }
    await Task.detached { _ = ready.isSignalled() }.value
    task.cancel()
    await task.value
    #expect(told.values == [])
  }

  @Test func `handlers on a queue receive changes in order`() throws {
    let live = Todo.live(.count)
    let queue = DispatchQueue(label: "test")
    let told = Collector<Int>()
    let observation = live.onChange(on: queue) { told.add($0.before, $0.after) }
    for index in 0..<20 { try Todo.create(Todo("\(index)")) }
    wait { told.values.last == 20 }
    #expect(told.values.first == 0)
    #expect(zip(told.values, told.values.dropFirst()).allSatisfy { $0 <= $1 })
    withExtendedLifetime(observation) {}
  }

  @Test func `code that reads a value is told when it changes, and only then`() throws {
    let live = Todo.where(\.priority > 2).live(.count)
    let told = Collector<Int>()
    withObservationTracking {
      #expect(live.value == 0)
    } onChange: {
      told.add(1)
    }
    try Todo.create(Todo("a", priority: 1))
    #expect(told.values == [])
    try Todo.create(Todo("b", priority: 3))
    #expect(told.values == [1])
  }

  @Test func `code that reads a value again is told again, whatever changed in between`() throws {
    let live = Todo.live(.count)
    let told = Collector<Int>()
    func read() -> Int {
      withObservationTracking {
        live.value
      } onChange: {
        told.add(told.values.count)
      }
    }
    func create(_ count: Int) throws { for _ in 0..<count { try Todo.create(Todo("a")) } }
    #expect(read() == 0)
    try create(1)
    #expect(told.values == [0])
    try create(3)
    #expect(told.values == [0], "who is not told reads no more")
    #expect(read() == 4)
    #expect(read() == 4)
    try create(1)
    #expect(told.values == [0, 1, 2], "both who read")
    try create(1)
    #expect(read() == 6)
    try create(1)
    #expect(told.values == [0, 1, 2, 3])
    #expect(live.value == 7)
  }

  @Test func `a change begins where its reader began, although nobody followed before`() throws {
    let live = Todo.live(.count)
    for _ in 0..<3 { try Todo.create(Todo("a")) }
    let first = Store.current.commitCount
    let told = Collector<String>()
    let observation = live.onChange { told.add("\($0.before) → \($0.after) in \($0.commits)") }
    try Todo.create(Todo("b"))
    #expect(told.values == ["3 → 4 in \(first + 1)...\(first + 1)"])
    observation.cancel()
  }

  @Test func `a handler may write, cancel itself and release the value`() throws {
    let held = Locked<(live: LiveAggregate<Int>?, observation: StoreObservation?)>((nil, nil))
    let store = Store.current
    let told = Collector<Int>()
    let live = Todo.live(.count)
    let observation = live.onChange { change in
      told.add(change.after)
      if change.after == 1 { _ = try? store.table(Todo.self).create(Todo("second")) }
      if change.after == 2 { held.withLock { $0.observation }?.cancel() }
    }
    held.withLock { $0 = (live, observation) }
    try Todo.create(Todo("first"))
    #expect(told.values == [1, 2])
    try Todo.create(Todo("third"))
    #expect(told.values == [1, 2])
    #expect(live.value == 3)
  }

  @Test func `a value shows committed records, and is silent in a silenced block`() throws {
    let live = Todo.live(.count)
    let told = Collector<Int>()
    let observation = live.onChange { told.add($0.before, $0.after) }
    try Store.current.transaction {
      try Todo.create(Todo("a"))
      #expect(live.value == 0)
      #expect(Todo.live(.count).value == 0)
    }
    #expect(told.values == [0, 1])
    try Store.current.silenced { _ = try Todo.create(Todo("b")) }
    #expect(live.value == 2)
    #expect(told.values == [0, 1])
    try Todo.create(Todo("c"))
    #expect(told.values == [0, 1, 1, 3])
    withExtendedLifetime(observation) {}
  }

  @Test func `the live value of a snapshot never changes, and that of a branch follows the branch`() throws {
    try Todo.create(Todo("a"))
    let (snapshot, branch) = (Store.current.snapshot(), Store.current.branch())
    let (old, own) = (snapshot.table(Todo.self).live(.count), branch.store.table(Todo.self).live(.count))
    try Todo.create(Todo("b"))
    try branch.store.table(Todo.self).insert(contentsOf: [Todo("c"), Todo("d")])
    #expect((old.value, own.value) == (1, 3))
  }

  @Test func `a value that is released is shown nothing more`() throws {
    let router = Store.current.liveRouter
    var live: LiveAggregate<Int>? = Todo.live(.count)
    var observation = live?.onChange { _ in }
    live = nil
    #expect(router.count == 1)
    observation?.cancel()
    observation = nil
    #expect(router.count == 0)
    #expect(live == nil)
  }

  @Test func `a value that depends on code is computed again, and says so`() throws {
    let live = Todo.records.find { $0.name.hasPrefix("a") }.live(.sum(\.priority))
    #expect(live.plan != .followsChanges)
    let told = Collector<Int>()
    let observation = live.onChange { told.add($0.before, $0.after) }
    try Todo.create(Todo("ab", priority: 3))
    try Todo.create(Todo("b", priority: 4))
    #expect(live.value == 3)
    #expect(told.values == [0, 3])
    withExtendedLifetime(observation) {}
  }
}
