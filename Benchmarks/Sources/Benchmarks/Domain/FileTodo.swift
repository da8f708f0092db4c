import Foundation
import GRDB
import MotionModel
import MotionModelSQLite

/// A todo that SQLite keeps, with an index on the project.
struct FileTodo: TodoRow {
  typealias Adapter = SQLiteAdapter

  var id = 0
  var name = ""
  var location = ""
  var priority = 0
  var rank = 0
  var dueDate = Date.distantPast
  var projectID: Int?

  static let schema = Schema<FileTodo> {
    Column(\.name)
    Column(\.location)
    Column(\.priority)
    Column(\.rank)
    Column(\.dueDate)
    Column(\.projectID, .indexed)
  }
}

/// One file with the table of ``FileTodo``, which the adapter has made, and GRDB's connection to it.
struct SharedFile {
  let store: Store
  let queue: DatabaseQueue
  private let folder: URL

  static let columns = "id, name, location, priority, rank, dueDate, projectID"

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "MotionModelBenchmarks-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "todos.sqlite")
    store = Store(notificationCenter: nil, adapters: [try SQLiteAdapter(file: file)])
    // The adapter makes the table, and chooses WAL for the file.
    _ = try store.table(FileTodo.self).records.count
    queue = try DatabaseQueue(path: file.path(percentEncoded: false))
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  var table: MotionModel.ModelTable<FileTodo> { store.table(FileTodo.self) }

  func empty() throws { try queue.write { try $0.execute(sql: "DELETE FROM FileTodo") } }

  /// Adds todos in one transaction with one prepared statement.
  func insert(_ todos: [FileTodo]) throws {
    try queue.write { database in
      let statement = try database.cachedStatement(
        sql: "INSERT INTO FileTodo (\(Self.columns)) VALUES (?, ?, ?, ?, ?, ?, ?)")
      for todo in todos {
        try statement.execute(arguments: [
          todo.id, todo.name, todo.location, todo.priority, todo.rank, todo.dueDate.timeIntervalSinceReferenceDate,
          todo.projectID,
        ])
      }
    }
  }

  /// Returns the records of a condition, whose statement is prepared once.
  func all(_ condition: String, _ arguments: StatementArguments) throws -> [StoredTodo] {
    try queue.read { database in
      let statement = try database.cachedStatement(
        sql: "SELECT \(Self.columns) FROM FileTodo \(condition)")
      return try StoredTodo.fetchAll(statement, arguments: arguments)
    }
  }

  func find(_ id: Int) throws -> StoredTodo? {
    try queue.read { database in
      let statement = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM FileTodo WHERE id = ?")
      return try StoredTodo.fetchOne(statement, arguments: [id])
    }
  }

  /// Reads records one by one and changes each, in one transaction.
  func update(_ ids: [Int]) throws {
    try queue.write { database in
      let reading = try database.cachedStatement(sql: "SELECT \(Self.columns) FROM FileTodo WHERE id = ?")
      let writing = try database.cachedStatement(sql: "UPDATE FileTodo SET priority = ? WHERE id = ?")
      for id in ids {
        guard let todo = try StoredTodo.fetchOne(reading, arguments: [id]) else { continue }
        try writing.execute(arguments: [(todo.priority + 1) % 1_000, id])
      }
    }
  }
}
