import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

/// A history ends when nobody holds it any more. Its steps must not keep the store alive.
@Suite struct UndoLifetimeTests {
  @Test func `a history with steps of groups is freed, and its store`() throws {
    weak var witness: UndoHistory?
    let isFreed = try Lifetimes.isFreed { store in
      let history = UndoHistory(of: store)
      witness = history
      try history.group("Add two") {
        for name in ["one", "two"] { try store.table(Todo.self).insert(contentsOf: [Todo(name)]) }
      }
      try store.table(Todo.self).insert(contentsOf: [Todo("three")])
      try history.undo()
      try history.undo()
      try history.redo()
      try history.group("Add four") { _ = try store.table(Todo.self).insert(contentsOf: [Todo("four")]) }
      #expect(history.undoCount == 2 && history.undoName == "Add four")
    }
    #expect(isFreed && witness == nil)
  }

  @Test func `a history is freed while a task that was started in a group is running`() async throws {
    let (hold, release) = AsyncStream<Void>.makeStream()
    weak var witness: UndoHistory?
    func begin() throws -> Task<Void, Never> {
      let store = Store(notificationCenter: nil)
      let history = UndoHistory(of: store)
      witness = history
      return try history.group("Add") {
        try store.table(Todo.self).insert(contentsOf: [Todo("one")])
        return Task { for await _ in hold {} }
      }
    }
    let task = try begin()
    #expect(witness == nil)
    release.finish()
    await task.value
  }

  @Test func `a branch, a history of the store and a preview are freed`() throws {
    let isFreed = try Lifetimes.isFreed { store in
      let past = StoreHistory(of: store, keeping: .count(5))
      let branch = store.branch()
      try branch.table(Todo.self).insert(contentsOf: [Todo("one")])
      try branch.merge()
      let preview = store.preview { _ = try store.table(Todo.self).deleteAll() }
      #expect(preview.changeset.description == "Todo: 1 deleted")
      #expect(try past.store(at: 0).table(Todo.self).count == 0 && store.table(Todo.self).count == 1)
    }
    #expect(isFreed)
  }
}
