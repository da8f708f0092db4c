import Foundation
import MotionModel
import MotionModelTransactions

#if PostgreSQL
  import MotionModelPostgreSQL
#endif

extension Suite {
  /// Records that PostgreSQL keeps, beside `libpq` alone on the same table.
  static let postgresql = Suite(name: "postgresql") { bench, _ in
    #if PostgreSQL
      guard let address = ProcessInfo.processInfo.environment["MOTIONMODEL_POSTGRESQL"] else {
        return bench.note("PostgreSQL", "not measured, because MOTIONMODEL_POSTGRESQL has no address of a server")
      }
      try bench.compareServer(address)
    #else
      bench.note("PostgreSQL", "not measured, because the library or the header of libpq is not here")
    #endif
  }
}

#if PostgreSQL
  extension Bench {
    fileprivate func compareServer(_ address: String) throws {
      let rows = options.rows ?? (options.isQuick ? 1_000 : 100_000)
      let server = try SharedServer(address)
      try server.insert(ServerTodo.many(rows))
      try server.execute(#"ANALYZE "ServerTodo""#)
      let bars = [Bar.atMost(1.3, times: .libpq)]
      try compare("PostgreSQL: find by id", rows: rows, bars: bars, server.finding(rows))
      try compare("PostgreSQL: indexed equality, 100 records", rows: rows, bars: bars, server.equality(rows))
      try compare("PostgreSQL: fetch 10,000 records", rows: rows, unit: "record", bars: bars, server.fetching(rows))
      try compare(
        "PostgreSQL: find and change in a transaction", rows: rows, unit: "record", bars: bars, server.updating(rows))
      try compare("PostgreSQL: insert all", rows: rows, unit: "record", bars: bars, server.inserting(rows))
      let parents = #"DROP TABLE IF EXISTS "CountedChild", "CountingParent", "PlainChild", "PlainParent""#
      try server.execute(parents)
      defer { try? server.execute(parents) }
      try compareCounters("PostgreSQL", server.store, PostgreSQLAdapter.self)
    }
  }

  extension SharedServer {
    private func ids(_ rows: Int) -> [Int] { (0..<200).map { 1 + Int(World.scrambled($0) % UInt64(rows)) } }

    fileprivate func finding(_ rows: Int) -> [Contestant] {
      let (ids, table, server) = (ids(rows), table, self)
      return [
        Contestant(.library, "try table.find(id)", operations: ids.count) {
          try ids.map { try table.find($0)?.rank ?? 0 }
        } body: {
          for id in ids { blackHole(try table.find(id)) }
        },
        Contestant(.libpq, "PQexecPrepared(find, id)", operations: ids.count) {
          try ids.map { try server.all("find", $0).first?.rank ?? 0 }
        } body: {
          for id in ids { blackHole(try server.all("find", id).first) }
        },
      ]
    }

    fileprivate func equality(_ rows: Int) -> [Contestant] {
      let (project, table, server) = (rows / 200, table, self)
      return [
        Contestant(.library, #"try table.records.where(\.projectID == id).all"#) {
          try table.records.where(\.projectID == project).all.map(\.rank)
        } body: {
          blackHole(try table.records.where(\.projectID == project).all)
        },
        Contestant(.libpq, "PQexecPrepared(project, id)") {
          try server.all("project", project).map(\.rank)
        } body: {
          blackHole(try server.all("project", project))
        },
      ]
    }

    fileprivate func fetching(_ rows: Int) -> [Contestant] {
      let (count, table, server) = (min(rows, 10_000), table, self)
      return [
        Contestant(.library, "try table.records.limit(10_000).all", operations: count) {
          try table.records.limit(count).all.map(\.rank)
        } body: {
          blackHole(try table.records.limit(count).all)
        },
        Contestant(.libpq, "PQexecPrepared(first, 10_000)", operations: count) {
          try server.all("first", count).map(\.rank)
        } body: {
          blackHole(try server.all("first", count))
        },
      ]
    }

    fileprivate func updating(_ rows: Int) -> [Contestant] {
      let (ids, store, table, server) = (Array(Set(ids(rows))).sorted(), store, table, self)
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
        Contestant(.libpq, "BEGIN, SELECT and UPDATE for each, COMMIT", operations: ids.count) {
          try server.update(ids)
        },
      ]
    }

    fileprivate func inserting(_ rows: Int) -> [Contestant] {
      let (table, server) = (table, self)
      let (todos, new) = (ServerTodo.many(rows), ServerTodo.many(rows, areNew: true))
      func empty() throws { try server.execute(#"TRUNCATE "ServerTodo""#) }
      return [
        Contestant(.library, "try table.insert(contentsOf: todos)", operations: rows, before: empty) {
          try table.insert(contentsOf: new)
        },
        Contestant(.libpq, "one prepared statement, 100 at a time in a pipeline", operations: rows, before: empty) {
          try server.insert(todos)
        },
        Contestant(.libpq, "COPY", operations: rows, before: empty) { try server.copy(todos) },
      ]
    }
  }
#endif
