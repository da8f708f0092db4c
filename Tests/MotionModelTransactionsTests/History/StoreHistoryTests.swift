import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@Suite(.ownStore) struct StoreHistoryTests {
  private var store: Store { Store.current }

  @Test(arguments: 0..<20) func `a store can be read as it was after each commit`(part: Int) throws {
    var edits = RandomEdits(TestSeed.generator(33_000 + part))
    try edits.edit(store, count: 5)
    let history = StoreHistory(of: store, keeping: .count(1_000))
    let start = store.commitCount
    #expect(history.commits == start...start && history.estimatedBytes == 0)
    var states = [TodoState(store)]
    while states.count < 30 {
      let count = store.commitCount
      try store.inTransaction { try edits.edit(store, count: 2) }
      if store.commitCount > count { states.append(TodoState(store)) }
    }
    #expect(history.commits == start...store.commitCount && history.estimatedBytes > 0)
    for (index, state) in states.enumerated() {
      let past = try history.store(at: start + index)
      try #require(TodoState(past) == state, "part \(part), seed \(TestSeed.current)")
      #expect(past.isSnapshot && past.commitCount == start + index)
      let changes = try history.changes(from: start + index, to: store.commitCount)
      #expect(changes.withoutIdle == Changeset.difference(from: past, to: store).withoutIdle)
      #expect(try history.changes(from: store.commitCount, to: start + index) == changes.inverted)
    }
    for commit in [start - 1, store.commitCount + 1] { expectNoCommit(commit, in: history) }
  }

  private func expectNoCommit(_ commit: Int, in history: StoreHistory) {
    let error = HistoryError.noCommit(commit: commit, available: history.commits)
    #expect(throws: error) { try history.store(at: commit) }
    #expect(throws: error) { try history.changes(from: commit, to: history.commits.upperBound) }
  }

  @Test func `a history keeps commits up to its limit`() throws {
    let history = StoreHistory(of: store, keeping: .count(3))
    for _ in 0..<5 { try Todo.create() }
    #expect(history.commits == 2...5)
    expectNoCommit(1, in: history)
    #expect(try history.store(at: 2).table(Todo.self).count == 2 && history.changes(from: 2, to: 5).count == 3)
    let size = history.estimatedBytes / 3
    let small = StoreHistory(of: store, keeping: .bytes(size + size / 2))
    for _ in 0..<5 { try store.silenced { _ = try Todo.create() } }
    #expect(small.commits == 9...10 && small.estimatedBytes == size)
  }

  @Test func `a history has only committed states, also when it is read in a transaction`() throws {
    let history = StoreHistory(of: store, keeping: .count(10))
    try Todo.create()
    try store.inTransaction {
      try Todo.create()
      #expect(try history.store(at: 1).table(Todo.self).count == 1)
      expectNoCommit(2, in: history)
    }
    #expect(try history.store(at: 2).table(Todo.self).count == 2)
  }

  @Test func `a state from before a unique index can be read`() throws {
    let store = Store(notificationCenter: nil)
    let history = StoreHistory(of: store, keeping: .count(9))
    var topics = try store.table(Topic.self).insert(contentsOf: [Topic("same"), Topic("same")])
    try Store.with(store) { try topics[1].update { $0.name = "other" } }
    try store.addIndex(Index<Topic>(\.name, unique: true, name: "names"))
    #expect(try history.store(at: 1).table(Topic.self).records.pluck(\.name) == ["same", "same"])
  }

  @Test func `a merge that only takes over unused ids is not in the history`() throws {
    let store = Store(notificationCenter: nil)
    let history = StoreHistory(of: store, keeping: .count(9))
    let branch = store.branch()
    try store.table(Topic.self).insert(contentsOf: [Topic("first")])
    try Store.with(branch.store) { try Topic.create().delete() }
    try branch.merge()
    try store.table(Topic.self).records.updateAll { $0.name = "second" }
    #expect(history.commits == 0...2)
    #expect(try history.store(at: 1).table(Topic.self).records.pluck(\.name) == ["first"])
  }
}
