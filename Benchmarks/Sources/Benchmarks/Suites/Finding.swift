import GRDB
import MotionModel

extension Suite {
  /// Finds one record by its id.
  static let finding = Suite(name: "finding") { bench, worlds in
    try worlds.forEach { world in
      let database = try world.database().plain
      try bench.compare(
        "Find by id, static call", rows: world.rows,
        bars: [.atMost(2, times: .hand), .atLeast(100, timesFasterThan: .grdb)],
        [world.findStatically, world.findInDictionary, world.find(in: database)])
      try bench.compare(
        "Find by id, table handle", rows: world.rows,
        bars: [.atMost(1, times: .hand), .atLeast(100, timesFasterThan: .grdb)],
        [world.findByHandle, world.findInDictionary, world.find(in: database)])
      try bench.compare(
        "Find by id, everything prepared", rows: world.rows,
        [world.findByHandle, world.findInDictionary, world.findPrepared(in: database)])
    }
  }
}

extension World {
  fileprivate var findStatically: Contestant {
    let (store, ids) = (store, someIDs)
    return Contestant(.library, "Todo.find(id)", operations: ids.count) {
      Store.with(store) { ids.map { Todo.find($0)?.rank ?? 0 } }
    } body: {
      Store.with(store) { for id in ids { blackHole(Todo.find(id)) } }
    }
  }

  fileprivate var findByHandle: Contestant {
    let (table, ids) = (store.table(Todo.self), someIDs)
    return Contestant(.library, "table.find(id)", operations: ids.count) {
      ids.map { table.find($0)?.rank ?? 0 }
    } body: {
      for id in ids { blackHole(table.find(id)) }
    }
  }

  fileprivate var findInDictionary: Contestant {
    let (byID, ids) = (byID, someIDs)
    return Contestant(.hand, "dictionary[id]", operations: ids.count) {
      ids.map { byID[$0]?.rank ?? 0 }
    } body: {
      for id in ids { blackHole(byID[id]) }
    }
  }

  fileprivate func find(in database: Database) -> Contestant {
    let ids = someIDs
    return Contestant(.grdb, "queue.read { try Todo.fetchOne($0, key: id) }", operations: ids.count) {
      try ids.map { id in try database.queue.read { try StoredTodo.fetchOne($0, key: id)?.rank ?? 0 } }
    } body: {
      for id in ids { blackHole(try database.queue.read { try StoredTodo.fetchOne($0, key: id) }) }
    }
  }

  /// GRDB's quickest way: one read and one statement for all ids.
  fileprivate func findPrepared(in database: Database) -> Contestant {
    let ids = someIDs
    func ranks() throws -> [StoredTodo?] {
      try database.queue.read { database in
        let statement = try database.makeStatement(sql: "SELECT * FROM todo WHERE id = ?")
        return try ids.map { try StoredTodo.fetchOne(statement, arguments: [$0]) }
      }
    }
    return Contestant(.grdb, "one read, one prepared statement", operations: ids.count) {
      try ranks().map { $0?.rank ?? 0 }
    } body: {
      blackHole(try ranks())
    }
  }
}
