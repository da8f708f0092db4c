import GRDB
import MotionModel

extension Suite {
  /// Reads the children of one parent among increasingly many others.
  static let relations = Suite(name: "relations") { bench, worlds in
    var (counts, alls) = ([Comparison](), [Comparison]())
    for parents in bench.options.isQuick ? [10] : [1_000, 10_000] {
      let family = try Family(parents: parents)
      counts.append(
        try bench.compare("A relation's count, 100 children", rows: parents * 100, family.counts))
      alls.append(try bench.compare("A relation's all, 100 children", rows: parents * 100, family.alls))
    }
    bench.judgeGrowth(counts, atMost: 1.5)
    bench.judgeGrowth(alls, atMost: 1.5)
  }
}

/// Parents with a hundred children each.
private struct Family {
  let store = Store(notificationCenter: nil)
  let groups: [Int: [ChildTodo]]
  let database: Database
  let parents: [Project]

  init(parents count: Int) throws {
    try Project.fill(store, parents: count, children: 100)
    let children = ChildTodo.family(parents: count, children: 100)
    groups = Dictionary(grouping: children) { $0.projectID ?? 0 }
    database = try Database(children, indexes: ["projectID"])
    // Ten parents for all sizes, spread over the ids, so that caching affects all sizes alike.
    let table = store.table(Project.self)
    parents = (0..<10).compactMap { table.find(1 + $0 * count / 10) }
  }

  private var ids: [Int] { parents.map(\.id) }

  var counts: [Contestant] {
    let sql = "SELECT COUNT(*) FROM todo WHERE projectID = ?"
    return [
      Contestant(.library, "project.todos.count", operations: parents.count) {
        Store.with(store) { parents.map { $0.todos.count } }
      } body: {
        Store.with(store) { for parent in parents { blackHole(parent.todos.count) } }
      },
      Contestant(.hand, "groups[id].count", operations: parents.count) {
        ids.map { groups[$0]?.count ?? 0 }
      } body: {
        for id in ids { blackHole(groups[id]?.count ?? 0) }
      },
      Contestant(.grdb, sql, operations: parents.count) {
        try ids.map { try database.count(sql, [$0]) }
      } body: {
        for id in ids { blackHole(try database.count(sql, [id])) }
      },
    ]
  }

  var alls: [Contestant] {
    let sql = "SELECT * FROM todo WHERE projectID = ?"
    return [
      Contestant(.library, "project.todos.all", operations: parents.count) {
        Store.with(store) { parents.flatMap { $0.todos.all.map(\.id) } }
      } body: {
        Store.with(store) { for parent in parents { blackHole(parent.todos.all) } }
      },
      Contestant(.hand, "a copy of groups[id]", operations: parents.count) {
        ids.flatMap { copy(groups[$0] ?? []).map(\.id) }
      } body: {
        for id in ids { blackHole(copy(groups[id] ?? [])) }
      },
      Contestant(.grdb, sql, operations: parents.count) {
        try ids.flatMap { try database.all(sql, [$0]).map(\.id) }
      } body: {
        for id in ids { blackHole(try database.all(sql, [id])) }
      },
    ]
  }
}

@inline(never)
private func copy(_ todos: [ChildTodo]) -> [ChildTodo] {
  var result: [ChildTodo] = []
  result.reserveCapacity(todos.count)
  result.append(contentsOf: todos)
  return result
}
