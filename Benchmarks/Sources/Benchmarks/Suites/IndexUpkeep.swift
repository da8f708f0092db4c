import MotionModel

extension Suite {
  /// The cost of building each kind of index, of changes of rows with it, and of dropping it.
  static let upkeep = Suite(name: "upkeep") { bench, worlds in
    for rows in worlds.sizes {
      let (todos, tagged) = (Todo.many(rows, areNew: true), TaggedTodo.tagged(rows))
      for kind in IndexKind<Todo>.all { try kind.measure(with: todos, in: bench) }
      for kind in IndexKind<TaggedTodo>.all { try kind.measure(with: tagged, in: bench) }
    }
  }
}

/// A kind of index to be measured, and a change of a record that updates it.
private struct IndexKind<Record: TodoRow>: Sendable where Record.Adapter == ArrayAdapter {
  let title: String
  let index: Index<Record>?
  let change: @Sendable (inout Record, Int) -> Void

  func measure(with todos: [Record], in bench: Bench) throws {
    let rows = todos.count
    try bench.compare("Insert many: \(title)", rows: rows, unit: "row", [insert(todos)])
    try bench.compare("Update: \(title)", rows: rows, [update(todos)])
    try bench.compare("Delete all: \(title)", rows: rows, unit: "row", [deleteAll(todos)])
    guard let index else { return }
    try bench.compare("Build: \(title)", rows: rows, unit: "row", [build(index, todos)])
    try bench.compare("Drop: \(title)", rows: rows, [drop(todos)])
  }

  private func store(_ todos: [Record]) throws -> Store {
    let store = Store(notificationCenter: nil)
    try store.table(Record.self).insert(contentsOf: todos)
    return store
  }

  private func indexed(_ todos: [Record]) throws -> Store {
    let store = try store(todos)
    if let index { try store.addIndex(index) }
    return store
  }

  // MARK: - What is measured

  func build(_ index: Index<Record>, _ todos: [Record]) -> Contestant {
    let keeper = Keeper<Store>()
    return Contestant(
      .library, "store.addIndex(index)", operations: todos.count, before: { keeper.value = try store(todos) }
    ) {
      try keeper.value?.addIndex(index)
    }
  }

  func insert(_ todos: [Record]) -> Contestant {
    let keeper = Keeper<Store>()
    return Contestant(
      .library, "table.insert(contentsOf: todos)", operations: todos.count, before: { keeper.value = try indexed([]) }
    ) {
      try keeper.value?.table(Record.self).insert(contentsOf: todos)
    }
  }

  /// Finds a record, changes it and saves it.
  func update(_ todos: [Record]) throws -> Contestant {
    let table = try indexed(todos).table(Record.self)
    var number = 0
    return Contestant(.library, "find, change, table.save(&todo)") {
      number += 1
      guard var todo = table.find(1 + Int(World.scrambled(number) % UInt64(todos.count))) else { return }
      change(&todo, number)
      try table.save(&todo)
    }
  }

  func deleteAll(_ todos: [Record]) -> Contestant {
    let keeper = Keeper<Store>()
    return Contestant(
      .library, "table.deleteAll()", operations: todos.count, before: { keeper.value = try indexed(todos) }
    ) {
      try keeper.value?.table(Record.self).deleteAll()
    }
  }

  func drop(_ todos: [Record]) -> Contestant {
    let keeper = Keeper<Store>()
    return Contestant(.library, "store.removeIndex(name, of: Todo.self)", before: { keeper.value = try indexed(todos) })
    {
      if let store = keeper.value, let name = store.indexes(of: Record.self).first?.name {
        try store.removeIndex(name, of: Record.self)
      }
    }
  }
}

extension IndexKind<Todo> {
  static var all: [IndexKind] {
    [
      IndexKind(title: "no index", index: nil) { $0.location = World.location($1) },
      IndexKind(title: "hash index of 10 values", index: Index(\.location)) { $0.location = World.location($1) },
      IndexKind(title: "unique index", index: Index(\.name, unique: true)) { $0.name = "No. \($0.id), \($1)" },
      IndexKind(title: "ordered index", index: Index(orderedBy: \.rank)) { $0.rank = $1 },
      IndexKind(title: "index of two columns", index: Index(\.location, \.rank)) { $0.rank = $1 },
      IndexKind(title: "hash index of half of the rows", index: Index(\.location, where: \.priority < 500)) {
        $0.priority = $1 % 1_000
      },
      IndexKind(title: "substring index", index: Index(substringsOf: \.name)) { $0.name = "No. \($0.id), \($1)" },
    ]
  }
}

extension IndexKind<TaggedTodo> {
  static var all: [IndexKind] {
    [
      IndexKind(title: "no index, records with an array", index: nil) { $0.tags = TaggedTodo.tags($1) },
      IndexKind(title: "index of three elements of an array", index: Index(elementsOf: \.tags)) {
        $0.tags = TaggedTodo.tags($1)
      },
      IndexKind(title: "hash index of a computed property", index: Index(\.century)) { $0.rank = $1 },
    ]
  }
}
