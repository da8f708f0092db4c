import Allocations
import MotionModel

extension Suite {
  /// Memory besides the rows themselves.
  static let memory = Suite(name: "memory") { bench, worlds in
    for rows in worlds.sizes {
      let todos = Todo.many(rows)
      let stride = Double(MemoryLayout<Todo>.stride)

      func measure(_ what: String, rowSize: Double, limit: Double? = nil, _ make: () throws -> Any) rethrows {
        let before = allocated_bytes()
        let made = try make()
        let bytes = Double(allocated_bytes()) - Double(before)
        withExtendedLifetime((made, todos)) {}
        let perRow = bytes / Double(rows) - rowSize
        let about = "\(what), \(grouped(rows)) rows"
        bench.note(
          about, "\(number(max(0, perRow))) bytes for each row\(rowSize > 0 ? " beyond its \(Int(rowSize))" : "")")
        if let limit, rows == 100_000 {
          bench.judge(about, "≤ \(number(limit)) bytes", "\(number(max(0, perRow))) bytes", perRow <= limit)
        }
      }
      guard allocated_bytes() > 0 else { return bench.note("Memory", "not measured, because the system does not tell") }
      try measure("MotionModel, id index", rowSize: stride, limit: 32) { try filled(todos) }
      for (name, index) in indexesOfTodo {
        try measure("MotionModel, id index, \(name)", rowSize: stride) { try filled(todos, index) }
      }
      measure("A dictionary by id, space reserved", rowSize: stride) {
        var dictionary: [Int: Todo] = [:]
        dictionary.reserveCapacity(rows)
        for todo in todos { dictionary[todo.id] = todo }
        return dictionary
      }
      try measure("GRDB, the table as a whole", rowSize: 0) { try Database(todos) }
    }
  }
}

private let indexesOfTodo = [
  ("one hash index of 10 values", Index<Todo>(\.location)),
  ("one hash index of different values", Index(\.name)),
  ("one ordered index", Index(orderedBy: \.rank)),
  ("one index of two columns", Index(\.location, \.rank)),
  ("one substring index", Index(substringsOf: \.name)),
]

/// Creates a store with the given records, whose strings share storage with them.
private func filled(_ todos: [Todo], _ index: Index<Todo>? = nil) throws -> Store {
  let store = Store(notificationCenter: nil)
  if let index { try store.addIndex(index) }
  try store.table(Todo.self).insert(contentsOf: todos)
  return store
}
