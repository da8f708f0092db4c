import Dispatch
import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions
import Observation
import Synchronization
import Testing

struct LiveChangeTests {
  let store = Store(notificationCenter: nil)
  var todos: ModelTable<Todo> { store.table(Todo.self) }

  private func insert(_ names: String...) throws {
    try todos.insert(contentsOf: names.enumerated().map { Todo($1, priority: $0) })
  }

  private func set(_ name: String, priority: Int) throws {
    _ = try todos.where(\.name).eq(name).updateAll { $0.priority = priority }
  }

  /// Returns the changes of todos in the order of their priorities that a body makes.
  private func changes(
    _ finder: (ModelTable<Todo>) -> Finder<Todo> = { $0.order(by: \.priority) }, _ body: () throws -> Void
  ) throws -> [String] {
    let changes = Collector<String>()
    let observation = finder(todos).live().onChange { changes.add("\($0)") }
    try body()
    observation.cancel()
    return changes.values
  }

  // MARK: - What changed

  @Test func `records come, go, move and change`() throws {
    try insert("a", "b", "c", "d")
    let told = try changes {
      try set("a", priority: 10)
      _ = try todos.where(\.name).eq("b").deleteAll()
      try todos.create(Todo("e", priority: 3))
      _ = try todos.where(\.name).eq("c").updateAll { $0.location = "here" }
    }
    #expect(
      told == ["move 0 → 3, update 3 (priority, updatedAt)", "delete 0", "insert 2", "update 0 (location, updatedAt)"])
  }

  @Test func `records that cross the edges of a window come and go`() throws {
    try insert("a", "b", "c", "d", "e")
    let told = try changes({ $0.order(by: \.priority).offset(1).limit(2) }) {
      try set("a", priority: 10)
      try set("e", priority: -1)
      _ = try todos.where(\.name).eq("d").deleteAll()
    }
    #expect(told == ["delete 0, insert 1", "delete 1, insert 0"])
  }

  @Test func `nobody is told when nothing changed`() throws {
    try insert("a", "b", "c")
    let told = try changes({ $0.where(\.priority < 2).order(by: \.priority).limit(1) }) {
      try set("c", priority: 5)
      try set("b", priority: 1)
      try todos.create(Todo("d", priority: 1))
      try store.coalesced {
        try set("a", priority: 7)
        try set("a", priority: 0)
      }
    }
    #expect(told.allSatisfy { $0 == "update 0 (updatedAt)" }, "\(told)")
  }

  @Test func `a change has the metadata and the numbers of its commits`() throws {
    let seen = Collector<LiveChange<Todo>>()
    let observation = todos.where(\.priority > 0).live().onChange { seen.add($0) }
    try todos.create(Todo("a"))
    try store.transaction(metadata: Changeset.Metadata(author: "ann")) { try todos.create(Todo("b", priority: 1)) }
    #expect(seen.values.map(\.commits) == [1...2])
    #expect(seen.values.first?.metadata.author == "ann")
    observation.cancel()
  }

  @Test func `a silenced block tells nobody, and is part of the next change`() throws {
    let live = todos.order(by: \.priority).live()
    let told = Collector<String>()
    let observation = live.onChange { told.add("\($0)") }
    try store.silenced { try insert("a", "b") }
    #expect(live.count == 2)
    var project = Project()
    project.name = "other"
    try store.table(Project.self).save(&project)
    #expect(told.values == [])
    try todos.create(Todo("c", priority: 5))
    #expect(told.values == ["insert 0, insert 1, insert 2"])
    observation.cancel()
  }

  @Test func `a coalesced block is one change, and one that cancels out is none`() throws {
    let told = try changes {
      try store.coalesced {
        try insert("a", "b")
        try set("a", priority: 9)
      }
      try store.coalesced {
        try todos.create(Todo("c"))
        _ = try todos.where(\.name).eq("c").deleteAll()
      }
    }
    #expect(told == ["insert 0, insert 1"])
  }

  @Test func `a task that outlives its coalesced block is told as usual`() async throws {
    let told = Collector<String>()
    let observation = todos.order(by: \.id).live().onChange { told.add("\($0)") }
    let todos = todos
    let isOver = Locked(false)
    let task = try store.coalesced {
      try todos.create(Todo("a"))
      return Task {
        try await wait { isOver.withLock { $0 } }
        try todos.create(Todo("b"))
      }
    }
    isOver.withLock { $0 = true }
    _ = try await task.value
    #expect(told.values == ["insert 0", "insert 1"])
    observation.cancel()
  }

  // MARK: - Handlers

  @Test func `a handler may write, and is told of that afterwards`() throws {
    let told = Collector<String>()
    let todos = todos
    let observation = todos.order(by: \.priority).live().onChange { change in
      told.add("\(change)")
      if change.after.count < 3 { _ = try? todos.insert(contentsOf: [Todo("more", priority: change.after.count)]) }
      #expect(change.after.count == told.values.count)
    }
    try todos.create(Todo("a"))
    #expect(told.values == ["insert 0", "insert 1", "insert 2"])
    observation.cancel()
  }

  @Test func `a handler may cancel its observation, and release the live result`() throws {
    let kept = Locked<StoreObservation?>(nil)
    let told = Counter()
    let observation = todos.records.live().onChange { _ in
      told.add()
      let own = kept.withLock { kept in
        defer { kept = nil }
        return kept
      }
      own?.cancel()
    }
    kept.withLock { $0 = observation }
    try insert("a")
    try insert("b")
    #expect(told.value == 1)
  }

  @Test func `a handler that takes long delays only the commits of its thread`() throws {
    let (isInside, mayGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let told = Collector<String>()
    let isFirst = Atomic(true)
    let observation = todos.order(by: \.id).live().onChange { change in
      told.add("\(change)")
      if isFirst.exchange(false, ordering: .relaxed) {
        isInside.signal()
        #expect(mayGo.isSignalled())
      }
    }
    let todos = todos
    let isDone = DispatchSemaphore(value: 0)
    onDetachedThread {
      _ = try? todos.insert(contentsOf: [Todo("slow")])
      isDone.signal()
    }
    #expect(isInside.isSignalled())
    try todos.create(Todo("b"))
    try todos.create(Todo("c"))
    #expect(told.values == ["insert 0"])
    mayGo.signal()
    #expect(isDone.isSignalled())
    #expect(told.values == ["insert 0", "insert 1, insert 2"])
    observation.cancel()
  }

  // MARK: - Queues

  @Test func `on a queue it changes there only, directly before handlers are called`() throws {
    let queue = DispatchQueue(label: "screen")
    let live = todos.order(by: \.name).live(on: queue)
    let told = Collector<[String]>()
    let isTold = DispatchSemaphore(value: 0)
    let observation = live.onChange { change in
      told.add(Array(change.after).map(\.name), live.map(\.name))
      isTold.signal()
    }
    try queue.sync {
      try insert("a")
      try insert("b")
      #expect(live.isEmpty)
    }
    #expect(isTold.isSignalled())
    #expect(told.values == [["a", "b"], ["a", "b"]])
    observation.cancel()
  }

  @Test func `a handler on a queue gets changes composed that it was too slow for`() throws {
    let queue = DispatchQueue(label: "slow")
    let told = Collector<String>()
    let isTold = DispatchSemaphore(value: 0)
    let observation = todos.order(by: \.name).live().onChange(on: queue) { change in
      told.add("\(change)")
      isTold.signal()
    }
    try queue.sync {
      try insert("a")
      for step in 0..<3000 { try set("a", priority: step) }
      try insert("b")
    }
    #expect(isTold.isSignalled())
    queue.sync {}
    #expect(told.values == ["insert 0, insert 1"])
    observation.cancel()
  }

  // MARK: - Sequences

  @Test func `a sequence has all changes since it was made`() async throws {
    let live = todos.order(by: \.name).live()
    let changes = live.changes
    try insert("a")
    var iterator = changes.makeAsyncIterator()
    try insert("b")
    #expect(await iterator.next()?.description == "insert 0, insert 1")
    try insert("c")
    #expect(await iterator.next()?.description == "insert 2")
    var other = changes.makeAsyncIterator()
    #expect(await other.next()?.description == "insert 0, insert 1, insert 2")
  }

  @Test func `two tasks that read the same sequence have all changes each`() async throws {
    let changes = todos.records.live().changes
    let readers = (0..<2).map { _ in
      Task {
        var count = 0
        for await change in changes {
          count = change.after.count
          if count == 3 { break }
        }
        return count
      }
    }
    for name in ["a", "b", "c"] { try insert(name) }
    for reader in readers { #expect(await reader.value == 3) }
  }

  @Test func `a sequence ends when its task is cancelled`() async throws {
    let changes = todos.records.live().changes
    let isStarted = Locked(false)
    let task = Task {
      isStarted.withLock { $0 = true }
      for await _ in changes {}
    }
    try await wait { isStarted.withLock { $0 } }
    task.cancel()
    await task.value
  }

  // MARK: - Observation

  @Test(arguments: [false, true]) func `it can be observed`(isOnQueue: Bool) throws {
    let queue = DispatchQueue(label: "screen")
    let live = isOnQueue ? todos.records.live(on: queue) : todos.records.live()
    let isChanged = DispatchSemaphore(value: 0)
    let count = withObservationTracking {
      live.count
    } onChange: {
      isChanged.signal()
    }
    #expect(count == 0)
    try insert("a")
    #expect(isChanged.isSignalled())
    queue.sync {}
    #expect(live.count == 1)
  }
}

private func onDetachedThread(_ body: @escaping @Sendable () -> Void) {
  DispatchQueue(label: "detached").async(execute: body)
}
