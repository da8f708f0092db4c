import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelLive

/// What a view holds, where there are no views.
struct LiveHolderTests {
  let store = Store(notificationCenter: nil)
  var todos: Table<Todo> { store.table(Todo.self) }

  @Test func `the same finder has the same live result, and another one closes it`() throws {
    try todos.insert(contentsOf: [Todo("a", priority: 1), Todo("b", priority: 2)])
    let holder = LiveHolder<Todo>()
    func results(above priority: Int) -> LiveResults<Todo> { holder.results(of: todos.where(\.priority > priority)) }
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
    let holder = LiveHolder<Todo>()
    #expect(holder.results(of: todos.records).isEmpty)
    #expect(holder.results(of: other.table(Todo.self).records).map(\.name) == ["other"])
    #expect(store.liveRouter.count == 0)
  }
}
