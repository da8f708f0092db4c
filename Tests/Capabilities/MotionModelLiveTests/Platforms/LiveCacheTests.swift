import Dispatch
import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelLive

/// What a view holds, where there are no views.
struct LiveCacheTests {
  let store = Store(notificationCenter: nil)
  var todos: ModelTable<Todo> { store.table(Todo.self) }

  @Test func `the same finder has the same live result, and another one closes it`() throws {
    try todos.insert(contentsOf: [Todo("a", priority: 1), Todo("b", priority: 2)])
    let holder = LiveCache<LiveResults<Todo>>()
    func results(above priority: Int) -> LiveResults<Todo> {
      let finder = todos.where(\.priority > priority)
      return holder.live(for: finder) { finder.live(on: .main) }
    }
    #expect(store.liveRouter.count == 0)
    #expect(results(above: 0) === results(above: 0) && results(above: 0).map(\.name) == ["a", "b"])
    #expect(store.liveRouter.count == 1)
    #expect(results(above: 1).map(\.name) == ["b"])
    #expect(store.liveRouter.count == 1)
    #expect(results(above: 1).isOnMain)
  }

  @Test func `a finder of another store is another finder`() throws {
    let other = Store(notificationCenter: nil)
    try other.table(Todo.self).create(Todo("other"))
    let holder = LiveCache<LiveResults<Todo>>()
    func results(of table: ModelTable<Todo>) -> LiveResults<Todo> {
      holder.live(for: table.records) { table.records.live(on: .main) }
    }
    #expect(results(of: todos).isEmpty)
    #expect(results(of: other.table(Todo.self)).map(\.name) == ["other"])
    #expect(store.liveRouter.count == 0)
  }

  @Test func `a live value is opened again for another id, also of another type`() {
    let holder = LiveCache<LiveAggregate<Int>>()
    func count(_ id: some Hashable & Sendable) -> LiveAggregate<Int> {
      holder.live(for: id) { todos.live(.count).shown(on: .main) }
    }
    let first = count(1)
    #expect(count(1) === first && count(2) !== first)
    let second = count("2")
    #expect(count("2") === second && count(2) !== second && second.isOnMain)
    #expect(store.liveRouter.count == 3)
    withExtendedLifetime(first) {}
  }

  @MainActor
  @Test func `a view finds in the store that it is given, once in each, unless its finder names one`() throws {
    let other = Store(notificationCenter: nil)
    try todos.create(Todo("a"))
    try other.table(Todo.self).create(Todo("other"))
    var made = 0
    let origin = LiveFinder<Todo> {
      made += 1
      return Todo.records.find { !$0.name.isEmpty }
    }
    #expect(origin.finder(in: store).pluck(\.name) == ["a"])
    #expect(origin.finder(in: store) == origin.finder(in: store) && made == 1)
    #expect(origin.finder(in: other).pluck(\.name) == ["other"] && made == 2)
    #expect(LiveFinder<Todo> { todos.records }.finder(in: other).pluck(\.name) == ["a"])
  }
}
