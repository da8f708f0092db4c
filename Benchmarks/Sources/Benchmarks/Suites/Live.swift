import GRDB
import MotionModel
import MotionModelLive

extension Suite {
  /// Commits with live results, beside the same commits without any, which take the place of the hand-written code; beside
  /// running the finder again after each commit; and beside GRDB's observation, whose value is awaited after each commit.
  static let live = Suite(name: "live") { bench, worlds in
    try bench.compareWindows(worlds.sizes)
    for rows in worlds.sizes {
      try bench.compareValues(rows)
      try bench.compareUnconcerned(rows)
      try bench.compareOpening(rows)
    }
  }
}

extension Bench {
  /// A list in the order of an indexed column, of which 50 records are shown.
  fileprivate func compareWindows(_ sizes: [Int]) throws {
    var single: [Comparison] = []
    for rows in sizes {
      let todos = IndexedTodo.many(rows)
      single.append(
        try compare(
          "Save a record of a live list of which 50 are shown", rows: rows, bars: [.beyond(.hand, nanoseconds: 5_000)],
          [
            try LiveList(todos).update, try PlainList(todos).update, try PlainList(todos).updateAndFind,
            try ObservedList(todos).update,
          ]))
      try compare(
        "Change 1,000 records in one commit, 50 of the live list are shown", rows: rows, unit: "record",
        bars: [.beyond(.hand, nanoseconds: 1_000)], [try LiveList(todos).updateMany, try PlainList(todos).updateMany])
      try compare(
        "Change 1,000 records in one commit, all of the live list are shown", rows: rows, unit: "record",
        [try LiveList(todos, shown: rows).updateMany, try PlainList(todos, shown: rows).updateMany])
    }
    judgeGrowth(single, atMost: 2)
  }
}

/// Updates of single records, each of which changes the first 50 records by rank. All contestants make the same ones.
private struct ListUpdates {
  private let rows: Int
  /// The records that change, in order.
  private var order: [(rank: Int, id: Int)]
  private var number = 0

  init(_ todos: [IndexedTodo]) {
    rows = todos.count
    order = todos.filter { $0.rank < 200 }.map { ($0.rank, $0.id) }.sorted { $0 < $1 }
  }

  mutating func next(_ count: Int) -> [IndexedTodo] { (0..<count).map { _ in next() } }

  /// Moves one of the first 50 records to anywhere among the first 200, and then one of the others to the first 50.
  private mutating func next() -> IndexedTodo {
    number += 1
    let random = Int(World.scrambled(number) >> 32)
    let isShown = number % 2 == 0
    let index = isShown ? random % 50 : 50 + random % (order.count - 50)
    var todo = IndexedTodo.make(order[index].id, of: rows)
    todo.rank = (random >> 8) % (isShown ? 200 : max(1, order[49].rank))
    if todo.rank == order[index].rank { todo.rank += 1 }
    order[index].rank = todo.rank
    order.sort { $0 < $1 }
    return todo
  }
}

extension MotionModel.ModelTable<IndexedTodo> {
  /// The first records by rank.
  fileprivate func list(_ count: Int) -> Finder<IndexedTodo> { records.order(by: \.rank).limit(count).finder }

  fileprivate func updateMany(_ round: Int) throws {
    let rows = count
    try self.where(\.id <= 1_000).updateAll { $0.rank = Int(World.scrambled($0.id + round * 1_000) % UInt64(rows)) }
  }
}

/// A store without live results.
private final class PlainList {
  let store = Store(notificationCenter: nil)
  let table: MotionModel.ModelTable<IndexedTodo>
  let shown: Int
  var updates: ListUpdates
  var round = 0

  init(_ todos: [IndexedTodo], shown: Int = 50) throws {
    (table, updates, self.shown) = (store.table(IndexedTodo.self), ListUpdates(todos), shown)
    try table.insert(contentsOf: todos)
  }

  var update: Contestant {
    contestant(.hand, "table.save(&todo)", after: {}) { self.table.list(self.shown).all.map(\.id) }
  }

  var updateAndFind: Contestant {
    contestant(.hand, "table.save(&todo), order(by: \\.rank).limit(50).all") {
      blackHole(self.table.list(self.shown).all)
    } answer: {
      self.table.list(self.shown).all.map(\.id)
    }
  }

  var updateMany: Contestant {
    contestantOfMany(.hand, "where(\\.id <= 1_000).updateAll { $0.rank = rank }") {
      self.table.list(self.shown).all.map(\.id)
    }
  }

  /// Saves records one by one.
  func contestant(
    _ kind: Contestant.Kind, _ label: String, after: @escaping () -> Void, answer: @escaping () -> [Int]
  ) -> Contestant {
    var todos: [IndexedTodo] = []
    return Contestant(kind, label, operations: 1_000) {
      for var todo in self.updates.next(100) { try self.table.save(&todo) }
      return answer()
    } before: {
      todos = self.updates.next(1_000)
    } body: {
      for index in todos.indices {
        try self.table.save(&todos[index])
        after()
      }
    }
  }

  func contestantOfMany(_ kind: Contestant.Kind, _ label: String, answer: @escaping () -> [Int]) -> Contestant {
    Contestant(kind, label, operations: 1_000) {
      try self.table.updateMany(0)
      return answer()
    } body: {
      self.round += 1
      try self.table.updateMany(self.round)
    }
  }
}

/// A store with a live result, whose changes are received.
private final class LiveList {
  let plain: PlainList
  let live: LiveResults<IndexedTodo>
  let observation: StoreObservation

  init(_ todos: [IndexedTodo], shown: Int = 50) throws {
    plain = try PlainList(todos, shown: shown)
    live = plain.table.list(shown).live()
    observation = live.onChange { blackHole($0.insertions.count) }
  }

  var update: Contestant {
    plain.contestant(.library, "table.save(&todo), order(by: \\.rank).limit(50).live().onChange", after: {}) {
      self.live.map(\.id)
    }
  }

  var updateMany: Contestant {
    plain.contestantOfMany(.library, "updateAll, order(by: \\.rank).live().onChange") { self.live.map(\.id) }
  }
}

/// The same in GRDB.
private final class ObservedList {
  let observed: ObservedDatabase<[Int]>
  var updates: ListUpdates

  init(_ todos: [IndexedTodo]) throws {
    updates = ListUpdates(todos)
    observed = try ObservedDatabase(Database(todos, indexes: ["rank"])) {
      try StoredTodo.fetchAll($0.cachedStatement(sql: "SELECT * FROM todo ORDER BY rank, id LIMIT 50")).map(\.id)
    }
  }

  var update: Contestant {
    var todos: [StoredTodo] = []
    return Contestant(.grdb, "queue.write { try todo.update($0) }, ValueObservation", operations: 100) {
      for todo in self.updates.next(100) { try self.observed.update(StoredTodo(todo)) }
      return self.observed.value
    } before: {
      todos = self.updates.next(100).map(StoredTodo.init)
    } body: {
      for todo in todos { try self.observed.update(todo) }
    }
  }
}
