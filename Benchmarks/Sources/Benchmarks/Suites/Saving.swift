import Foundation
import GRDB
import MotionModel

extension Suite {
  /// Saves one record at a time.
  static let saving = Suite(name: "saving") { bench, worlds in
    for rows in worlds.sizes {
      let writers = try Writers(rows: rows)
      try bench.compare("Save one record, nobody listening", rows: rows, [writers.plain, writers.hand, writers.sql])
      try bench.compare(
        "Save one record, static call, notification to one observer", rows: rows, bars: [.nanoseconds(2_500)],
        [writers.notifying, writers.hand, writers.sql])
      try bench.compare(
        "Save one record, two hooks, notification to one observer", rows: rows, bars: [.nanoseconds(2_500)],
        [writers.hooked, writers.hand, writers.sql])
      try bench.compare(
        "Save one record, two hooks, beside the same notification", rows: rows,
        bars: [.beyond(.hand, nanoseconds: 1_000)], [writers.hooked, writers.posts])
      try bench.compare("Create one record", rows: rows, [writers.create, writers.add])
    }
  }
}

/// The stores, the dictionary and the database that are written to.
private final class Writers {
  let rows: Int
  let center = NotificationCenter()
  let quiet = Store(notificationCenter: nil)
  let loud: Store
  let growing = Store(notificationCenter: nil)
  let database: Database
  var dictionary: [Int: Todo]
  private var observers: [any NSObjectProtocol] = []

  init(rows: Int) throws {
    self.rows = rows
    let todos = Todo.many(rows)
    loud = Store(notificationCenter: center)
    try quiet.table(Todo.self).insert(contentsOf: todos)
    try growing.table(Todo.self).insert(contentsOf: todos)
    try loud.silenced { [loud] in
      try loud.table(Todo.self).insert(contentsOf: todos)
      try loud.table(HookedTodo.self).insert(contentsOf: HookedTodo.many(rows))
    }
    dictionary = Dictionary(uniqueKeysWithValues: todos.map { ($0.id, $0) })
    database = try Database(todos)
    observers.append(
      center.addObserver(forName: .motionModelDataDidChange, object: nil, queue: nil) { blackHole($0.userInfo?.count) })
  }

  /// The ids of the records that are saved.
  private var ids: [Int] {
    var seen: Set<Int> = []
    return (0..<1_000).map { 1 + Int(World.scrambled($0) % UInt64(rows)) }.filter { seen.insert($0).inserted }
  }

  var plain: Contestant {
    let table = quiet.table(Todo.self)
    var todos = some(table)
    return Contestant(.library, "table.save(&todo)", operations: todos.count) {
      try self.savedPriority(table)
    } body: {
      for index in todos.indices {
        todos[index].rank &+= 1
        try table.save(&todos[index])
      }
    }
  }

  var notifying: Contestant {
    let store = loud
    var todos = some(store.table(Todo.self))
    return Contestant(.library, "todo.save()", operations: todos.count) {
      try self.savedPriority(store.table(Todo.self))
    } body: {
      try Store.with(store) {
        for index in todos.indices {
          todos[index].rank &+= 1
          try todos[index].save()
        }
      }
    }
  }

  var hooked: Contestant {
    let store = loud
    var todos = some(store.table(HookedTodo.self))
    return Contestant(.library, "todo.save()", operations: todos.count) {
      try self.savedPriority(store.table(HookedTodo.self))
    } body: {
      try Store.with(store) {
        for index in todos.indices {
          todos[index].priority &+= 1
          try todos[index].save()
        }
      }
    }
  }

  /// Posts what a save posts, with as many entries, to as many observers.
  var posts: Contestant {
    let (center, todos) = (center, some(loud.table(Todo.self)))
    let info: [AnyHashable: Any] = ["action": "update", "store": loud, "changeset": 0]
    return Contestant(.hand, "center.post(name: name, object: todo, userInfo: info)", operations: todos.count) {
      for todo in todos { center.post(name: .motionModelDataDidChange, object: todo, userInfo: info) }
    }
  }

  /// Returns up to a thousand records of a table in random order, without duplicates.
  private func some<Record: TodoRow>(_ table: MotionModel.ModelTable<Record>) -> [Record]
  where Record.Adapter == ArrayAdapter {
    ids.compactMap { table.find($0) }
  }

  /// Saves a new priority of the first record, and returns the stored one.
  private func savedPriority<Record: TodoRow>(_ table: MotionModel.ModelTable<Record>) throws -> [Int]
  where Record.Adapter == ArrayAdapter {
    guard var todo = table.find(1) else { return [] }
    todo.priority = 7
    try table.save(&todo)
    return [table.find(1)?.priority ?? 0]
  }

  var hand: Contestant {
    var todos = ids.compactMap { dictionary[$0] }
    return Contestant(.hand, "dictionary[todo.id] = todo", operations: todos.count) {
      self.dictionary[1]?.priority = 7
      return [self.dictionary[1]?.priority ?? 0]
    } body: {
      for index in todos.indices {
        todos[index].rank &+= 1
        self.dictionary[todos[index].id] = todos[index]
      }
    }
  }

  var sql: Contestant {
    var todos = ids.compactMap { dictionary[$0].map(StoredTodo.init) }
    return Contestant(.grdb, "queue.write { try todo.update($0) }", operations: todos.count) {
      try self.database.queue.write { database in
        guard var todo = try StoredTodo.fetchOne(database, key: 1) else { return [] }
        todo.priority = 7
        try todo.update(database)
        return [try StoredTodo.fetchOne(database, key: 1)?.priority ?? 0]
      }
    } body: {
      for index in todos.indices {
        todos[index].rank &+= 1
        try self.database.queue.write { try todos[index].update($0) }
      }
    }
  }

  var create: Contestant {
    let table = growing.table(Todo.self)
    var todo = Todo.make(1, of: rows, isNew: true)
    return Contestant(.library, "table.save(&todo), a new one") {
      todo.id = 0
      try table.save(&todo)
    }
  }

  var add: Contestant {
    var (todo, next) = (Todo.make(1, of: rows), rows)
    return Contestant(.hand, "dictionary[newID] = todo") {
      next += 1
      todo.id = next
      self.dictionary[next] = todo
    }
  }
}
