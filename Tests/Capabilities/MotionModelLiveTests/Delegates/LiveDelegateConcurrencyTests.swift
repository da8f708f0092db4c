import Dispatch
import MotionModel
import MotionModelLive
import MotionModelTestSupport
import Testing

@testable import MotionModelLive

/// Delegates and demands beside threads that write; they run under the thread sanitizer, too.
struct LiveDelegateConcurrencyTests {
  private let store = Store(notificationCenter: nil)
  private var todos: ModelTable<Todo> { store.table(Todo.self) }

  @Test func `the calls of changes that many threads make do not mix`() throws {
    let live = todos.order(by: \.priority).live()
    let sections = todos.order(by: \.priority).live(sectionedBy: \.status)
    let (delegate, other) = (MirrorDelegate<Todo>([[]]), MirrorSectionsDelegate<Todo.Status, Todo>([]))
    let observations = [live.onChange(notify: delegate), sections.onChange(notify: other)]
    let todos = todos
    onThreads(4) { number in
      for step in 0..<25 {
        var todo = Todo("\(number)", priority: step * number % 7)
        todo.status = step % 3 == 0 ? .done : .open
        _ = try? todos.insert(contentsOf: [todo])
        if step % 5 == 4 { _ = try? live.remove(at: step % 3) }
      }
    }
    #expect(delegate.faults == [] && other.faults == [])
    #expect(delegate.shown == [todos.order(by: \.priority).all])
    #expect(other.shown == sections.value.map { Array($0.records) })
    for observation in observations { observation.cancel() }
  }

  @Test func `a demand that is cancelled while others commit is harmless`() throws {
    let todos = todos
    onThreads(4) { number in
      for step in 0..<30 {
        if number < 2 {
          _ = try? todos.insert(contentsOf: [Todo("\(step)")])
        } else {
          let demand = LiveDemand<LiveChange<Todo>>(
            LiveDemand.Sink { _ in
              1
            } finish: {
            })
          todos.records.live().follow(by: demand)
          demand.request(2)
          if step % 2 == 0 { demand.cancel() }
        }
      }
    }
    #expect(store.liveRouter.count == 0)
  }

  @Test func `a view's holder may be asked by several threads`() throws {
    let (holder, todos) = (LiveCache<LiveResults<Todo>>(), todos)
    onThreads(4) { number in
      for step in 0..<30 {
        let finder = todos.where(\.priority > step % 3 + number % 2)
        #expect(holder.live(for: finder) { finder.live(on: .main) }.isEmpty)
      }
    }
    #expect(store.liveRouter.count == 1)
  }
}
