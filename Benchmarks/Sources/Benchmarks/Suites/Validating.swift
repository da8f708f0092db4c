import MotionModel
import MotionModelValidation

extension Suite {
  /// Rules beside the same checks written by hand.
  static let validating = Suite(name: "validating") { bench, worlds in
    for rows in worlds.sizes {
      // One record in a thousand breaks a rule.
      let todos = CheckedTodo.many(rows).map { todo in
        var todo = todo
        if todo.id % 1_000 == 0 { todo.priority = -1 }
        return todo
      }
      try bench.compare(
        "Validate by five simple rules", rows: rows, unit: "record", bars: [.atMost(3, times: .hand)],
        barRows: 1_000_000,
        [
          Contestant(.library, "todo.isValid", operations: rows) {
            [todos.count { $0.isValid }]
          } body: {
            for todo in todos { blackHole(todo.isValid) }
          },
          Contestant(.hand, "five conditions", operations: rows) {
            [todos.count { isValidByHand($0) }]
          } body: {
            for todo in todos { blackHole(isValidByHand(todo)) }
          },
        ])
    }
  }
}

@inline(never)
private func isValidByHand(_ todo: CheckedTodo) -> Bool {
  todo.name.contains { !$0.isWhitespace } && (5...80).contains(todo.name.count) && (0...999).contains(todo.priority)
    && World.locations.contains(todo.location) && todo.projectID != nil
}
