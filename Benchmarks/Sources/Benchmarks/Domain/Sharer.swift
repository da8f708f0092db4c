import Foundation
import GRDB
import MotionModel
import MotionModelJournal
import MotionModelSQLite

/// How a file is opened that several processes read and write.
enum Sharing: String {
  /// By `Store(sharing:)`.
  case store
  /// By GRDB's `DatabasePool`.
  case pool
  /// By `SQLiteAdapter`, which flushes every commit.
  case adapter

  /// Makes a file with todos.
  func fill(_ file: URL, rows: Int) throws {
    switch self {
    case .store:
      let memory = Store(notificationCenter: nil)
      try memory.table(Todo.self).insert(contentsOf: Todo.many(rows))
      try memory.save(to: file)
    case .pool: _ = try Database(Todo.many(rows), in: file)
    case .adapter: try Self.adapted(file).insert(contentsOf: FileTodo.many(rows, areNew: true))
    }
  }

  /// Opens the file.
  ///
  /// - Parameter isFlushed: Whether a commit is on the disk when it returns; otherwise it is within a second, or with
  ///   the next checkpoint.
  func open(_ file: URL, isFlushed: Bool) throws -> Sharer {
    switch self {
    case .store:
      return Sharer(
        store: try Store(
          sharing: file, models: [Todo.self], durability: isFlushed ? .everyCommit : .every(.seconds(1)),
          notificationCenter: nil))
    case .pool:
      var configuration = Configuration()
      configuration.busyMode = .timeout(10)
      let pool = try DatabasePool(path: file.path(percentEncoded: false), configuration: configuration)
      // The pool has chosen NORMAL by itself.
      try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous=\(isFlushed ? "FULL" : "NORMAL")") }
      return Sharer(pool: pool)
    case .adapter:
      return Sharer(try Self.adapted(file))
    }
  }

  private static func adapted(_ file: URL) throws -> MotionModel.ModelTable<FileTodo> {
    Store(notificationCenter: nil, adapters: [try SQLiteAdapter(file: file)]).table(FileTodo.self)
  }
}

/// What a process does with a file that it shares with others.
struct Sharer {
  /// Finds a todo, and returns its priority.
  let priority: (_ id: Int) throws -> Int?
  /// Finds some todos, and returns a call that raises the priority of one of them, given its place among them, by a
  /// commit of its own.
  let saving: (_ ids: [Int]) throws -> (_ index: Int) throws -> Void

  init(
    priority: @escaping (Int) throws -> Int?, saving: @escaping ([Int]) throws -> (Int) throws -> Void
  ) {
    (self.priority, self.saving) = (priority, saving)
  }

  init(store: Store) { self.init(store.table(Todo.self)) }

  init(pool: DatabasePool) {
    func find(_ id: Int) throws -> StoredTodo? {
      try pool.read { database in
        let statement = try database.cachedStatement(sql: "SELECT * FROM todo WHERE id = ?")
        return try StoredTodo.fetchOne(statement, arguments: [id])
      }
    }
    self.init {
      try find($0)?.priority
    } saving: { ids in
      var todos = try ids.compactMap(find)
      return { index in
        todos[index].priority &+= 1
        try pool.write { try todos[index].update($0) }
      }
    }
  }

  fileprivate init<Record: TodoRow>(_ table: MotionModel.ModelTable<Record>) {
    self.init {
      try table.find($0)?.priority
    } saving: { ids in
      var todos = try ids.compactMap { try table.find($0) }
      return { index in
        todos[index].priority += 1
        try table.save(&todos[index])
      }
    }
  }

  // MARK: - The second process

  /// Opens a file, and does what it is told: `write ID SECONDS`, `watch ID COUNT`, `rest SECONDS`.
  static func play(_ arguments: [String]) throws {
    guard arguments.count == 3, let sharing = Sharing(rawValue: arguments[0]) else { throw NotUnderstood() }
    let sharer = try sharing.open(URL(filePath: arguments[2]), isFlushed: arguments[1] == "flushed")
    try OtherProcess.serve { words in
      let numbers = words.dropFirst().compactMap { Double($0) }
      switch (words.first, numbers.count) {
      case ("write", 2): return try sharer.write(Int(numbers[0]), for: numbers[1])
      case ("watch", 2): return try sharer.watch(Int(numbers[0]), count: Int(numbers[1]))
      case ("rest", 1): return sharer.rest(for: numbers[0])
      default: throw NotUnderstood()
      }
    }
  }

  private struct NotUnderstood: Error {}

  /// Saves a todo again and again, and answers how often, and in how many nanoseconds.
  private func write(_ id: Int, for seconds: Double) throws -> String {
    let save = try saving([id])
    let start = Stopwatch.sharedNow
    let end = start + Int(seconds * 1e9)
    var count = 0
    while Stopwatch.sharedNow < end {
      try save(0)
      count += 1
    }
    return "\(count) \(Stopwatch.sharedNow - start)"
  }

  /// Looks at a todo every twentieth of a millisecond until it was changed some times, and answers when it saw each
  /// change.
  private func watch(_ id: Int, count: Int) throws -> String {
    guard var last = try priority(id) else { throw NotUnderstood() }
    var times: [Int] = []
    OtherProcess.say("watching")
    while times.count < count {
      let next = try priority(id) ?? last
      times += Array(repeating: Stopwatch.sharedNow, count: next - last)
      last = next
      usleep(50)
    }
    return times.map(String.init).joined(separator: " ")
  }

  /// Does nothing, and answers which share of a processor that took.
  private func rest(for seconds: Double) -> String {
    let (start, taken) = (Stopwatch.sharedNow, Stopwatch.processorTime)
    Thread.sleep(forTimeInterval: seconds)
    return "\(Double(Stopwatch.processorTime - taken) / Double(Stopwatch.sharedNow - start))"
  }
}
