import MotionModel

extension Suite {
  /// What each kind of index costs when it is built, when rows come, change and go, and when it is dropped.
  static let upkeep = Suite(name: "upkeep") { bench, worlds in
    for rows in worlds.sizes {
      let todos = Todo.many(rows, areNew: true)
      for kind in IndexKindOfTodo.all {
        try bench.compare("Insert many: \(kind.title)", rows: rows, unit: "row", [kind.insert(todos)])
        try bench.compare("Update: \(kind.title)", rows: rows, [kind.update(todos)])
        try bench.compare("Delete all: \(kind.title)", rows: rows, unit: "row", [kind.deleteAll(todos)])
        guard let index = kind.index else { continue }
        try bench.compare("Build: \(kind.title)", rows: rows, unit: "row", [kind.build(index, todos)])
        try bench.compare("Drop: \(kind.title)", rows: rows, [kind.drop(index, todos)])
      }
    }
  }
}

/// A kind of index to be measured, and a change of a record that it has to follow.
private struct IndexKindOfTodo: Sendable {
  let title: String
  let index: Index<Todo>?
  let change: @Sendable (inout Todo, Int) -> Void

  static let all = [
    IndexKindOfTodo(title: "no index", index: nil) { $0.location = World.location($1) },
    IndexKindOfTodo(title: "hash index of 10 values", index: Index(\.location)) { $0.location = World.location($1) },
    IndexKindOfTodo(title: "unique index", index: Index(\.name, unique: true)) { $0.name = "No. \($0.id), \($1)" },
    IndexKindOfTodo(title: "ordered index", index: Index(orderedBy: \.rank)) { $0.rank = $1 },
    IndexKindOfTodo(title: "index of two columns", index: Index(\.location, \.rank)) { $0.rank = $1 },
    IndexKindOfTodo(title: "hash index of half of the rows", index: Index(\.location, where: \.priority < 5)) {
      $0.priority = $1 % 10
    },
    IndexKindOfTodo(title: "substring index", index: Index(substringsOf: \.name)) { $0.name = "No. \($0.id), \($1)" },
  ]

  private func store(_ todos: [Todo]) throws -> Store {
    let store = Store(notificationCenter: nil)
    try store.table(Todo.self).insert(contentsOf: todos)
    return store
  }

  private func indexed(_ todos: [Todo]) throws -> Store {
    let store = try store(todos)
    if let index { try store.addIndex(index) }
    return store
  }

  // MARK: - What is measured

  func build(_ index: Index<Todo>, _ todos: [Todo]) -> Contestant {
    let keeper = Keeper<Store>()
    return Contestant(
      .library, "store.addIndex(index)", operations: todos.count, before: { keeper.value = try store(todos) }
    ) {
      try keeper.value?.addIndex(index)
    }
  }

  func insert(_ todos: [Todo]) -> Contestant {
    let keeper = Keeper<Store>()
    return Contestant(
      .library, "table.insert(contentsOf: todos)", operations: todos.count, before: { keeper.value = try indexed([]) }
    ) {
      try keeper.value?.table(Todo.self).insert(contentsOf: todos)
    }
  }

  /// Finds a record, changes it and saves it.
  func update(_ todos: [Todo]) throws -> Contestant {
    let table = try indexed(todos).table(Todo.self)
    var number = 0
    return Contestant(.library, "find, change, table.save(&todo)") {
      number += 1
      guard var todo = table.find(1 + Int(World.scrambled(number) % UInt64(todos.count))) else { return }
      change(&todo, number)
      try table.save(&todo)
    }
  }

  func deleteAll(_ todos: [Todo]) -> Contestant {
    let keeper = Keeper<Store>()
    return Contestant(
      .library, "table.deleteAll()", operations: todos.count, before: { keeper.value = try indexed(todos) }
    ) {
      try keeper.value?.table(Todo.self).deleteAll()
    }
  }

  func drop(_ index: Index<Todo>, _ todos: [Todo]) -> Contestant {
    let keeper = Keeper<Store>()
    return Contestant(.library, "store.removeIndex(name, of: Todo.self)", before: { keeper.value = try indexed(todos) })
    {
      try keeper.value?.removeIndex(index.name, of: Todo.self)
    }
  }
}
