#if PostgreSQL
  import CLibPQ
  import Foundation
  import MotionModel
  import MotionModelPostgreSQL

  /// A todo that PostgreSQL keeps, with an index on the project.
  struct ServerTodo: TodoRow {
    typealias Adapter = PostgreSQLAdapter

    var id = 0
    var name = ""
    var location = ""
    var priority = 0
    var rank = 0
    var dueDate = Date.distantPast
    var projectID: Int?

    static let schema = Schema<ServerTodo> {
      Column(\.name)
      Column(\.location)
      Column(\.priority)
      Column(\.rank)
      Column(\.dueDate)
      Column(\.projectID, .indexed)
    }
  }

  /// The table of ``ServerTodo``, which the adapter has made, and a connection to it by `libpq` alone.
  final class SharedServer {
    let store: Store
    private let connection: ServerConnection

    private static let columns = #"id, name, location, priority, rank, "dueDate", "projectID""#

    init(_ address: String) throws {
      connection = try ServerConnection(address)
      try connection.run(#"DROP TABLE IF EXISTS "ServerTodo""#)
      store = Store(notificationCenter: nil, adapters: [try PostgreSQLAdapter(PostgreSQLServer(address))])
      // The adapter makes the table.
      _ = try store.table(ServerTodo.self).records.count
      let reading = #"SELECT \#(Self.columns) FROM "ServerTodo""#
      try connection.prepare("find", "\(reading) WHERE id = $1")
      try connection.prepare("project", #"\#(reading) WHERE "projectID" = $1 ORDER BY _position"#)
      try connection.prepare("first", "\(reading) ORDER BY _position LIMIT $1")
      try connection.prepare("update", #"UPDATE "ServerTodo" SET priority = $2 WHERE id = $1"#)
      try connection.prepare(
        "insert", #"INSERT INTO "ServerTodo" (\#(Self.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7)"#)
    }

    deinit {
      try? connection.run(#"DROP TABLE IF EXISTS "ServerTodo""#)
    }

    var table: ModelTable<ServerTodo> { store.table(ServerTodo.self) }

    func execute(_ text: String) throws { try connection.run(text) }

    /// Returns the records of a prepared statement with one number as its value.
    func all(_ name: String, _ value: Int) throws -> [ServerTodo] {
      try connection.run(name, ["\(value)"]) { result in (0..<PQntuples(result)).map { Self.todo(result, $0) } }
    }

    func update(_ ids: [Int]) throws {
      try execute("BEGIN")
      for id in ids {
        guard let todo = try all("find", id).first else { continue }
        let values = ["\(id)", "\((todo.priority + 1) % 1_000)"]
        try connection.run("update", values)
      }
      try execute("COMMIT")
    }

    /// Inserts by one prepared statement in one transaction, a hundred at a time without waiting for each answer.
    func insert(_ todos: [ServerTodo]) throws {
      try execute("BEGIN")
      for start in stride(from: 0, to: todos.count, by: 100) {
        let part = todos[start..<min(start + 100, todos.count)]
        PQenterPipelineMode(connection.handle)
        for todo in part {
          let project = todo.projectID.map { "\($0)" }
          let values = [
            "\(todo.id)", todo.name, todo.location, "\(todo.priority)", "\(todo.rank)",
            "\(todo.dueDate.timeIntervalSinceReferenceDate)", project,
          ]
          _ = connection.with(values) { PQsendQueryPrepared(connection.handle, "insert", 7, $0, nil, nil, 0) }
        }
        PQpipelineSync(connection.handle)
        for _ in part {
          try connection.check(PQgetResult(connection.handle))
          _ = PQgetResult(connection.handle)
        }
        PQclear(PQgetResult(connection.handle))
        PQexitPipelineMode(connection.handle)
      }
      try execute("COMMIT")
    }

    /// Inserts by one `COPY` in one transaction.
    func copy(_ todos: [ServerTodo]) throws {
      try execute("BEGIN")
      let result = PQexec(connection.handle, #"COPY "ServerTodo" (\#(Self.columns)) FROM STDIN"#)
      defer { PQclear(result) }
      if PQresultStatus(result) != PGRES_COPY_IN { throw ServerConnection.Refused(code: "", reason: "COPY") }
      for todo in todos {
        // None of the names has a character that would have to be escaped.
        let line =
          "\(todo.id)\t\(todo.name)\t\(todo.location)\t\(todo.priority)\t\(todo.rank)\t"
          + "\(todo.dueDate.timeIntervalSinceReferenceDate)\t\(todo.projectID.map { "\($0)" } ?? "\\N")\n"
        if PQputCopyData(connection.handle, line, Int32(line.utf8.count)) != 1 {
          throw ServerConnection.Refused(code: "", reason: "COPY")
        }
      }
      PQputCopyEnd(connection.handle, nil)
      try connection.check(PQgetResult(connection.handle))
      PQclear(PQgetResult(connection.handle))
      try execute("COMMIT")
    }

    private static func todo(_ result: OpaquePointer?, _ row: Int32) -> ServerTodo {
      func text(_ column: Int32) -> String { String(cString: PQgetvalue(result, row, column)) }
      func number(_ column: Int32) -> Int { atol(PQgetvalue(result, row, column)) }
      var todo = ServerTodo()
      (todo.id, todo.name, todo.location) = (number(0), text(1), text(2))
      (todo.priority, todo.rank) = (number(3), number(4))
      todo.dueDate = Date(timeIntervalSinceReferenceDate: atof(PQgetvalue(result, row, 5)))
      todo.projectID = PQgetisnull(result, row, 6) == 1 ? nil : number(6)
      return todo
    }
  }
#endif
