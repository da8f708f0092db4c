import Dispatch
import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Handlers that are called on an actor.
struct LiveActorTests {
  private let store = Store(notificationCenter: nil)
  private var todos: ModelTable<Todo> { store.table(Todo.self) }

  private actor Reader {
    var changes: [String] = []
    var observation: StoreObservation?

    func add(_ change: String, in store: Store) {
      changes.append(change)
      // The store in use is that of the changes.
      if Store.current !== store { changes.append("another store") }
    }

    func keep(_ observation: StoreObservation) { self.observation = observation }
    func end() { observation?.cancel() }

    /// Commits while the actor is busy.
    func commit(to todos: ModelTable<Todo>, _ names: String...) throws {
      for name in names { try todos.create(Todo(name)) }
    }
  }

  private func wait(for count: Int, in reader: Reader) async throws {
    for _ in 0..<20_000 {
      if await reader.changes.count >= count { return }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  @Test func `a handler is called on its actor, with changes composed that come while it is busy`() async throws {
    let (reader, store, todos) = (Reader(), store, todos)
    let live = todos.order(by: \.id).live()
    let observation = live.onChange(isolatedTo: reader) { reader, change in reader.add("\(change)", in: store) }
    try await reader.commit(to: todos, "a", "b")
    try await wait(for: 1, in: reader)
    #expect(await reader.changes == ["insert 0, insert 1"])
    try await reader.commit(to: todos, "c")
    try await wait(for: 2, in: reader)
    #expect(await reader.changes == ["insert 0, insert 1", "insert 2"])
    observation.cancel()
  }

  @Test func `changes of live values come in order, also to one that is made in a transaction`() async throws {
    let (reader, store, todos) = (Reader(), store, todos)
    let observation = try store.transaction {
      try todos.create(Todo("a"))
      return todos.live(.count).onChange(isolatedTo: reader) { reader, change in
        reader.add("\(change.before) \(change.after)", in: store)
      }
    }
    try await wait(for: 1, in: reader)
    try todos.create(Todo("b"))
    try await wait(for: 2, in: reader)
    #expect(await reader.changes == ["0 1", "1 2"])
    observation.cancel()
  }

  @Test func `no call begins once it is cancelled on the actor, and nothing is left of it`() async throws {
    let (reader, store, todos) = (Reader(), store, todos)
    await reader.keep(todos.live(.count).onChange(isolatedTo: reader) { reader, _ in reader.add("change", in: store) })
    #expect(store.liveRouter.count == 1)
    await reader.end()
    try todos.create(Todo("a"))
    try await MotionModelTestSupport.wait { store.liveRouter.count == 0 }
    #expect(store.liveRouter.count == 0)
    #expect(await reader.changes == [])
  }

  @MainActor private final class Inbox {
    var names: [String] = []
    var changes = 0
    private var observation: StoreObservation?

    func follow(_ live: LiveResults<Todo>) {
      observation = live.onMainChange { [weak self] change in
        self?.names = change.after.map(\.name)
        self?.changes += 1
      }
    }

    func end() { observation?.cancel() }
  }

  @MainActor
  @Test(arguments: [false, true]) func `a handler on the main actor changes a view model`(isShown: Bool) async throws {
    let live = isShown ? todos.records.live(on: .main) : todos.records.live()
    let inbox = Inbox()
    inbox.follow(live)
    try todos.create(Todo("a"))
    // The handler has a turn of its own.
    #expect(inbox.changes == 0)
    for _ in 0..<20_000 where inbox.changes == 0 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(inbox.names == ["a"] && inbox.changes == 1)
    let table = todos
    try await Task.detached { _ = try table.create(Todo("b")) }.value
    for _ in 0..<20_000 where inbox.changes == 1 { try await Task.sleep(for: .milliseconds(1)) }
    #expect(inbox.names == ["a", "b"] && inbox.changes == 2 && live.map(\.name) == ["a", "b"])
    inbox.end()
    try todos.create(Todo("c"))
    try await Task.sleep(for: .milliseconds(20))
    #expect(inbox.changes == 2)
  }
}
