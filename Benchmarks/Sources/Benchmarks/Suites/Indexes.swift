import GRDB
import MotionModel

extension Suite {
  /// Finds many records by a column with an index.
  static let indexes = Suite(name: "indexes") { bench, worlds in
    try worlds.forEach { world in
      let database = try world.database().indexed
      try bench.compare(
        "Hash-indexed equality, 10 % out", rows: world.rows, bars: [.atMost(1.5, times: .hand)],
        world.equality(database))
      try bench.compare(
        "Count by hash-indexed equality", rows: world.rows, world.equalityCount(database))
      try bench.compare(
        "Ordered range, 20 % out", rows: world.rows, bars: [.atMost(2, times: .hand)], world.range(database))
    }
  }
}

extension World {
  fileprivate func equality(_ database: Database) -> [Contestant] {
    let (table, groups, place) = (store.table(IndexedTodo.self), byLocation, World.locations[3])
    let sql = "SELECT * FROM todo WHERE location = ?"
    return [
      Contestant(.library, "Todo.where(\\.location == place).all") {
        table.records.where(\.location == place).all.map(\.id)
      } body: {
        blackHole(table.records.where(\.location == place).all)
      },
      Contestant(.hand, "a copy of groups[place]") {
        copy((groups[place] ?? [])[...]).map(\.id)
      } body: {
        blackHole(copy((groups[place] ?? [])[...]))
      },
      Contestant(.grdb, sql) {
        try database.all(sql, [place]).map(\.id)
      } body: {
        blackHole(try database.all(sql, [place]))
      },
    ]
  }

  fileprivate func equalityCount(_ database: Database) -> [Contestant] {
    let (table, groups, place) = (store.table(IndexedTodo.self), byLocation, World.locations[3])
    let sql = "SELECT COUNT(*) FROM todo WHERE location = ?"
    return [
      Contestant(.library, "Todo.where(\\.location == place).count") {
        [table.records.where(\.location == place).count]
      } body: {
        blackHole(table.records.where(\.location == place).count)
      },
      Contestant(.hand, "groups[place].count") {
        [groups[place]?.count ?? 0]
      } body: {
        blackHole(groups[place]?.count ?? 0)
      },
      Contestant(.grdb, sql) {
        [try database.count(sql, [place])]
      } body: {
        blackHole(try database.count(sql, [place]))
      },
    ]
  }

  /// Finds the records of a range, in its order if the contestant keeps one. The answers are sorted and then compared.
  fileprivate func range(_ database: Database) -> [Contestant] {
    let (table, sorted) = (store.table(IndexedTodo.self), byRank)
    let (low, high) = (rows / 5, rows / 5 * 2)
    let sql = "SELECT * FROM todo WHERE rank >= ? AND rank < ?"
    func slice() -> [IndexedTodo] { copy(sorted[place(of: low, in: sorted)..<place(of: high, in: sorted)]) }
    return [
      Contestant(.library, "Todo.where(\\.rank).between(low..<high).all") {
        table.records.where(\.rank).between(low..<high).all.map(\.id).sorted()
      } body: {
        blackHole(table.records.where(\.rank).between(low..<high).all)
      },
      Contestant(.hand, "two binary searches, a copy of the slice") {
        slice().map(\.id).sorted()
      } body: {
        blackHole(slice())
      },
      Contestant(.grdb, sql) {
        try database.all(sql, [low, high]).map(\.id).sorted()
      } body: {
        blackHole(try database.all(sql, [low, high]))
      },
    ]
  }
}

/// Copies the records: assigning an array would only share its storage.
@inline(never)
private func copy(_ todos: ArraySlice<IndexedTodo>) -> [IndexedTodo] {
  var result: [IndexedTodo] = []
  result.reserveCapacity(todos.count)
  result.append(contentsOf: todos)
  return result
}

/// Returns the first index of a rank, by binary search.
private func place(of rank: Int, in sorted: [IndexedTodo]) -> Int {
  var (low, high) = (0, sorted.count)
  while low < high {
    let middle = (low + high) / 2
    if sorted[middle].rank < rank { low = middle + 1 } else { high = middle }
  }
  return low
}
