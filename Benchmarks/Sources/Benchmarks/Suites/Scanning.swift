import GRDB
import MotionModel

extension Suite {
  /// Scans columns without an index.
  static let scanning = Suite(name: "scanning") { bench, worlds in
    try worlds.forEach { world in
      let table = world.store.table(Todo.self)
      let (todos, database) = (world.todos, try world.database().plain)
      let half = world.rows / 2
      let name = Todo.make(half, of: world.rows).name
      let place = World.locations[3]

      func counts(
        _ title: String, _ condition: String, _ finder: @escaping () -> Finder<Todo>, hand: @escaping () -> Int,
        sql: String,
        _ value: any DatabaseValueConvertible
      ) throws {
        try bench.compare(
          title, rows: world.rows, bars: [.atMost(1.2, times: .hand)],
          [
            Contestant(.library, "Todo.where(\(condition)).count") {
              [finder().count]
            } body: {
              blackHole(finder().count)
            },
            Contestant(.hand, "for todo in todos where … { count += 1 }") {
              [hand()]
            } body: {
              blackHole(hand())
            },
            Contestant(.grdb, sql) {
              [try database.count(sql, [value])]
            } body: {
              blackHole(try database.count(sql, [value]))
            },
          ])
      }
      try counts(
        "Count where an Int is less", "\\.rank < half", { table.records.where(\.rank < half) },
        hand: { countRanks(todos, below: half) },
        sql: "SELECT COUNT(*) FROM todo WHERE rank < ?", half)
      try counts(
        "Count where a long String is equal", "\\.name == name", { table.records.where(\.name == name) },
        hand: { countNames(todos, equalTo: name) }, sql: "SELECT COUNT(*) FROM todo WHERE name = ?", name)
      try counts(
        "Count where a short String is equal", "\\.location == place", { table.records.where(\.location == place) },
        hand: { countLocations(todos, equalTo: place) }, sql: "SELECT COUNT(*) FROM todo WHERE location = ?", place)

      let tenth = world.rows / 10
      let sql = "SELECT * FROM todo WHERE rank < ?"
      try bench.compare(
        "All, keeping 10 % by a scan", rows: world.rows, bars: [.atMost(1, times: .hand)],
        [
          Contestant(.library, "Todo.where(\\.rank < tenth).all") {
            table.records.where(\.rank < tenth).all.map(\.id)
          } body: {
            blackHole(table.records.where(\.rank < tenth).all)
          },
          Contestant(.hand, "todos.filter { $0.rank < tenth }") {
            todos.filter { $0.rank < tenth }.map(\.id)
          } body: {
            blackHole(todos.filter { $0.rank < tenth })
          },
          Contestant(.grdb, sql) {
            try database.all(sql, [tenth]).map(\.id)
          } body: {
            blackHole(try database.all(sql, [tenth]))
          },
        ])
    }
  }
}

/// The hand-written loops are functions that are not inlined, so that none of their work moves out of the timed calls.
@inline(never)
private func countRanks(_ todos: [Todo], below limit: Int) -> Int {
  var count = 0
  for todo in todos where todo.rank < limit { count += 1 }
  return count
}

@inline(never)
private func countNames(_ todos: [Todo], equalTo name: String) -> Int {
  var count = 0
  for todo in todos where todo.name == name { count += 1 }
  return count
}

@inline(never)
private func countLocations(_ todos: [Todo], equalTo location: String) -> Int {
  var count = 0
  for todo in todos where todo.location == location { count += 1 }
  return count
}
