import GRDB
import MotionModel
import MotionModelSQLite
import MotionModelTransactions

extension Suite {
  /// Records that SQLite keeps, beside GRDB on the same file.
  static let sqlite = Suite(name: "sqlite") { bench, _ in
    let rows = bench.options.rows ?? (bench.options.isQuick ? 1_000 : 100_000)
    let file = try SharedFile()
    defer { file.remove() }
    let todos = FileTodo.many(rows)
    try file.insert(todos)
    let bars = [Bar.atMost(1.2, times: .grdb)]
    try bench.compare("SQLite: find by id", rows: rows, bars: bars, file.finding(rows))
    try bench.compare("SQLite: indexed equality, 100 records", rows: rows, bars: bars, file.equality(rows))
    try bench.compare("SQLite: fetch 10,000 records", rows: rows, unit: "record", bars: bars, file.fetching(rows))
    try bench.compare(
      "SQLite: find and change in a transaction", rows: rows, unit: "record", bars: bars, file.updating(rows))
    try bench.compare("SQLite: insert all", rows: rows, unit: "record", bars: bars, file.inserting(rows))
    try bench.compareCounters("SQLite", file.store, SQLiteAdapter.self)
  }
}

extension SharedFile {
  private func ids(_ rows: Int) -> [Int] { (0..<200).map { 1 + Int(World.scrambled($0) % UInt64(rows)) } }

  fileprivate func finding(_ rows: Int) -> [Contestant] {
    let (ids, table, file) = (ids(rows), table, self)
    return [
      Contestant(.library, "try table.find(id)", operations: ids.count) {
        try ids.map { try table.find($0)?.rank ?? 0 }
      } body: {
        for id in ids { blackHole(try table.find(id)) }
      },
      Contestant(.grdb, "queue.read { fetchOne(cached statement, id) }", operations: ids.count) {
        try ids.map { try file.find($0)?.rank ?? 0 }
      } body: {
        for id in ids { blackHole(try file.find(id)) }
      },
    ]
  }

  fileprivate func equality(_ rows: Int) -> [Contestant] {
    let (project, table, file) = (rows / 200, table, self)
    return [
      Contestant(.library, #"try table.records.where(\.projectID == id).all"#) {
        try table.records.where(\FileTodo.projectID == project).all.map(\.rank)
      } body: {
        blackHole(try table.records.where(\FileTodo.projectID == project).all)
      },
      Contestant(.grdb, "queue.read { fetchAll(cached statement, project) }") {
        try file.all("WHERE projectID = ? ORDER BY _position", [project]).map(\.rank)
      } body: {
        blackHole(try file.all("WHERE projectID = ? ORDER BY _position", [project]))
      },
    ]
  }

  fileprivate func fetching(_ rows: Int) -> [Contestant] {
    let (count, table, file) = (min(rows, 10_000), table, self)
    return [
      Contestant(.library, "try table.records.limit(10_000).all", operations: count) {
        try table.records.limit(count).all.map(\.rank)
      } body: {
        blackHole(try table.records.limit(count).all)
      },
      Contestant(.grdb, "queue.read { fetchAll(cached statement, 10_000) }", operations: count) {
        try file.all("ORDER BY _position LIMIT ?", [count]).map(\.rank)
      } body: {
        blackHole(try file.all("ORDER BY _position LIMIT ?", [count]))
      },
    ]
  }

  fileprivate func updating(_ rows: Int) -> [Contestant] {
    let (ids, store, table, file) = (Array(Set(ids(rows))).sorted(), store, table, self)
    return [
      Contestant(.library, "store.transaction { find(id), save() }", operations: ids.count) {
        try store.transaction { _ in
          for id in ids {
            guard var todo = try table.find(id) else { continue }
            todo.priority = (todo.priority + 1) % 1_000
            try table.save(&todo)
          }
        }
      },
      Contestant(.grdb, "queue.write { fetchOne(id), UPDATE }", operations: ids.count) { try file.update(ids) },
    ]
  }

  fileprivate func inserting(_ rows: Int) -> [Contestant] {
    let (table, file) = (table, self)
    let (todos, new) = (FileTodo.many(rows), FileTodo.many(rows, areNew: true))
    return [
      Contestant(.library, "try table.insert(contentsOf: todos)", operations: rows, before: file.empty) {
        try table.insert(contentsOf: new)
      },
      Contestant(.grdb, "one transaction, one cached statement", operations: rows, before: file.empty) {
        try file.insert(todos)
      },
    ]
  }
}
