import MotionModel
import MotionModelLive

extension Bench {
  /// A commit beside 10,000 open results that it does not concern.
  func compareUnconcerned(_ rows: Int) throws {
    let todos = Todo.many(rows)
    let plain = try ManyResults(todos)
    let ofValues = try ManyResults(todos)
    let values = (0..<10_000).map { number in ofValues.table.where(\.projectID == -1 - number).live() }
    try compare(
      "Save a record beside 10,000 live results on other values", rows: rows, bars: [.atMost(1.2, times: .hand)],
      [ofValues.save(.library, "where(\\.projectID == value).live()"), plain.save(.hand, "no live results")])
    let ofRanges = try ManyResults(todos)
    let ranges = (0..<10_000).map { number in
      // Half of the ranges are below the ranks of all records, and half above.
      let start = number < 5_000 ? -10 * (number + 1) : rows + 10 * number
      return ofRanges.table.where { $0.rank >= start && $0.rank < start + 10 }.live()
    }
    try compare(
      "Save a record beside 10,000 live results on other ranges", rows: rows, bars: [.atMost(1.2, times: .hand)],
      [ofRanges.save(.library, "where { $0.rank >= a && $0.rank < b }.live()"), plain.save(.hand, "no live results")])
    withExtendedLifetime((values, ranges)) {}
  }

  /// Results of one record that are opened and released.
  func compareOpening(_ rows: Int) throws {
    let table = try ManyResults(Todo.many(rows)).table
    let ids = (0..<10_000).map { 1 + Int(World.scrambled($0) % UInt64(rows)) }
    func open(_ label: String, _ open: @escaping (Int) -> Any) -> Contestant {
      let keeper = Keeper<[Any]>()
      return Contestant(.library, label, operations: ids.count, before: { keeper.value = nil }) {
        keeper.value = ids.map(open)
      }
    }
    func close(_ label: String, _ open: @escaping (Int) -> Any) -> Contestant {
      let keeper = Keeper<[Any]>()
      return Contestant(.library, label, operations: ids.count, before: { keeper.value = ids.map(open) }) {
        keeper.value = nil
      }
    }
    let bars = [Bar.nanoseconds(1_000)]
    try compare(
      "Open 10,000 live records", rows: rows, bars: bars, [open("table.live(id)") { table.live($0) }])
    try compare(
      "Release 10,000 live records", rows: rows, bars: bars, [close("live = nil") { table.live($0) }])
    try compare(
      "Open 10,000 live results of one record", rows: rows,
      [open("where(\\.id == id).live()") { table.where(\.id == $0).live() }])
    try compare(
      "Release 10,000 live results of one record", rows: rows,
      [close("live = nil") { table.where(\.id == $0).live() }])
  }
}

/// A store whose records are saved in random order.
private final class ManyResults {
  let table: MotionModel.ModelTable<Todo>

  init(_ todos: [Todo]) throws {
    table = Store(notificationCenter: nil).table(Todo.self)
    try table.insert(contentsOf: todos)
  }

  func save(_ kind: Contestant.Kind, _ label: String) -> Contestant {
    let rows = table.count
    var todos = (0..<1_000).compactMap { table.find(1 + Int(World.scrambled($0) % UInt64(rows))) }
    return Contestant(kind, label, operations: todos.count) {
      for index in todos.indices {
        todos[index].rank = (todos[index].rank + 1) % rows
        try self.table.save(&todos[index])
      }
    }
  }
}
