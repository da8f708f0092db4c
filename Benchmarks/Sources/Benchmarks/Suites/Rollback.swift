import GRDB
import MotionModel
import MotionModelTransactions

extension Suite {
  /// Writes records and rolls back before anybody else sees them.
  static let rollback = Suite(name: "rollback") { bench, worlds in
    var (found, blind, asked): ([Comparison], [Comparison], [Comparison]) = ([], [], [])
    for rows in worlds.sizes {
      let undone = try Undone(rows: rows)
      found.append(
        try bench.compare(
          "One update and rollback", rows: rows, bars: [.nanoseconds(20_000)],
          [undone.library, undone.hand, undone.sql]))
      blind.append(
        try bench.compare("One update and rollback, not looked at", rows: rows, [undone.blindLibrary, undone.blindSQL]))
      asked.append(
        try bench.compare(
          "One update and rollback, looked at by a finder", rows: rows, bars: [.nanoseconds(20_000)],
          [undone.finderLibrary, undone.sql]))
      try bench.compare(
        "One update and rollback, looked at by a finder with two conditions", rows: rows,
        [undone.conditionsLibrary, undone.sql])
      try bench.compare(
        "One update, another in a savepoint rolled back", rows: rows, [undone.nested, undone.nestedSQL])
    }
    for comparisons in [found, blind, asked] { bench.judgeGrowth(comparisons, atMost: 2) }
  }
}

/// The same todos for all contestants of "rollback".
final class Undone {
  let rows: Int
  let store = Store(notificationCenter: nil)
  let table: MotionModel.ModelTable<Todo>
  var dictionary: [Int: Todo]
  let database: Database
  var number = 0

  init(rows: Int) throws {
    self.rows = rows
    let todos = Todo.many(rows)
    table = store.table(Todo.self)
    try table.insert(contentsOf: todos)
    dictionary = Dictionary(uniqueKeysWithValues: todos.map { ($0.id, $0) })
    database = try Database(todos)
  }

  var nextID: Int {
    number += 1
    return 1 + Int(World.scrambled(number) % UInt64(rows))
  }

  var ranks: [Int] { [1, 2].map { table.find($0)?.rank ?? 0 } }
  var storedRanks: [Int] {
    get throws {
      try database.queue.read { database in try [1, 2].map { try StoredTodo.fetchOne(database, key: $0)?.rank ?? 0 } }
    }
  }

  // MARK: - One update

  var library: Contestant {
    update("store.transaction { find, save, find; $0.rollback() }") { table, id in
      try table.raise(id)
      blackHole(table.find(id))
    }
  }

  var blindLibrary: Contestant {
    update("store.transaction { find, save; $0.rollback() }") { table, id in try table.raise(id) }
  }

  var finderLibrary: Contestant {
    update("store.transaction { find, save, where(\\.id == id).first; $0.rollback() }") { table, id in
      try table.raise(id)
      blackHole(table.records.where(\.id == id).first)
    }
  }

  var conditionsLibrary: Contestant {
    update("store.transaction { find, save, where(\\.id == id).where(\\.rank > 0).all; $0.rollback() }") { table, id in
      try table.raise(id)
      blackHole(table.records.where(\.id == id).where(\.rank > 0).all)
    }
  }

  private func update(_ label: String, _ write: @escaping (MotionModel.ModelTable<Todo>, Int) throws -> Void)
    -> Contestant
  {
    let (store, table) = (store, table)
    func undo(_ id: Int) throws {
      try store.transaction { transaction in
        try write(table, id)
        transaction.rollback()
      }
    }
    return Contestant(.library, label) {
      try undo(1)
      return self.ranks
    } body: {
      try undo(self.nextID)
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
      return [1, 2].map { self.dictionary[$0]?.rank ?? 0 }
    } body: {
      undo(self.nextID)
    }
  }

  var sql: Contestant {
    updateSQL("inTransaction { fetchOne, update, fetchOne; return .rollback }") { database, id in
      try database.raise(id)
      blackHole(try StoredTodo.fetchOne(database, key: id))
    }
  }

  var blindSQL: Contestant {
    updateSQL("inTransaction { fetchOne, update; return .rollback }") { database, id in try database.raise(id) }
  }

  private func updateSQL(_ label: String, _ write: @escaping (GRDB.Database, Int) throws -> Void) -> Contestant {
    func undo(_ id: Int) throws {
      try self.database.queue.inDatabase { database in
        try database.inTransaction {
          try write(database, id)
          return .rollback
        }
      }
    }
    return Contestant(.grdb, label) {
      try undo(1)
      return try self.storedRanks
    } body: {
      try undo(self.nextID)
    }
  }
}
