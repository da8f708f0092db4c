import Foundation
import GRDB
import MotionModel
import MotionModelJournal
import Synchronization

extension Suite {
  /// Saves records of a store that was opened from a file, beside SQLite on the same disk and the disk itself, and opens
  /// the store again.
  static let journaling = Suite(name: "journaling") { bench, worlds in
    let folder = FileManager.default.temporaryDirectory.appending(path: "MotionModelBenchmarks-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for rows in worlds.sizes {
      let stores = try JournaledStores(rows: rows, folder.appending(path: "\(rows)"))
      let databases = try JournaledDatabases(rows: rows, folder.appending(path: "\(rows)"))
      let inMemory = try bench.compare("Save one record, in memory", rows: rows, [stores.save(stores.memory)])
      let everySecond = try bench.compare(
        "Save one record, flushed every second", rows: rows,
        [stores.save(stores.everySecond), databases.save("synchronous=NORMAL", databases.normal, 1_000)])
      if let before = inMemory.best(.library), let after = everySecond.best(.library), rows == 1_000_000 {
        bench.judge(
          everySecond.about, "≤ 2 µs beyond one in memory", duration(after - before), after - before <= 2_000)
      }
      try bench.compare(
        "Save one record, flushed at every commit", rows: rows, bars: [.atMost(1.2, times: .hand)],
        [
          stores.save(stores.everyCommit, 20), try stores.appendAndFlush(20),
          databases.save("synchronous=FULL", databases.full, 20),
        ])
      let one = try stores.commitsPerSecond(writers: 1)
      let eight = try stores.commitsPerSecond(writers: 8)
      bench.judge(
        "Commits in a second, flushed at every commit, \(grouped(rows)) rows", "8 writers ≥ 4× one",
        "\(grouped(Int(eight))) and \(grouped(Int(one))), \(number(eight / one))×", eight >= 4 * one)
      try bench.compare(
        "Open a file with 100,000 commits in its journal", rows: rows, bars: [.nanoseconds(2e9)], barRows: 1_000_000,
        [stores.open])
    }
  }
}

private final class JournaledStores {
  let folder: URL
  let rows: Int
  let memory = Store(notificationCenter: nil)
  let everySecond: Store
  let everyCommit: Store

  init(rows: Int, _ folder: URL) throws {
    (self.rows, self.folder) = (rows, folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try memory.table(Todo.self).insert(contentsOf: Todo.many(rows))
    for name in ["second", "commit", "opened"] { try memory.save(to: folder.appending(path: "\(name).motionmodel")) }
    func open(_ name: String, _ durability: Durability) throws -> Store {
      try Store(
        file: folder.appending(path: "\(name).motionmodel"), models: [Todo.self], durability: durability,
        notificationCenter: nil)
    }
    everySecond = try open("second", .every(.seconds(1)))
    everyCommit = try open("commit", .everyCommit)
    let opened = try open("opened", .manual)
    for number in 0..<100_000 {
      let id = 1 + number % rows
      guard var todo = opened.table(Todo.self).find(id) else { continue }
      todo.rank += 1
      try opened.table(Todo.self).save(&todo)
    }
    try opened.journal?.close()
  }

  func save(_ store: Store, _ count: Int = 1_000) -> Contestant {
    let table = store.table(Todo.self)
    var todos = (0..<count).compactMap { table.find(1 + Int(World.scrambled($0) % UInt64(rows))) }
    return Contestant(.library, "table.save(&todo)", operations: todos.count) {
      for index in todos.indices {
        todos[index].priority += 1
        try table.save(&todos[index])
      }
    }
  }

  /// What the disk takes for an entry of the size of such a commit.
  func appendAndFlush(_ count: Int) throws -> Contestant {
    let path = folder.appending(path: "appended").path(percentEncoded: false)
    let file = Foundation.open(path, O_CREAT | O_WRONLY | O_APPEND, 0o600)
    let bytes = [UInt8](repeating: 7, count: 100)
    return Contestant(.hand, "write and fdatasync of 100 bytes", operations: count) {
      for _ in 0..<count where write(file, bytes, bytes.count) != bytes.count || flush(file) != 0 {
        throw POSIXError(.EIO)
      }
    }
  }

  /// How many commits threads make in a second, each of a record of its own.
  func commitsPerSecond(writers: Int) throws -> Double {
    let commits = 500
    let failures = Mutex<[any Error]>([])
    let table = everyCommit.table(Todo.self)
    let times = (0..<3).map { _ in
      Stopwatch.nanoseconds {
        let isDone = DispatchSemaphore(value: 0)
        for writer in 1...writers {
          // A concurrent loop has no more threads than the machine has cores.
          Thread.detachNewThread {
            do { try Self.commit(commits, ofRecord: writer, in: table) } catch {
              failures.withLock { $0.append(error) }
            }
            isDone.signal()
          }
        }
        for _ in 1...writers { isDone.wait() }
      }
    }
    if let failure = failures.withLock({ $0.first }) { throw failure }
    return Double(commits * writers) / (times.min() ?? .infinity) * 1e9
  }

  private static func commit(_ count: Int, ofRecord id: Int, in table: MotionModel.ModelTable<Todo>) throws {
    guard var todo = table.find(id) else { return }
    for _ in 0..<count {
      todo.priority += 1
      try table.save(&todo)
    }
  }

  var open: Contestant {
    let file = folder.appending(path: "opened.motionmodel")
    return Contestant(.library, "Store(file: file, models: models)") {
      let store = try Store(file: file, models: [Todo.self], notificationCenter: nil)
      blackHole(store.commitCount)
      try store.journal?.close()
    }
  }
}

/// Flushes what a file contains, as cheaply as the system allows while it survives a loss of power.
private func flush(_ file: Int32) -> Int32 {
  #if canImport(Darwin)
    fcntl(file, F_FULLFSYNC)
  #else
    fdatasync(file)
  #endif
}

/// The same records in files of SQLite with a write-ahead log.
private struct JournaledDatabases {
  let rows: Int
  let normal: Database
  let full: Database

  init(rows: Int, _ folder: URL) throws {
    self.rows = rows
    func database(_ level: String) throws -> Database {
      try Database(Todo.many(rows), in: folder.appending(path: "\(level).sqlite")) {
        try $0.execute(sql: "PRAGMA journal_mode=WAL; PRAGMA synchronous=\(level)")
      }
    }
    (normal, full) = (try database("NORMAL"), try database("FULL"))
  }

  func save(_ option: String, _ database: Database, _ count: Int) -> Contestant {
    var todos = (0..<count).map { StoredTodo(Todo.make(1 + Int(World.scrambled($0) % UInt64(rows)), of: rows)) }
    return Contestant(.grdb, "queue.write { try todo.update($0) }, WAL, \(option)", operations: todos.count) {
      for index in todos.indices {
        todos[index].priority &+= 1
        try database.queue.write { try todos[index].update($0) }
      }
    }
  }
}
