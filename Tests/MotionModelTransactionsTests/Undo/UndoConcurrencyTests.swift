import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Tests a history that many threads use; sized to run in a few seconds under the thread sanitizer.
@Suite(.ownStore) struct UndoConcurrencyTests {
  @Test func `a history that many threads use can be undone to its beginning`() throws {
    let store = Store.current
    try Todo.insert(contentsOf: (0..<4).map { Todo("\($0)") })
    let before = Todo.all
    let history = UndoHistory(of: store, limit: .count(1_000))
    let undone = Counter()
    onThreads(5) { number in
      do {
        for round in 0..<20 {
          if number == 4 {
            do { try history.undo(); undone.add() } catch is UndoError { continue }
          } else {
            try history.group("Round \(round)") {
              _ = try store.table(Todo.self).records.where(\.id == number + 1).updateAll { $0.priority += 1 }
              try store.table(Todo.self).insert(contentsOf: [Todo("by \(number)")])
            }
          }
        }
      } catch {
        Issue.record(error)
      }
    }
    #expect(history.undoCount + history.redoCount >= 1)
    while history.canUndo { try history.undo() }
    #expect(Todo.all == before)
  }
}
