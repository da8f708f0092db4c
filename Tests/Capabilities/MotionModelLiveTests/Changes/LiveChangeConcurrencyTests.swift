import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

/// Live results beside threads that write; they run under the thread sanitizer, too.
struct LiveChangeConcurrencyTests {
  private let store = Store(notificationCenter: nil)
  private var todos: ModelTable<Todo> { store.table(Todo.self) }

  @Test func `changes of many threads never overtake each other`() throws {
    let shown = Locked<[Int]>([])
    let live = todos.order(by: \.priority).live()
    let observation = live.onChange { change in
      shown.withLock { shown in
        #expect(shown == change.before.map(\.id))
        shown = change.after.map(\.id)
      }
    }
    let todos = todos
    onThreads(4) { number in
      for step in 0..<25 { _ = try? todos.insert(contentsOf: [Todo("\(number)", priority: step * number % 7)]) }
    }
    #expect(shown.withLock { $0 } == todos.order(by: \.priority).ids)
    #expect(live.map(\.id) == todos.order(by: \.priority).ids)
    observation.cancel()
  }

  @Test func `what reads a live result as a whole reads one moment`() throws {
    let live = todos.order(by: \.priority).live()
    let (todos, isDone) = (todos, Locked(false))
    onThreads(3) { thread in
      if thread == 0 {
        for _ in 0..<150 {
          _ = try? todos.insert(contentsOf: (0..<8).map { Todo("", priority: $0) })
          _ = try? todos.deleteAll()
        }
        return isDone.withLock { $0 = true }
      }
      while !isDone.withLock({ $0 }) {
        let all = [live.count, live.map(\.id).count, Array(live).count, live.reduce(0) { count, _ in count + 1 }]
        #expect(all.allSatisfy { $0 == 0 || $0 == 8 })
        #expect(live.first?.priority ?? 0 == 0 && live.last?.priority ?? 7 == 7)
        _ = live.isEmpty
      }
    }
    #expect(live.isEmpty)
  }

  @Test func `a live result that is released while others commit is harmless`() throws {
    let todos = todos
    onThreads(4) { number in
      for step in 0..<30 {
        if number < 2 {
          _ = try? todos.insert(contentsOf: [Todo("\(step)", priority: step)])
        } else {
          let observation = todos.where(\.priority > 3).live().onChange { _ in }
          withExtendedLifetime(observation) {}
        }
      }
    }
    #expect(store.liveRouter.count == 0)
  }
}
