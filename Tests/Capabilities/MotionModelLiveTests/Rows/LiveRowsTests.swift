@testable import MotionModelLive

import MotionModel
import MotionModelTestSupport
import Testing

struct LiveRowsTests {
  /// The rows of todos with some priorities, in places of their own, by priority.
  private func query(_ store: Store) -> LiveQuery { store.table(Todo.self).order(by: \.priority).liveQuery }

  private func rows(_ priorities: [Int]) throws -> (LiveQuery, [LiveRow]) {
    let store = Store(notificationCenter: nil)
    try store.table(Todo.self).insert(contentsOf: priorities.map { Todo("", priority: $0) })
    let query = query(store)
    var rows: [LiveRow] = []
    store.open(Reader(), .any) { tables, _ in rows = query.rows(limit: nil, in: tables) }
    return (query, rows)
  }

  /// A view that is open to read the tables.
  private final class Reader: LiveView {
    let route = LiveRoute()

    func take(_ parts: [LivePart], of commit: LiveCommit) -> Bool { false }
    func tell(in store: Store) {}
    func end() {}
  }

  @Test(arguments: 0..<10) func `inserting and removing is the same as in a sorted array`(part: Int) throws {
    var random = TestSeed.generator(part)
    let (query, all) = try rows((0..<random.pick([3, 70, 600, 5000])).map { _ in random.number(0...50) })
    var held = Set<Int>()
    var list = LiveRows()
    var versions: [(LiveRows, [Int])] = []
    for _ in 0..<(all.count * 2) {
      let index = random.number(0...(all.count - 1))
      if held.contains(index) {
        #expect(list.remove(all[index].reference, in: query.order) === all[index])
        held.remove(index)
      } else {
        #expect(list.remove(all[index].reference, in: query.order) == nil)
        list.insert(all[index], in: query.order)
        held.insert(index)
      }
      if random.chance(2) { versions.append((list, held.sorted())) }
      if versions.count > 8 { versions.removeFirst() }
    }
    versions.append((list, held.sorted()))
    for (version, indexes) in versions {
      #expect(version.count == indexes.count)
      #expect(version[0..<version.count].elementsEqual(indexes.map { all[$0] }, by: ===), "seed \(TestSeed.current)")
      for (place, index) in indexes.enumerated() where random.chance(5) {
        #expect(version[place] === all[index])
        #expect(version.index(of: all[index].reference, in: query.order) == place)
      }
    }
  }

  @Test(arguments: [0, 1, 64, 65, 300]) func `the last rows can be removed`(count: Int) throws {
    let (query, all) = try rows(Array(0..<300))
    var list = LiveRows(sorted: all)
    list.removeLast(count, in: query.order)
    #expect(list[0..<list.count].elementsEqual(all.dropLast(count), by: ===))
  }

  @Test func `a row with the same place and other keys is not found`() throws {
    let (query, all) = try rows([1, 2, 3])
    let (_, others) = try rows([1, 9, 3])
    #expect(LiveRows(sorted: all).index(of: others[2].reference, in: query.order) == nil)
  }
}
