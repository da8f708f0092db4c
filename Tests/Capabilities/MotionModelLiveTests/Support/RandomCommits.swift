import MotionModel
import MotionModelTestSupport
import MotionModelTransactions

/// Random commits of todos: single ones, calls for many records, and transactions, of which some are undone.
struct RandomCommits {
  var random: SplitMix64
  private var history: UndoHistory?

  init(_ random: SplitMix64, undoing store: Store? = nil) {
    self.random = random
    history = store.map { UndoHistory(of: $0) }
  }

  struct Undone: Error {}

  /// Makes one call that may write.
  mutating func commit(to store: Store) throws {
    let todos = store.table(Todo.self)
    switch random.number(0...13) {
    case 0...5: try edit(store, 1)
    case 6:
      let few = todos.where(.random(using: &random)).limit(random.number(1...6))
      let priority = random.number(0...3)
      _ = try few.updateAll { $0.priority = priority }
    case 7: _ = try todos.where(.random(using: &random)).limit(random.number(1...4)).deleteAll()
    case 8, 9: try store.transaction { try edit(store, random.number(1...8)) }
    case 10:
      try? store.transaction {
        try edit(store, random.number(1...8))
        throw Undone()
      }
    case 11:
      try store.transaction {
        try edit(store, 2)
        try? store.transaction {
          try edit(store, 3)
          throw Undone()
        }
      }
    case 12: try store.coalesced { for _ in 0..<3 { try edit(store, 1) } }
    default:
      if random.chance(50) { _ = try? history?.undo() } else { _ = try? history?.redo() }
    }
  }

  private mutating func edit(_ store: Store, _ count: Int) throws {
    var edits = RandomEdits(random)
    try edits.edit(store, count: count)
    random = edits.random
  }
}
