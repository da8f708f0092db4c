import Foundation
import GRDB
import MotionModel

extension Suite {
  /// Conditions other than those of ``scanning``, on columns without an index.
  static let conditions = Suite(name: "conditions") { bench, worlds in
    try worlds.forEach { world in
      let (todos, records) = (world.todos, world.store.table(Todo.self).records)
      let (from, to) = (date(world.rows / 50), date(world.rows / 20))
      let project = world.rows / 200
      let ranks = [1, world.rows / 3, world.rows / 2, world.rows - 1]
      try bench.compareNumbers(
        "Count where a String contains", world, "\\.name.contains(part)",
        { records.where(\.name).contains("dog no. 77").count }, hand: { countNames(todos, containing: "dog no. 77") },
        sql: "SELECT COUNT(*) FROM todo WHERE instr(name, ?) > 0", ["dog no. 77"])
      try bench.compareNumbers(
        "Count where a String contains, ignoring case", world, "\\.name.contains(part, caseSensitive: false)",
        { records.where(\.name).contains("DOG NO. 77", caseSensitive: false).count },
        hand: { countNames(todos, ignoringCase: "dog no. 77") },
        sql: "SELECT COUNT(*) FROM todo WHERE name LIKE ?", ["%DOG NO. 77%"])
      try bench.compareNumbers(
        "Count where a String starts", world, "\\.name.startsWith(part)",
        { records.where(\.name).startsWith("Walk the dog no. 77").count },
        hand: { countNames(todos, startingWith: "Walk the dog no. 77") },
        sql: "SELECT COUNT(*) FROM todo WHERE name GLOB ?", ["Walk the dog no. 77*"])
      try bench.compareNumbers(
        "Count where a Date is in a range", world, "\\.dueDate >= from && \\.dueDate < to",
        { records.where(\.dueDate >= from && \.dueDate < to).count }, hand: { countDates(todos, from, to) },
        sql: "SELECT COUNT(*) FROM todo WHERE dueDate >= ? AND dueDate < ?",
        [from.timeIntervalSinceReferenceDate, to.timeIntervalSinceReferenceDate])
      try bench.compareNumbers(
        "Count where an optional Int is equal", world, "\\.projectID == project",
        { records.where(\.projectID == project).count }, hand: { countProjects(todos, project) },
        sql: "SELECT COUNT(*) FROM todo WHERE projectID = ?", [project])
      try bench.compareNumbers(
        "Count where an Int is one of four", world, "\\.rank.in(ranks)", { records.where(\.rank).in(ranks).count },
        hand: { countRanks(todos, in: ranks) },
        sql: "SELECT COUNT(*) FROM todo WHERE rank IN (?, ?, ?, ?)", StatementArguments(ranks))
    }
  }

  private static func date(_ hours: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(hours) * 3_600) }
}

extension Bench {
  /// Compares ways to compute one number.
  func compareNumbers(
    _ title: String, _ world: World, _ label: String, _ library: @escaping () -> Int, hand: @escaping () -> Int,
    sql: String, _ arguments: StatementArguments = []
  ) throws {
    let database = try world.database().plain
    func contestant(_ kind: Contestant.Kind, _ label: String, _ number: @escaping () throws -> Int) -> Contestant {
      Contestant(kind, label, answer: { [try number()] }, body: { blackHole(try number()) })
    }
    try compare(
      title, rows: world.rows,
      [
        contestant(.library, label, library), contestant(.hand, "a loop over an array", hand),
        contestant(.grdb, sql) { try database.count(sql, arguments) },
      ])
  }
}

@inline(never)
private func countNames(_ todos: [Todo], containing part: String) -> Int {
  var count = 0
  for todo in todos where todo.name.contains(part) { count += 1 }
  return count
}

@inline(never)
private func countNames(_ todos: [Todo], ignoringCase part: String) -> Int {
  var count = 0
  for todo in todos where todo.name.lowercased().contains(part) { count += 1 }
  return count
}

@inline(never)
private func countNames(_ todos: [Todo], startingWith part: String) -> Int {
  var count = 0
  for todo in todos where todo.name.hasPrefix(part) { count += 1 }
  return count
}

@inline(never)
private func countDates(_ todos: [Todo], _ from: Date, _ to: Date) -> Int {
  var count = 0
  for todo in todos where todo.dueDate >= from && todo.dueDate < to { count += 1 }
  return count
}

@inline(never)
private func countProjects(_ todos: [Todo], _ project: Int) -> Int {
  var count = 0
  for todo in todos where todo.projectID == project { count += 1 }
  return count
}

@inline(never)
private func countRanks(_ todos: [Todo], in ranks: [Int]) -> Int {
  var count = 0
  for todo in todos where ranks.contains(todo.rank) { count += 1 }
  return count
}
