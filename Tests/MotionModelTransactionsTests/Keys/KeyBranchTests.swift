import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

private struct Settings: Codable, Equatable, Sendable {
  var theme = "light"
  var size = 12
}

extension Key<Settings> { fileprivate static let settings = Key("settings", default: Settings()) }
extension Key<Int> { fileprivate static let count = Key("count", default: 0) }
extension Key<String?> { fileprivate static let user = Key("user") }

/// Values of keys in transactions, branches, merges, previews, histories and undo.
@Suite(.ownStore) struct KeyBranchTests {
  private var store: Store { Store.current }

  @Test func `a transaction that is rolled back, also a nested one, takes its values back`() throws {
    store[.count] = 1
    try store.transaction { transaction in
      store[.count] += 1
      try store.transaction { inner in
        store[.count] += 10
        store[.user] = "bob"
        inner.rollback()
      }
      #expect(store[.count] == 2 && store[.user] == nil)
      try store.update(.count) { count in
        try store.transaction { inner in
          store[.user] = "eve"
          inner.rollback()
        }
        count += 1
      }
    }
    #expect(store[.count] == 3 && store[.user] == nil && store.commitCount == 2)
    try store.transaction { transaction in
      try store.remove(.count)
      transaction.rollback()
    }
    #expect(store[.count] == 3)
  }

  @Test func `commits of values are undone and redone`() throws {
    let history = UndoHistory(of: store)
    store[.settings].theme = "dark"
    store[.settings].size = 20
    store[.user] = "bob"
    store[.user] = nil
    try history.undo()
    #expect(store[.user] == "bob")
    try history.undo()
    #expect(store[.user] == nil)
    try history.undo()
    #expect(store[.settings] == Settings(theme: "dark"))
    try history.undo()
    #expect(store[.settings] == Settings() && KeyedValue.count == 0 && !history.canUndo)
    while history.canRedo { try history.redo() }
    #expect(store[.settings] == Settings(theme: "dark", size: 20) && store[.user] == nil)
    let excluding = UndoHistory(of: store, excluding: [KeyedValue.self])
    store[.count] = 5
    #expect(!excluding.canUndo)
  }

  @Test func `a branch has values of its own, and its merge has conflicts`() throws {
    store[.count] = 1
    let branch = store.branch()
    branch.store[.count] = 2
    branch.store[.user] = "bob"
    store[.settings].theme = "dark"
    #expect(store[.count] == 1 && store[.user] == nil && branch.store[.settings] == Settings())
    try branch.merge()
    #expect(store[.count] == 2 && store[.user] == "bob" && store[.settings].theme == "dark")
    store[.count] = 3
    branch.store[.count] = 4
    #expect(throws: ChangeConflicts.self) { try branch.merge() }
    #expect(store[.count] == 3)
    try branch.merge(.ours)
    #expect(store[.count] == 4)
  }

  @Test func `a value that both sides stored first is a conflict, unless it is the same`() throws {
    let branch = store.branch()
    store[.user] = "bob"
    branch.store[.user] = "bob"
    store[.count] = 1
    branch.store[.count] = 2
    do {
      try branch.merge()
      Issue.record("The merge has no conflict.")
    } catch let conflicts as ChangeConflicts {
      #expect(conflicts.conflicts.map(\.id) == ["count"])
    }
    try branch.merge(.theirs)
    #expect(store[.count] == 1 && store[.user] == "bob" && KeyedValue.ids.sorted() == ["count", "user"])
  }

  @Test func `a preview commits nothing, and a history has the past values`() throws {
    let history = StoreHistory(of: store, keeping: .count(10))
    for number in 1...3 { store[.count] = number }
    let preview = store.preview { _ in store[.count] = 100 }
    #expect(preview.changeset.description == "KeyedValue: 1 updated" && store[.count] == 3)
    #expect(try (1...3).map { try history.store(at: $0)[.count] } == [1, 2, 3])
  }
}
