import Foundation
import MotionModel
import MotionModelJournal

extension Suite {
  /// Saves records of a store that was opened from a file, beside one that is only in memory, and opens it again.
  static let journaling = Suite(name: "journaling") { bench, worlds in
    let folder = FileManager.default.temporaryDirectory.appending(path: "MotionModelBenchmarks-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for rows in worlds.sizes {
      let stores = try JournaledStores(rows: rows, folder)
      try bench.compare("Save one record, in memory", rows: rows, [stores.save(stores.memory)])
      try bench.compare("Save one record, flushed every second", rows: rows, [stores.save(stores.everySecond)])
      try bench.compare("Save one record, flushed at every commit", rows: rows, [stores.save(stores.everyCommit, 20)])
      try bench.compare("Open a file with 100,000 commits in its journal", rows: rows, [stores.open])
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

  var open: Contestant {
    let file = folder.appending(path: "opened.motionmodel")
    return Contestant(.library, "Store(file: file, models: models)") {
      let store = try Store(file: file, models: [Todo.self], notificationCenter: nil)
      blackHole(store.commitCount)
      try store.journal?.close()
    }
  }
}
