import Dispatch
import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Live values while several threads write, read, and drop them.
struct LiveValueConcurrencyTests {
  @Test func `changes of values follow each other whoever commits`() throws {
    let store = Store(notificationCenter: nil)
    let todos = store.table(Todo.self)
    let (count, groups) = (todos.live(.count), todos.records.group(by: \.priority).live(.count))
    let board = todos.order(by: \.name).live(sectionedBy: \.priority)
    let counts = Collector<Int>()
    let known = Locked<[Int: Int]>([:])
    let lists = Locked<(shown: [[Int]], faults: Int)>(([], 0))
    let observations = [
      count.onChange { counts.add($0.before, $0.after) },
      groups.onChange { change in
        known.withLock { known in
          for (key, count) in change.insertions { known[key] = count }
          for key in change.deletions.keys { known[key] = nil }
          for (key, counts) in change.updates { known[key] = counts.after }
        }
      },
      board.onChange { change in
        lists.withLock { lists in
          if change.before.map({ $0.records.map(\.id) }) != lists.shown { lists.faults += 1 }
          lists.shown = change.after.map { $0.records.map(\.id) }
        }
      },
    ]
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 0..<60 {
        let todo = try? todos.saved(Todo("\(thread) \(number)", priority: number % 3))
        let short = todos.where(\.priority == number % 3).live(.exists)
        if number % 4 == 0, let todo { _ = try? todos.delete(todo.id) }
        _ = (short.value, count.value, groups.value, board.value.count)
      }
    }
    #expect(counts.values.first == 0)
    #expect(counts.values.last == count.value)
    #expect(
      stride(from: 1, to: counts.values.count - 1, by: 2).allSatisfy { counts.values[$0] == counts.values[$0 + 1] })
    #expect(known.withLock { $0 } == todos.records.group(by: \.priority).count())
    #expect(lists.withLock { $0.faults } == 0)
    #expect(lists.withLock { $0.shown } == board.value.map { $0.records.map(\.id) })
    #expect(count.value == todos.records.count)
    #expect(store.liveRouter.count == 3)
    withExtendedLifetime(observations) {}
  }

  @Test func `a stream that nobody reads holds no more than the groups that differ`() async throws {
    let store = Store(notificationCenter: nil)
    let todos = store.table(Todo.self)
    let groups = todos.records.group(by: \.priority).live(.count)
    let changes = groups.changes
    for number in 0..<500 {
      let todo = try todos.saved(Todo("", priority: number))
      if number > 0 { try todos.delete(todo.id) }
    }
    var reader = changes.makeAsyncIterator()
    let change = try #require(await reader.next())
    #expect(change.insertions == [0: 1])
    #expect((change.deletions, change.updates.count) == ([:], 0))
    #expect(change.commits == 1...999)
  }
}
