import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// Branches that are merged and updated at once; sized to run in a few seconds under the thread sanitizer.
@Suite(.ownStore) struct BranchConcurrencyTests {
  private var store: Store { Store.current }

  @Test func `branches are merged from many threads`() async throws {
    let store = store
    try Todo.insert(contentsOf: (0..<8).map { Todo("\($0)") })
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 1...8 {
        group.addTask {
          for _ in 0..<20 {
            let draft = store.branch()
            try Store.with(draft.store) {
              var todo = try Todo.require(number)
              try todo.update { $0.priority += 1 }
              try Todo.create { $0.name = "new" }
            }
            try draft.merge()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(Todo.where(\.priority == 20).count == 8 && Todo.count == 8 + 160 && Set(Todo.all.map(\.id)).count == 168)
  }

  @Test func `one branch is written, updated and merged by many threads`() throws {
    let (store, draft) = (store, store.branch())
    try Todo.insert(contentsOf: (0..<4).map { Todo("\($0)") })
    try draft.update()
    onThreads(4) { number in
      do {
        for _ in 0..<20 {
          _ = try draft.table(Todo.self).records.where(\.id == number + 1).updateAll { $0.priority += 1 }
          if number == 0 { try draft.update() }
          if number == 1 { try draft.merge() }
          if number == 2 { try store.table(Todo.self).records.where(\.id == 1).updateAll { $0.done.toggle() } }
        }
      } catch {
        Issue.record(error)
      }
    }
    try draft.merge()
    #expect(Todo.all.map(\.priority) == [20, 20, 20, 20] && draft.changes.isEmpty)
    #expect(draft.table(Todo.self).records.all == Todo.all)
  }
}
