import MotionModel
import MotionModelValidation

extension Suite {
  /// Compares calls with calls that should take as long: a page with the same rows by a condition, an enum with a number
  /// of as many values, one direction with the other. The neighbour takes the place of the hand-written code.
  static let neighbours = Suite(name: "neighbours") { bench, worlds in
    for rows in worlds.sizes {
      let store = Store(notificationCenter: nil)
      let table = store.table(StateTodo.self)
      try table.insert(contentsOf: StateTodo.many(rows))
      try bench.comparePages(table, rows)
      try bench.compareEnums(table, rows)
      try bench.compareDirections(table, rows)
      try bench.compareAggregates(table, rows)
      try bench.compareRules(rows)
      try bench.compareSaves(rows)
      try bench.compareLogged(rows)
    }
  }
}

/// A call of the library, and its answer.
private struct Call {
  let label: String
  let answer: () -> [Int]

  init(_ label: String, _ answer: @escaping () -> [Int]) { (self.label, self.answer) = (label, answer) }
}

extension Bench {
  /// Compares two calls of the library.
  private func compare(_ title: String, _ rows: Int, atMost limit: Double, _ call: Call, beside other: Call) throws {
    try compare(
      title, rows: rows, bars: [.atMost(limit, times: .hand)],
      [
        Contestant(.library, call.label, answer: call.answer) { blackHole(call.answer()) },
        Contestant(.hand, other.label, answer: other.answer) { blackHole(other.answer()) },
      ])
  }

  fileprivate func comparePages(_ table: ModelTable<StateTodo>, _ rows: Int) throws {
    let ordered = table.records.order(by: \.rank)
    let (middle, plain) = (ordered.page(size: rows / 2), table.records.page(size: rows / 2))
    guard let last = middle.records.last, let cursor = middle.next, let plainCursor = plain.next else { return }
    try compare(
      "A page behind a cursor, ordered index", rows, atMost: 5,
      Call("order(by: \\.rank).page(after: cursor, size: 50)") {
        ordered.page(after: cursor, size: 50).records.map(\.id)
      },
      beside: Call("where(\\.rank > rank).order(by: \\.rank).limit(50)") {
        table.where(\.rank > last.rank).order(by: \.rank).limit(50).all.map(\.id)
      })
    try compare(
      "A page behind a cursor, in the order of insertion", rows, atMost: 5,
      Call("page(after: cursor, size: 50)") {
        table.records.page(after: plainCursor, size: 50).records.map(\.id)
      },
      beside: Call("offset(half).limit(50)") { table.offset(rows / 2).limit(50).all.map(\.id) })
  }

  fileprivate func compareEnums(_ table: ModelTable<StateTodo>, _ rows: Int) throws {
    try compare(
      "Count where an enum is equal", rows, atMost: 3,
      Call("where(\\.state == .done).count") { [table.where(\.state == .done).count] },
      beside: Call("where(\\.number == 3).count") { [table.where(\.number == 3).count] })
    try compare(
      "Order by an enum, limit 20, no index", rows, atMost: 2,
      Call("order(by: \\.state).limit(20)") { [table.order(by: \.state).limit(20).all.count] },
      beside: Call("order(by: \\.number).limit(20)") { [table.order(by: \.number).limit(20).all.count] })
    try compare(
      "Order by a computed property, limit 20", rows, atMost: 8,
      Call("order(by: \\.computedRank).limit(20)") { table.order(by: \.computedRank).limit(20).all.map(\.id) },
      beside: Call("order { $0.rank < $1.rank }.limit(20)") {
        table.order { $0.rank < $1.rank }.limit(20).all.map(\.id)
      })
    try compare(
      "Order by a computed value, limit 20", rows, atMost: 8,
      Call("order(by: { $0.rank + 1 }).limit(20)") { table.order(by: { $0.rank + 1 }).limit(20).all.map(\.id) },
      beside: Call("order(by: \\.computedRank).limit(20)") {
        table.order(by: \.computedRank).limit(20).all.map(\.id)
      })
    try compare(
      "Order by a computed value", rows, atMost: 3,
      Call("order(by: { $0.rank + 1 })") { table.order(by: { $0.rank + 1 }).pluck(\.id) },
      beside: Call("order(by: \\.computedRank)") { table.order(by: \.computedRank).pluck(\.id) })
  }

  fileprivate func compareDirections(_ table: ModelTable<StateTodo>, _ rows: Int) throws {
    let (descending, ascending) = (
      table.order(by: \.indexedState, .descending).limit(20), table.order(by: \.indexedState).limit(20)
    )
    try compare(
      "Descending order of an indexed enum, limit 20", rows, atMost: 5,
      Call("order(by: \\.indexedState, .descending)") { [descending.all.count] },
      beside: Call("order(by: \\.indexedState)") { [ascending.all.count] })
    try compare(
      "The last 20 records", rows, atMost: 5, Call("last(20)") { [table.last(20).count] },
      beside: Call("first(20)") { [table.first(20).count] })
  }

  fileprivate func compareAggregates(_ table: ModelTable<StateTodo>, _ rows: Int) throws {
    let ordered = table.order(by: \.number)
    try compare(
      "Sum of an ordered finder", rows, atMost: 3, Call("order(by: \\.number).sum(\\.rank)") { [ordered.sum(\.rank)] },
      beside: Call("sum(\\.rank)") { [table.sum(\.rank)] })
    try compare(
      "Groups of an ordered finder", rows, atMost: 3,
      Call("order(by: \\.number).group(by: \\.number).count()") { [ordered.group(by: \.number).count().count] },
      beside: Call("group(by: \\.number).count()") { [table.group(by: \.number).count().count] })
  }

  /// The number of records is that of a scope, whatever the size of the table.
  fileprivate func compareRules(_ rows: Int) throws {
    let table = Store(notificationCenter: nil).table(ScopedTodo.self)
    var todo = try table.insert(contentsOf: (0..<700).map { ScopedTodo(name: "\($0)") })[350]
    func update(_ change: (inout ScopedTodo) -> Void) -> [Int] {
      change(&todo)
      do { try table.save(&todo) } catch { return [] }
      return [todo.id]
    }
    try compare(
      "Save under Uniqueness in a scope of 700", rows, atMost: 0.5,
      Call("save(&todo), another column") { update { $0.priority += 1 } },
      beside: Call("save(&todo), the column of the rule") { update { $0.name = $0.name == "350" ? "new" : "350" } })
  }
}

extension Bench {
  /// Saves of one column beside saves of whole records, of a thousand records in random order.
  fileprivate func compareSaves(_ rows: Int) throws {
    let table = Store(notificationCenter: nil).table(Todo.self)
    try table.insert(contentsOf: Todo.many(rows))
    let ids = Set((0..<1_000).map { 1 + Int(World.scrambled($0) % UInt64(rows)) }).sorted()
    func contestant(
      _ kind: Contestant.Kind, _ label: String, _ save: @escaping (inout Todo) throws -> Void
    ) -> Contestant {
      var todos = ids.compactMap { table.find($0) }
      return Contestant(kind, label, operations: todos.count) {
        for index in todos.indices { try save(&todos[index]) }
      }
    }
    let whole = contestant(.hand, "table.save(&todo)") { todo in
      todo.rank &+= 1
      try table.save(&todo)
    }
    try compare(
      "Save one changed column, by its name", rows: rows, bars: [.atMost(1.1, times: .hand)],
      [
        contestant(.library, "table.save(&todo, only: \\.rank)") { todo in
          todo.rank &+= 1
          try table.save(&todo, only: \.rank)
        }, whole,
      ])
    try compare(
      "Save one changed column, by a closure", rows: rows, bars: [.atMost(1.1, times: .hand)],
      [contestant(.library, "table.update(&todo) { $0.rank += 1 }") { try table.update(&$0) { $0.rank &+= 1 } }, whole])
  }

  /// Finders and lookups while no log of finders runs: in a store that had one before, beside one that never had.
  fileprivate func compareLogged(_ rows: Int) throws {
    let (table, logged) = (Store(notificationCenter: nil).table(Todo.self), Store(notificationCenter: nil))
    for store in [table.store, logged] { try store.table(Todo.self).insert(contentsOf: Todo.many(rows)) }
    let other = logged.table(Todo.self)
    let log = logged.logFinders()
    blackHole(other.find(1)?.id)
    log.cancel()
    let ids = (0..<1_000).map { 1 + Int(World.scrambled($0) % UInt64(rows)) }
    func lookups(_ table: ModelTable<Todo>) -> [Int] { [ids.reduce(0) { $0 &+ (table.find($1)?.rank ?? 0) }] }
    func finders(_ table: ModelTable<Todo>) -> [Int] {
      ids.prefix(20).map { table.where(\.id == $0).limit(1).count }
    }
    try compare(
      "A thousand lookups by id, no log any more", rows, atMost: 1.05, Call("find(id)") { lookups(other) },
      beside: Call("find(id), never a log") { lookups(table) })
    try compare(
      "Twenty finders, no log any more", rows, atMost: 1.05, Call("where(\\.id == id).count") { finders(other) },
      beside: Call("the same, never a log") { finders(table) })
  }
}

/// A record with a rule that compares it with the others of its project.
private struct ScopedTodo: Model, Validatable {
  var id = 0
  var name = ""
  var projectID = 1
  var priority = 0

  static let schema = Schema<ScopedTodo> {
    Column(\.name)
    Column(\.projectID, .indexed)
    Column(\.priority)
  }
  static let validations = Validations<ScopedTodo> { Uniqueness(\.name, scope: \.projectID) }

  init() {}
  init(name: String) { self.name = name }
}
