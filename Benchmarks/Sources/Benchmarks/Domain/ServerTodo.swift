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
    private let connection: OpaquePointer

    private static let columns = #"id, name, location, priority, rank, "dueDate", "projectID""#

    init(_ address: String) throws {
      guard let connection = PQconnectdb(address), PQstatus(connection) == CONNECTION_OK else { throw Refused() }
      self.connection = connection
      PQclear(PQexec(connection, #"DROP TABLE IF EXISTS "ServerTodo""#))
      store = Store(notificationCenter: nil, adapters: [try PostgreSQLAdapter(PostgreSQLServer(address))])
      // The adapter makes the table.
      _ = try store.table(ServerTodo.self).records.count
      let reading = #"SELECT \#(Self.columns) FROM "ServerTodo""#
      try prepare("find", "\(reading) WHERE id = $1")
      try prepare("project", #"\#(reading) WHERE "projectID" = $1 ORDER BY _position"#)
      try prepare("first", "\(reading) ORDER BY _position LIMIT $1")
      try prepare("update", #"UPDATE "ServerTodo" SET priority = $2 WHERE id = $1"#)
      try prepare("insert", #"INSERT INTO "ServerTodo" (\#(Self.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7)"#)
    }

    deinit {
      PQclear(PQexec(connection, #"DROP TABLE IF EXISTS "ServerTodo""#))
      PQfinish(connection)
    }

    var table: ModelTable<ServerTodo> { store.table(ServerTodo.self) }

    func execute(_ text: String) throws { try check(PQexec(connection, text)) }

    /// Returns the records of a prepared statement with one number as its value.
    func all(_ name: String, _ value: Int) throws -> [ServerTodo] {
      guard let result = with(["\(value)"], { PQexecPrepared(connection, name, 1, $0, nil, nil, 0) }) else {
        throw Refused()
      }
      defer { PQclear(result) }
      if PQresultStatus(result) != PGRES_TUPLES_OK { throw Refused() }
      return (0..<PQntuples(result)).map { Self.todo(result, $0) }
    }

    func update(_ ids: [Int]) throws {
      try execute("BEGIN")
      for id in ids {
        guard let todo = try all("find", id).first else { continue }
        let values = ["\(id)", "\((todo.priority + 1) % 1_000)"]
        try check(with(values) { PQexecPrepared(connection, "update", 2, $0, nil, nil, 0) })
      }
      try execute("COMMIT")
    }

    /// Inserts by one prepared statement in one transaction, a hundred at a time without waiting for each answer.
    func insert(_ todos: [ServerTodo]) throws {
      try execute("BEGIN")
      for start in stride(from: 0, to: todos.count, by: 100) {
        let part = todos[start..<min(start + 100, todos.count)]
        PQenterPipelineMode(connection)
        for todo in part {
          let project = todo.projectID.map { "\($0)" }
          let values = [
            "\(todo.id)", todo.name, todo.location, "\(todo.priority)", "\(todo.rank)",
            "\(todo.dueDate.timeIntervalSinceReferenceDate)", project,
          ]
          _ = with(values) { PQsendQueryPrepared(connection, "insert", 7, $0, nil, nil, 0) }
        }
        PQpipelineSync(connection)
        for _ in part {
          try check(PQgetResult(connection))
          _ = PQgetResult(connection)
        }
        PQclear(PQgetResult(connection))
        PQexitPipelineMode(connection)
      }
      try execute("COMMIT")
    }

    /// Inserts by one `COPY` in one transaction.
    func copy(_ todos: [ServerTodo]) throws {
      try execute("BEGIN")
      let result = PQexec(connection, #"COPY "ServerTodo" (\#(Self.columns)) FROM STDIN"#)
      defer { PQclear(result) }
      if PQresultStatus(result) != PGRES_COPY_IN { throw Refused() }
      for todo in todos {
        // None of the names has a character that would have to be escaped.
        let line =
          "\(todo.id)\t\(todo.name)\t\(todo.location)\t\(todo.priority)\t\(todo.rank)\t"
          + "\(todo.dueDate.timeIntervalSinceReferenceDate)\t\(todo.projectID.map { "\($0)" } ?? "\\N")\n"
        if PQputCopyData(connection, line, Int32(line.utf8.count)) != 1 { throw Refused() }
      }
      PQputCopyEnd(connection, nil)
      try check(PQgetResult(connection))
      PQclear(PQgetResult(connection))
      try execute("COMMIT")
    }

    // MARK: - Parts

    struct Refused: Error {}

    private func prepare(_ name: String, _ text: String) throws { try check(PQprepare(connection, name, text, 0, nil)) }

    private func check(_ result: OpaquePointer?) throws {
      let status = PQresultStatus(result)
      PQclear(result)
      if status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK { throw Refused() }
    }

    private func with<Result>(
      _ values: [String?], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result
    ) -> Result {
      let copies = values.map { $0.map { UnsafePointer<CChar>(strdup($0)) } ?? nil }
      defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
      return copies.withUnsafeBufferPointer { body($0.baseAddress) }
    }

    private static func todo(_ result: OpaquePointer, _ row: Int32) -> ServerTodo {
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
