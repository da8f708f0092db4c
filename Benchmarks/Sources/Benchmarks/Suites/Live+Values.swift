import Foundation
import GRDB
import MotionModel
import MotionModelLive

extension Bench {
  /// A count, a sum and the counts of groups.
  func compareValues(_ rows: Int) throws {
    let todos = Todo.many(rows)
    func compare<Value: Sendable, Change: Sendable>(
      _ title: String, _ label: String, _ live: (MotionModel.ModelTable<Todo>) -> LiveValue<Value, Change>,
      _ find: @escaping (MotionModel.ModelTable<Todo>) -> Value, sql: String, _ numbers: @escaping (Value) -> [Int]
    ) throws {
      let (kept, read, told) = (try ValueStore(todos), try ValueStore(todos), try ValueStore(todos))
      let (plain, again) = (try ValueStore(todos), try ValueStore(todos))
      let (value, another, other) = (live(kept.table), live(read.table), live(told.table))
      let observation = other.onChange { blackHole($0) }
      let observed = try ObservedValue(todos, sql)
      try self.compare(
        title, rows: rows, bars: [.beyond(.hand, nanoseconds: 1_000)],
        [
          kept.contestant(.library, "table.save(&todo), \(label)", isUnread: true) { numbers(value.value) },
          read.contestant(.library, "table.save(&todo), \(label).value", after: { blackHole(another.value) }) {
            numbers(another.value)
          },
          told.contestant(.library, "table.save(&todo), \(label).onChange") { numbers(other.value) },
          plain.contestant(.hand, "table.save(&todo)") { numbers(find(plain.table)) },
          again.contestant(.hand, "table.save(&todo), the finder again", 10, after: { blackHole(find(again.table)) }) {
            numbers(find(again.table))
          },
          observed.contestant(10),
        ])
      observation.cancel()
    }
    try compare(
      "Save a record of a live count", "where(\\.priority > 500).live(.count)",
      { $0.where(\.priority > 500).live(.count) }, { $0.where(\.priority > 500).count },
      sql: "SELECT COUNT(*) FROM todo WHERE priority > 500"
    ) { [$0] }
    try compare(
      "Save a record of a live sum", "live(.sum(\\.priority))", { $0.records.live(.sum(\.priority)) },
      { $0.sum(\.priority) }, sql: "SELECT SUM(priority) FROM todo"
    ) { [$0] }
    try compare(
      "Save a record of live counts of ten groups", "group(by: \\.location).live(.count)",
      { $0.records.group(by: \.location).live(.count) }, { $0.records.group(by: \.location).aggregate(.count) },
      sql: "SELECT COUNT(*) FROM todo GROUP BY location ORDER BY location"
    ) { groups in groups.sorted { $0.key < $1.key }.map(\.value) }
  }
}

/// Updates of single records in random order. All contestants make the same ones.
private struct ValueUpdates {
  let rows: Int
  private var number = 0

  init(rows: Int) { self.rows = rows }

  mutating func next(_ count: Int) -> [Todo] {
    (0..<count).map { _ in
      number += 1
      var todo = Todo.make(1 + Int(World.scrambled(number) % UInt64(rows)), of: rows)
      todo.priority = Int(World.scrambled(-number) % 1_000)
      todo.location = World.location(todo.priority)
      return todo
    }
  }
}

private final class ValueStore {
  let table: MotionModel.ModelTable<Todo>
  private var updates: ValueUpdates

  init(_ todos: [Todo]) throws {
    (table, updates) = (Store(notificationCenter: nil).table(Todo.self), ValueUpdates(rows: todos.count))
    try table.insert(contentsOf: todos)
  }

  func contestant(
    _ kind: Contestant.Kind, _ label: String, _ count: Int = 1_000, isUnread: Bool = false,
    after: @escaping () -> Void = {}, answer: @escaping () -> [Int]
  ) -> Contestant {
    var todos: [Todo] = []
    var mayBeTracked = isUnread
    return Contestant(kind, label, operations: count) {
      for var todo in self.updates.next(20) { try self.table.save(&todo) }
      return answer()
    } before: {
      if mayBeTracked { try self.outlastTracking() }
      mayBeTracked = false
      todos = self.updates.next(count)
    } body: {
      for index in todos.indices {
        try self.table.save(&todos[index])
        after()
      }
    }
  }
}

extension ValueStore {
  /// Waits until changes are no longer followed for somebody who has read the value, as the check of the answers did: they are until a
  /// change comes that is a second later than the first one after the read.
  fileprivate func outlastTracking() throws {
    // Not each of the updates changes the value.
    for var todo in updates.next(20) { try table.save(&todo) }
    Thread.sleep(forTimeInterval: 1.1)
    for var todo in updates.next(20) { try table.save(&todo) }
  }
}

private final class ObservedValue {
  private let observed: ObservedDatabase<[Int]>
  private var updates: ValueUpdates

  init(_ todos: [Todo], _ sql: String) throws {
    updates = ValueUpdates(rows: todos.count)
    observed = try ObservedDatabase(Database(todos)) { try Int.fetchAll($0.cachedStatement(sql: sql)) }
  }

  func contestant(_ count: Int) -> Contestant {
    var todos: [StoredTodo] = []
    return Contestant(.grdb, "queue.write { try todo.update($0) }, ValueObservation", operations: count) {
      for todo in self.updates.next(20) { try self.observed.update(StoredTodo(todo)) }
      return self.observed.value
    } before: {
      todos = self.updates.next(count).map(StoredTodo.init)
    } body: {
      for todo in todos { try self.observed.update(todo) }
    }
  }
}
