import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite(.store) struct CommitHooksTests {
  private struct Stop: Error {}

  @Test func `each changed record gets one commit hook with its merged change, in order, after the outermost commit`()
    throws
  {
    var old = try Chore.create { $0.name = "old" }
    let probe = HookProbe()
    try probe.run {
      try Store.current.inTransaction {
        var new = try Chore.create { $0.name = "new" }
        try old.update { $0.priority = 1 }
        try new.update { $0.priority = 2 }
        try Chore.create { $0.name = "passing" }.delete()
        #expect(!probe.log.values.contains { $0.hasPrefix("after") && $0.contains("Commit") })
      }
    }
    let ran = probe.log.values.filter { $0.hasPrefix("afterCommit") }
    #expect(ran == ["afterCommit 2 insert", "afterCommit 1 update"])
  }

  @Test func `a commit hook may read and write, and blocks no other writer`() throws {
    let store = Store.current
    let probe = HookProbe([
      "afterCommit": { chore, _ in
        #expect(Chore.find(chore.id) == chore && store.commitCount == chore.id * 2 - 1)
        try Project.create { $0.name = chore.name }
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          try? Store.with(store) { _ = try Todo.create() }
          done.signal()
        }
        if chore.id == 1 { #expect(done.isSignalled()) }
      }
    ])
    try probe.run { _ = try Chore.create { $0.name = "one" } }
    #expect(Project.pluck(\.name) == ["one"] && Todo.count == 1)
  }

  @Test func `rollback hooks run after the outermost transaction, also when only a part was undone`() throws {
    let probe = HookProbe()
    try probe.run {
      try Store.current.inTransaction {
        try Chore.create { $0.name = "kept" }
        try? Store.current.inTransaction {
          try Chore.create { $0.name = "undone" }
          throw Stop()
        }
        #expect(!probe.log.values.contains { $0.hasPrefix("afterRollback") })
      }
    }
    let ran = probe.log.values.suffix(2)
    #expect(ran == ["afterRollback 2 insert", "afterCommit 1 insert"])
  }

  @Test func `a save that a hook stops after its write runs rollback hooks`() throws {
    let probe = HookProbe(["afterSave": { _, _ in throw Stop() }])
    #expect(throws: Stop.self) { try probe.run { _ = try Chore.create { $0.name = "one" } } }
    #expect(probe.log.values.last == "afterRollback 1 insert")
    let early = HookProbe(["beforeSave": { _, _ in throw Stop() }])
    #expect(throws: Stop.self) { try early.run { _ = try Chore.create { $0.name = "one" } } }
    #expect(early.log.values.last == "beforeSave 0")
  }

  @Test func `commit hooks that write recursively without end are refused the 32nd write`() throws {
    let errors = Collector<StoreError?>()
    let probe = HookProbe([
      "afterCommit": { chore, _ in
        do { try chore.increment(\.priority) } catch { errors.add(error as? StoreError) }
      }
    ])
    try probe.run { _ = try Chore.create() }
    #expect(errors.values == [.endlessHooks(model: "Chore", depth: 32)])
    #expect(Chore.where(\.id == 1).pluck(\.priority) == [31])
    // The next commit begins anew.
    try probe.run { _ = try Chore.create { $0.name = "other" } }
    #expect(Chore.where(\.id == 2).pluck(\.priority) == [31])
  }

  @Test func `after a refused write, no hook of the same commit writes any more`() throws {
    let errors = Collector<StoreError?>()
    let probe = HookProbe([
      "afterCommit": { chore, _ in
        for _ in 0..<2 { do { try chore.increment(\.priority) } catch { errors.add(error as? StoreError) } }
      }
    ])
    try probe.run { _ = try Chore.create() }
    // At depth 32 both writes are refused, and at each of the 31 depths above, the second one.
    #expect(errors.values.count == 33)
    #expect(Chore.where(\.id == 1).pluck(\.priority) == [31])
  }
}
