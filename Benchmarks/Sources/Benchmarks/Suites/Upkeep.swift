import MotionModel

extension Suite {
  /// What each kind of index costs when rows come, change and go.
  static let upkeep = Suite(name: "upkeep") { bench, worlds in
    for rows in worlds.sizes {
      try bench.compare(
        "Build: bulk insert, no index", rows: rows, unit: "row", [.bulkInsert(Todo.many(rows, areNew: true))])
      try bench.compare(
        "Build: bulk insert, a hash index of 10 values", rows: rows, unit: "row",
        [.bulkInsert(LocationIndexedTodo.many(rows, areNew: true))])
      try bench.compare(
        "Build: bulk insert, a hash index of different values", rows: rows, unit: "row",
        [.bulkInsert(NameIndexedTodo.many(rows, areNew: true))])
      try bench.compare(
        "Build: bulk insert, a unique index", rows: rows, unit: "row",
        [.bulkInsert(UniqueTodo.many(rows, areNew: true))])

      try bench.compare("Update: no index", rows: rows, [try .update(Todo.many(rows)) { $0.location = $1 }])
      try bench.compare(
        "Update: a hash index of 10 values", rows: rows,
        [try .update(LocationIndexedTodo.many(rows)) { $0.location = $1 }])
      try bench.compare(
        "Update: a hash index of different values", rows: rows,
        [try .update(NameIndexedTodo.many(rows)) { $0.name += $1 }])
      try bench.compare(
        "Update: a unique index", rows: rows, [try .update(UniqueTodo.many(rows)) { $0.name += $1 }])

      try bench.compare("Drop: delete all, no index", rows: rows, unit: "row", [.deleteAll(Todo.many(rows))])
      try bench.compare(
        "Drop: delete all, a hash index of 10 values", rows: rows, unit: "row",
        [.deleteAll(LocationIndexedTodo.many(rows))])
      try bench.compare(
        "Drop: delete all, a hash index of different values", rows: rows, unit: "row",
        [.deleteAll(NameIndexedTodo.many(rows))])
      try bench.compare(
        "Drop: delete all, a unique index", rows: rows, unit: "row", [.deleteAll(UniqueTodo.many(rows))])
    }
  }
}

extension Contestant {
  /// Finds a record, changes it and saves it.
  fileprivate static func update<Record: TodoRow>(
    _ records: [Record], _ change: @escaping (inout Record, String) -> Void
  ) throws -> Contestant where Record.Adapter == ArrayAdapter {
    let store = Store(notificationCenter: nil)
    try store.table(Record.self).insert(contentsOf: records)
    let (table, rows) = (store.table(Record.self), records.count)
    var number = 0
    return Contestant(.library, "find, change, table.save(&todo)") {
      number += 1
      let id = 1 + Int(World.scrambled(number) % UInt64(rows))
      guard var todo = table.find(id) else { return }
      todo.name = "Walk the dog no. \(id) "
      change(&todo, World.location(number &* 7 &+ 1))
      try table.save(&todo)
    }
  }

  /// Deletes all records of a store.
  fileprivate static func deleteAll<Record: TodoRow>(_ records: [Record]) -> Contestant
  where Record.Adapter == ArrayAdapter {
    let keeper = Keeper<Store>()
    return Contestant(
      .library, "table.deleteAll()", operations: records.count,
      before: {
        let store = Store(notificationCenter: nil)
        try store.table(Record.self).insert(contentsOf: records)
        keeper.value = store
      }
    ) {
      try keeper.value?.table(Record.self).deleteAll()
    }
  }
}
