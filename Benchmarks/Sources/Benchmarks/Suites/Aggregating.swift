import GRDB
import MotionModel

extension Suite {
  /// Aggregates and values of one column.
  static let aggregating = Suite(name: "aggregating") { bench, worlds in
    try worlds.forEach { world in
      let (todos, records) = (world.todos, world.store.table(Todo.self).records)
      let half = world.rows / 2
      try bench.compareNumbers(
        "Sum of an Int", world, "Todo.sum(\\.rank)", { records.sum(\.rank) }, hand: { sumRanks(todos) },
        sql: "SELECT SUM(rank) FROM todo")
      try bench.compareNumbers(
        "Sum of an optional Int, of half the rows", world, "Todo.where(\\.rank < half).sum(\\.projectID)",
        { records.where(\.rank < half).sum(\.projectID) }, hand: { sumProjects(todos, half) },
        sql: "SELECT SUM(projectID) FROM todo WHERE rank < ?", [half])
      try bench.compareNumbers(
        "Average of an Int", world, "Todo.average(\\.rank)", { Int(records.average(\.rank) ?? 0) },
        hand: { averageRank(todos) }, sql: "SELECT CAST(AVG(rank) AS INTEGER) FROM todo")
      try bench.compareNumbers(
        "Maximum of an Int", world, "Todo.maximum(\\.rank)", { records.maximum(\.rank) ?? 0 },
        hand: { maximumRank(todos) }, sql: "SELECT MAX(rank) FROM todo")
      try bench.compareNumbers(
        "Count in 1,000 groups", world, "Todo.group(by: \\.priority).count()",
        { records.group(by: \.priority).count().values.max() ?? 0 }, hand: { largestGroup(todos) },
        sql: "SELECT MAX(number) FROM (SELECT COUNT(*) AS number FROM todo GROUP BY priority)")
      try bench.compareNumbers(
        "Values of one column", world, "Todo.pluck(\\.rank)", { records.pluck(\.rank).count },
        hand: { ranks(todos).count }, sql: "SELECT COUNT(rank) FROM todo")
      try bench.compareNumbers(
        "Count of the distinct values of a text", world, "Todo.distinct(by: \\.location).count",
        { records.distinct(by: \.location).count }, hand: { Set(todos.map(\.location)).count },
        sql: "SELECT COUNT(DISTINCT location) FROM todo")
    }
  }
}

@inline(never)
private func sumRanks(_ todos: [Todo]) -> Int {
  var sum = 0
  for todo in todos { sum += todo.rank }
  return sum
}

@inline(never)
private func sumProjects(_ todos: [Todo], _ limit: Int) -> Int {
  var sum = 0
  for todo in todos where todo.rank < limit { sum += todo.projectID ?? 0 }
  return sum
}

@inline(never)
private func averageRank(_ todos: [Todo]) -> Int {
  var sum = 0.0
  for todo in todos { sum += Double(todo.rank) }
  return Int(sum / Double(todos.count))
}

@inline(never)
private func maximumRank(_ todos: [Todo]) -> Int {
  var maximum = Int.min
  for todo in todos { maximum = max(maximum, todo.rank) }
  return maximum
}

@inline(never)
private func largestGroup(_ todos: [Todo]) -> Int {
  var counts: [Int: Int] = [:]
  for todo in todos { counts[todo.priority, default: 0] += 1 }
  return counts.values.max() ?? 0
}

@inline(never)
private func ranks(_ todos: [Todo]) -> [Int] { todos.map(\.rank) }
