import GRDB
import MotionModel

extension Suite {
  /// One update that is written, looked at and undone.
  static let rollback = Suite(name: "rollback") { bench, worlds in
    var measured: [Comparison] = []
    for rows in worlds.sizes {
      let undone = try Undone(rows: rows)
      measured.append(
        try bench.compare(
          "One update and rollback", rows: rows, bars: [.nanoseconds(20_000)],
          [undone.library, undone.hand, undone.sql]))
    }
    bench.judgeGrowth(measured, atMost: 2)
  }
}

private final class Undone {
  let rows: Int
  let store = Store(notificationCenter: nil)
  var dictionary: [Int: Todo]
  let database: Database
  var number = 0

  init(rows: Int) throws {
    self.rows = rows
    try RefusedTodo.withoutHooks { [store] in
      _ = try store.table(RefusedTodo.self).insert(contentsOf: RefusedTodo.many(rows))
    }
    let todos = Todo.many(rows)
    dictionary = Dictionary(uniqueKeysWithValues: todos.map { ($0.id, $0) })
    database = try Database(todos)
  }

  private var nextID: Int {
    number += 1
    return 1 + Int(World.scrambled(number) % UInt64(rows))
  }

  var library: Contestant {
    let table = store.table(RefusedTodo.self)
    func undo(_ id: Int) {
      guard var todo = table.find(id) else { return }
      todo.rank &+= 1
      do { try table.save(&todo) } catch { blackHole(todo) }
    }
    return Contestant(.library, "save, a hook looks at the record and halts") {
      undo(1)
      return [table.find(1)?.rank ?? 0]
    } body: {
      undo(self.nextID)
    }
  }

  var hand: Contestant {
    func undo(_ id: Int) {
      let before = self.dictionary
      self.dictionary[id]?.rank &+= 1
      blackHole(self.dictionary[id])
      self.dictionary = before
    }
    return Contestant(.hand, "keep a copy of the dictionary, change, put the copy back") {
      undo(1)
      return [self.dictionary[1]?.rank ?? 0]
    } body: {
      undo(self.nextID)
    }
  }

  var sql: Contestant {
    func undo(_ id: Int) throws {
      try self.database.queue.inDatabase { database in
        try database.inTransaction {
          guard var todo = try StoredTodo.fetchOne(database, key: id) else { return .rollback }
          todo.rank &+= 1
          try todo.update(database)
          blackHole(try StoredTodo.fetchOne(database, key: id))
          return .rollback
        }
      }
    }
    return Contestant(.grdb, "inTransaction { fetchOne, update, fetchOne; return .rollback }") {
      try undo(1)
      return [try self.database.queue.read { try StoredTodo.fetchOne($0, key: 1)?.rank ?? 0 }]
    } body: {
      try undo(self.nextID)
    }
  }
}
