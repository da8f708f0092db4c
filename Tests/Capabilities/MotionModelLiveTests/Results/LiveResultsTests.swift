import Foundation
import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions
import Testing

struct LiveResultsTests {
  let store = Store(notificationCenter: nil)
  var todos: ModelTable<Todo> { store.table(Todo.self) }

  private func insert(_ names: String...) throws {
    try todos.insert(contentsOf: names.enumerated().map { Todo($1, priority: $0) })
  }

  @Test func `it has the records of its finder after each commit`() throws {
    let live = todos.where(\.priority > 2).order(by: \.name).live()
    try todos.create(Todo("b", priority: 3))
    try todos.create(Todo("a", priority: 5))
    try todos.create(Todo("c", priority: 1))
    #expect(live.map(\.name) == ["a", "b"])
    #expect(live.count == 2 && live[1].name == "b")
    #expect(live.plan == .followsChanges)
  }

  @Test func `a window is refilled from the table when its rows and the spare ones are gone`() throws {
    try todos.insert(contentsOf: (0..<500).map { Todo("\($0)", priority: $0) })
    let live = todos.order(by: \.priority).offset(2).limit(3).live()
    for first in 0..<100 {
      #expect(live.map(\.priority) == [first + 2, first + 3, first + 4])
      _ = try todos.where(\.priority).eq(first).deleteAll()
    }
  }

  @Test func `a window behind the end is empty until there are enough records`() throws {
    let live = todos.order(by: \.priority).offset(2).live()
    try insert("a", "b")
    #expect(live.isEmpty)
    try todos.create(Todo("c", priority: -1))
    #expect(live.map(\.name) == ["b"])
  }

  @Test func `a finder without a limit below the end of the numbers is whole`() throws {
    try insert("a", "b")
    #expect(todos.limit(.max).offset(1).live().map(\.name) == ["b"])
    #expect(todos.limit(0).live().isEmpty)
  }

  @Test func `elements are one moment, whatever is written afterwards`() throws {
    try todos.insert(contentsOf: (0..<200).map { Todo("\($0)", priority: $0) })
    let live = todos.order(by: \.priority, .descending).live()
    let moment = live.elements
    let before = Array(moment)
    var iterator = live.makeIterator()
    _ = try todos.records.deleteAll()
    try insert("new")
    #expect(Array(moment) == before)
    #expect(iterator.next()?.priority == 199 && iterator.next()?.priority == 198)
    #expect(live.map(\.name) == ["new"])
  }

  // MARK: - Transactions and other stores

  @Test func `inside a transaction it shows what is committed, and a transaction is one change`() throws {
    let live = todos.records.live()
    let changes = Collector<String>()
    let observation = live.onChange { changes.add("\($0)") }
    try store.transaction {
      try insert("a", "b")
      #expect(live.isEmpty)
      #expect(todos.records.live().isEmpty)
      _ = try todos.records.updateAll { $0.priority = 7 }
    }
    try? store.transaction {
      try insert("c")
      throw CancellationError()
    }
    #expect(live.map(\.name) == ["a", "b"])
    #expect(changes.values == ["insert 0, insert 1"])
    observation.cancel()
  }

  @Test func `one that is made inside a transaction follows its commit`() throws {
    var live: LiveResults<Todo>?
    try store.transaction {
      try insert("a")
      live = todos.records.live()
    }
    #expect(live?.map(\.name) == ["a"])
  }

  @Test func `that of a snapshot never changes`() throws {
    try insert("a")
    let live = store.snapshot().table(Todo.self).records.live()
    try insert("b")
    #expect(live.map(\.name) == ["a"])
  }

  @Test func `that of a branch shows the branch, and merging is one change`() throws {
    try insert("a", "b")
    let branch = store.branch()
    let ours = todos.order(by: \.name).live()
    let theirs = branch.store.table(Todo.self).order(by: \.name).live()
    let changes = Collector<String>()
    let observation = ours.onChange { changes.add("\($0)") }
    try branch.store.table(Todo.self).create(Todo("c"))
    _ = try branch.store.table(Todo.self).where(\.name).eq("a").deleteAll()
    try todos.create(Todo("d"))
    #expect(theirs.map(\.name) == ["b", "c"])
    #expect(ours.map(\.name) == ["a", "b", "d"])
    try branch.merge()
    #expect(ours.map(\.name) == ["b", "c", "d"])
    #expect(changes.values == ["insert 2", "delete 0, insert 1"])
    try branch.update()
    #expect(theirs.map(\.name) == ["b", "c", "d"])
    observation.cancel()
  }

  @Test(.temporaryFolder) func `undo and loading are one change each`() throws {
    let history = UndoHistory(of: store)
    try insert("a", "b", "c")
    let file = TemporaryFolder.current.appending(path: "todos.json")
    try store.save(to: file)
    _ = try todos.records.updateAll { $0.priority = 9 }
    let live = todos.order(by: \.priority).live()
    let changes = Collector<Int>()
    let observation = live.onChange { changes.add($0.updates.count) }
    try history.undo()
    #expect(live.map(\.priority) == [0, 1, 2])
    _ = try todos.records.updateAll { $0.name = "z" }
    try store.load(from: file)
    #expect(live.map(\.name) == ["a", "b", "c"])
    #expect(changes.values == [3, 3, 3])
    observation.cancel()
  }

  // MARK: - Code

  @Test func `conditions and orders of Foundation follow the changes`() throws {
    let live = todos.records.where(#Predicate { $0.name.count > 1 && !$0.done && ($0.assignedTo ?? "") == "" })
      .order(by: SortDescriptor(\.name, comparator: .lexical, order: .reverse), SortDescriptor(\.priority)).live()
    #expect(live.plan == .followsChanges)
    let changes = Collector<String>()
    let observation = live.onChange { changes.add("\($0)") }
    try insert("a", "bb", "cc")
    #expect(live.map(\.name) == ["cc", "bb"])
    try todos.where(\.name).eq("cc").updateAll { $0.name = "aa" }
    #expect(live.map(\.name) == ["bb", "aa"])
    try todos.where(\.name).eq("bb").updateAll { $0.assignedTo = "bob" }
    #expect(live.map(\.name) == ["aa"] && changes.values.count == 3)
    observation.cancel()
  }

  #if (os(macOS) || os(Linux)) && DEBUG  // where exit tests are available
    @Test func `a finder that is run again says so once for each model and part`() async throws {
      let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
        let todos = Store().table(Todo.self)
        for _ in 0..<3 { _ = todos.find { $0.done }.live().count }
        _ = todos.where(#Predicate { !$0.done }).live().count
        _ = todos.order { $0.id < $1.id }.live().count
      }
      let lines = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self).split(separator: "\n")
        .filter { $0.contains("Todo: a live result runs the finder again after each commit, because of") }
      #expect(lines.count == 2 && lines.last?.contains("because of the order by code, which") == true, "\(lines)")
    }
  #endif

  @Test func `a finder with code is run again, also when the code looks at other models`() throws {
    let store = store
    let live = todos.find { todo in store.table(Project.self).where(\.name).eq(todo.name).exists }.live()
    guard case .runsAgain(let part) = live.plan else { return #expect(Bool(false), "\(live.plan)") }
    #expect(part == "code")
    let changes = Collector<String>()
    let observation = live.onChange { changes.add("\($0)") }
    try insert("a", "b")
    var project = Project()
    project.name = "b"
    try store.table(Project.self).save(&project)
    #expect(live.map(\.name) == ["b"])
    project.name = "a"
    try store.table(Project.self).save(&project)
    #expect(live.map(\.name) == ["a"])
    #expect(changes.values == ["insert 0", "delete 0, insert 0"])
    observation.cancel()
  }

  @Test func `an order in code moves records that were not written`() throws {
    let ranks = Locked(["a": 0, "b": 1, "c": 2])
    try insert("a", "b", "c")
    let live = todos.order { first, second in
      ranks.withLock { $0[first.name, default: 9] < $0[second.name, default: 9] }
    }.live()
    let changes = Collector<String>()
    let observation = live.onChange { changes.add("\($0)") }
    ranks.withLock { $0["a"] = 5 }
    try todos.create(Todo("d"))
    #expect(live.map(\.name) == ["b", "c", "a", "d"])
    #expect(changes.values == ["insert 3, move 0 → 2"])
    observation.cancel()
  }

  @Test func `values that are computed from columns are not code`() throws {
    let live = todos.where { $0.priority * 2 - $0.id > 0 }.order(by: { $0.name.count }, .descending).live()
    #expect(live.plan == .followsChanges)
    try todos.insert(contentsOf: [Todo("a", priority: 4), Todo("bb", priority: 5), Todo("c")])
    #expect(live.map(\.name) == ["bb", "a"])
  }

  // MARK: - Lifetime

  @Test func `memory is given back when it is released`() throws {
    var live: LiveResults<Todo>? = todos.records.live()
    weak let weakLive = live
    var observation: StoreObservation? = live?.onChange { [weak live] _ in _ = live }
    try insert("a")
    live = nil
    #expect(weakLive != nil, "an observation keeps it")
    observation?.cancel()
    observation = nil
    #expect(weakLive == nil)
    #expect(store.liveRouter.count == 0)
  }

  @Test func `opening and closing leaves nothing behind`() throws {
    for id in 0..<1000 { _ = todos.where(\.id == id).live() }
    #expect(store.liveRouter.count == 0)
    try insert("a")
    #expect(store.liveRouter.statistics.asked == 0)
  }
}
