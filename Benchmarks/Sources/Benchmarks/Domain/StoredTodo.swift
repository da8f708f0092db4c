import Foundation
import GRDB
import MotionModel

/// The same record for GRDB, which decodes it by column position, its quickest way.
struct StoredTodo: FetchableRecord, PersistableRecord, Identifiable {
  static let databaseTableName = "todo"

  var id = 0
  var name = ""
  var location = ""
  var priority = 0
  var rank = 0
  var dueDate = Date.distantPast
  var projectID: Int?

  init(_ todo: some TodoRow) {
    (id, name, location, priority) = (todo.id, todo.name, todo.location, todo.priority)
    (rank, dueDate, projectID) = (todo.rank, todo.dueDate, todo.projectID)
  }

  init(row: Row) {
    id = row[0]
    name = row[1]
    location = row[2]
    priority = row[3]
    rank = row[4]
    dueDate = Date(timeIntervalSinceReferenceDate: row[5])
    projectID = row[6]
  }

  func encode(to container: inout PersistenceContainer) {
    container["id"] = id
    container["name"] = name
    container["location"] = location
    container["priority"] = priority
    container["rank"] = rank
    container["dueDate"] = dueDate.timeIntervalSinceReferenceDate
    container["projectID"] = projectID
  }
}

/// A database with one table of todos.
struct Database {
  let queue: DatabaseQueue

  /// - Parameters:
  ///   - indexes: The columns that have an index besides the id.
  ///   - file: A new file; nil for a database in memory.
  ///   - preparing: Sets options of each connection.
  init(
    _ todos: some Sequence<some TodoRow>, indexes: [String] = [], in file: URL? = nil,
    preparing: @escaping @Sendable (GRDB.Database) throws -> Void = { _ in }
  ) throws {
    var configuration = Configuration()
    configuration.prepareDatabase(preparing)
    queue =
      try file.map { try DatabaseQueue(path: $0.path(percentEncoded: false), configuration: configuration) }
      ?? DatabaseQueue()
    try queue.write { database in
      try database.execute(
        sql: """
          CREATE TABLE todo (id INTEGER PRIMARY KEY, name TEXT NOT NULL, location TEXT NOT NULL,
            priority INTEGER NOT NULL, rank INTEGER NOT NULL, dueDate DOUBLE NOT NULL, projectID INTEGER)
          """)
      for index in indexes { try database.execute(sql: "CREATE INDEX todo_\(index) ON todo (\(index))") }
    }
    try insert(todos)
  }

  /// Opens a file.
  init(opening file: URL) throws { queue = try DatabaseQueue(path: file.path(percentEncoded: false)) }

  /// Adds todos in one transaction with one prepared statement.
  func insert(_ todos: some Sequence<some TodoRow>) throws {
    try queue.write { database in
      let statement = try database.makeStatement(sql: "INSERT INTO todo VALUES (?, ?, ?, ?, ?, ?, ?)")
      for todo in todos {
        try statement.execute(arguments: [
          todo.id == 0 ? nil : todo.id, todo.name, todo.location, todo.priority, todo.rank,
          todo.dueDate.timeIntervalSinceReferenceDate, todo.projectID,
        ])
      }
    }
  }

  func execute(_ sql: String) throws { try queue.write { try $0.execute(sql: sql) } }

  /// Returns the records of a query whose statement is prepared once.
  func all(_ sql: String, _ arguments: StatementArguments = []) throws -> [StoredTodo] {
    try queue.read { try StoredTodo.fetchAll($0.cachedStatement(sql: sql), arguments: arguments) }
  }

  /// Returns the number that a query selects, whose statement is prepared once.
  func count(_ sql: String, _ arguments: StatementArguments = []) throws -> Int {
    try queue.read { try Int.fetchOne($0.cachedStatement(sql: sql), arguments: arguments) ?? 0 }
  }
}
