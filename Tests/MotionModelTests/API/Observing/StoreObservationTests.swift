import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

@Suite struct StoreObservationTests {
  private let store = Store(notificationCenter: NotificationCenter())
  private let notified = Collector<String>()

  private var todos: ModelTable<Todo> { store.table(Todo.self) }

  private func add(_ name: String) throws {
    var todo = Todo(name)
    try todos.save(&todo)
  }

  @Test func `a handler is called once for each commit, on its thread, before the call returns`() throws {
    let thread = ObjectIdentifier(Thread.current)
    let observation = store.observeCommits { [notified, todos] changeset in
      #expect(ObjectIdentifier(Thread.current) == thread)
      notified.add("\(changeset.id): \(changeset), \(todos.count)")
    }
    try add("one")
    #expect(notified.values == ["1: Todo: 1 inserted, 1"])
    try todos.insert(contentsOf: [Todo("two"), Todo("three")])
    try todos.deleteAll()
    try todos.deleteAll()
    #expect(notified.values == ["1: Todo: 1 inserted, 1", "2: Todo: 2 inserted, 3", "3: Todo: 3 deleted, 0"])
    observation.cancel()
  }

  @Test func `an observation begins with the next commit and ends when it is cancelled or released`() throws {
    try add("before")
    var observation: StoreObservation? = store.observeCommits { [notified] in notified.add("first \($0.id)") }
    let other = store.observeCommits { [notified] in notified.add("other \($0.id)") }
    try add("one")
    other.cancel()
    other.cancel()
    try add("two")
    withExtendedLifetime(observation) {}
    observation = nil
    try add("three")
    #expect(notified.values == ["first 2", "other 2", "first 3"])
  }

  @Test func `an observation that begins in a transaction is notified of its commit`() throws {
    let observation = try store.inTransaction {
      try add("one")
      return store.observeCommits { [notified] in notified.add("\($0)") }
    }
    #expect(notified.values == ["Todo: 1 inserted"])
    observation.cancel()
  }

  @Test func `a queue gets the commits in order`() async throws {
    let queue = DispatchQueue(label: "test", attributes: .concurrent)
    let ids = Collector<Int>()
    let observation = store.observeCommits(on: queue) {
      dispatchPrecondition(condition: .onQueue(queue))
      ids.add($0.id)
    }
    for number in 0..<100 { try add("\(number)") }
    try await wait { ids.values.count >= 100 }
    #expect(ids.values == Array(1...100))
    observation.cancel()
  }

  @Test func `commits that wait in a queue are dropped when the observation ends`() throws {
    let queue = DispatchQueue(label: "test")
    let observation = store.observeCommits(on: queue) { [notified] in notified.add("\($0.id)") }
    queue.suspend()
    try add("one")
    observation.cancel()
    queue.resume()
    queue.sync {}
    #expect(notified.values.isEmpty)
  }

  @Test func `each stream has all commits since its creation`() async throws {
    try add("before")
    let (first, second) = (store.commits(), store.commits())
    try add("one")
    try add("two")
    var ids: [Int] = []
    for await changeset in first {
      ids.append(changeset.id)
      if ids.count == 2 { break }
    }
    for await changeset in second {
      ids.append(changeset.id)
      if ids.count == 4 { break }
    }
    #expect(ids == [2, 3, 2, 3])
  }

  @Test func `a stream ends with its reader, and with its store`() async throws {
    let task = Task { [store] in for await _ in store.commits() {} }
    task.cancel()
    await task.value
    var own: Store? = Store()
    let stream = own?.commits()
    own = nil
    if let stream { for await _ in stream {} }
    #expect(own == nil)
  }

  // MARK: - Handlers

  @Test func `a handler may write, and its commit is notified after all handlers have got the current one`() throws {
    let first = store.observeCommits { [notified, store] changeset in
      notified.add("first \(changeset.id)")
      if changeset.id < 3 {
        var project = Project.new { $0.name = "\(changeset.id)" }
        #expect(throws: Never.self) { try store.table(Project.self).save(&project) }
        notified.add("wrote \(store.commitCount)")
      }
    }
    let second = store.observeCommits { [notified] in notified.add("second \($0.id)") }
    try add("one")
    #expect(
      notified.values == [
        "first 1", "wrote 2", "second 1", "first 2", "wrote 3", "second 2", "first 3", "second 3",
      ])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `an observer of notifications may write, too`() throws {
    let center = try #require(store.notificationCenter)
    let token = center.addObserver(forName: .motionModelDataDidChange, object: nil, queue: nil) { [notified, store] in
      guard let todo = $0.object as? Todo else { return notified.add("other") }
      notified.add(todo.name)
      guard todo.name.count < 3 else { return }
      var next = Todo(todo.name + "!")
      #expect(throws: Never.self) { try store.table(Todo.self).save(&next) }
    }
    let observation = store.observeCommits { [notified] in notified.add("\($0.id)") }
    try add("a")
    #expect(notified.values == ["a", "1", "a!", "2", "a!!", "3"])
    center.removeObserver(token)
    observation.cancel()
  }

  @Test func `a handler may write to another store, whose handlers write back`() throws {
    let other = Store(notificationCenter: nil)
    let there = other.observeCommits { [notified, store] changeset in
      notified.add("there \(changeset.id)")
      var todo = Todo("back")
      #expect(throws: Never.self) { try store.table(Todo.self).save(&todo) }
    }
    let here = store.observeCommits { [notified] changeset in
      notified.add("here \(changeset.id)")
      guard changeset.id == 1 else { return }
      var todo = Todo("there")
      #expect(throws: Never.self) { try other.table(Todo.self).save(&todo) }
    }
    try add("one")
    #expect(notified.values == ["here 1", "there 1", "here 2"])
    withExtendedLifetime((here, there)) {}
  }

  @Test func `a handler may cancel itself and others`() throws {
    let observations = Collector<StoreObservation>()
    let first = store.observeCommits { [notified] in
      notified.add("first \($0.id)")
      observations.values.forEach { $0.cancel() }
    }
    let second = store.observeCommits { [notified] in notified.add("second \($0.id)") }
    observations.add(first, second)
    try add("one")
    try add("two")
    #expect(notified.values == ["first 1"])
  }

  @Test func `a handler may begin an observation`() throws {
    let observations = Collector<StoreObservation>()
    let first = store.observeCommits { [notified, store] changeset in
      notified.add("first \(changeset.id)")
      observations.add(store.observeCommits { notified.add("from \(changeset.id): \($0.id)") })
    }
    try add("one")
    try add("two")
    #expect(notified.values == ["first 1", "first 2", "from 1: 2"])
    withExtendedLifetime(first) {}
  }

  @Test func `an observation that only another observation's handler holds ends with that observation`() throws {
    func holding(_ inner: StoreObservation) -> StoreObservation {
      store.observeCommits { [notified] in
        notified.add("outer \($0.id)")
        withExtendedLifetime(inner) {}
      }
    }
    let outer = holding(store.observeCommits { [notified] in notified.add("inner \($0.id)") })
    try add("one")
    outer.cancel()
    try add("two")
    #expect(notified.values == ["inner 1", "outer 1"])
  }

  @Test func `observers are called in the order in which they were added`() throws {
    let observations = (0..<200).map { number in store.observeCommits { [notified] _ in notified.add("\(number)") } }
    try add("one")
    #expect(notified.values == (0..<200).map { "\($0)" })
    withExtendedLifetime(observations) {}
  }

  @Test func `a snapshot notifies nobody`() throws {
    let snapshot = store.snapshot()
    let observation = snapshot.observeCommits { [notified] in notified.add("\($0)") }
    try add("one")
    #expect(notified.values.isEmpty)
    observation.cancel()
  }
}
