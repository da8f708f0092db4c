import MotionModel

extension Suite {
  /// Finds the first records of an order.
  static let ordering = Suite(name: "ordering") { bench, worlds in
    try worlds.forEach { world in
      let (plain, indexed) = try world.database()
      try bench.compare(
        "Order by a column, limit 20, no index", rows: world.rows, bars: [.atLeast(5, timesFasterThan: .hand)],
        world.order(Todo.self, \.rank, world.todos, plain))
      try bench.compare(
        "Order by a column, limit 20, ordered index", rows: world.rows, bars: [.atLeast(1_000, timesFasterThan: .hand)],
        world.order(IndexedTodo.self, \.rank, world.indexed, indexed))
    }
  }
}

extension World {
  fileprivate func order<Record: TodoRow>(
    _ model: Record.Type, _ rank: any WritableKeyPath<Record, Int> & Sendable, _ rows: [Record], _ database: Database
  ) -> [Contestant] where Record.Adapter == ArrayAdapter {
    let table = store.table(Record.self)
    let sql = "SELECT * FROM todo ORDER BY rank LIMIT 20"
    return [
      Contestant(.library, "Todo.order(by: \\.rank).limit(20).all") {
        table.records.order(by: rank).limit(20).all.map(\.id)
      } body: {
        blackHole(table.records.order(by: rank).limit(20).all)
      },
      Contestant(.hand, "todos.sorted { $0.rank < $1.rank }.prefix(20)") {
        rows.sorted { $0.rank < $1.rank }.prefix(20).map(\.id)
      } body: {
        blackHole(Array(rows.sorted { $0.rank < $1.rank }.prefix(20)))
      },
      Contestant(.grdb, sql) {
        try database.all(sql).map(\.id)
      } body: {
        blackHole(try database.all(sql))
      },
    ]
  }
}
