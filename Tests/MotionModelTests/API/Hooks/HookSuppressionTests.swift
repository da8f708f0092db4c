import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite(.store) struct HookSuppressionTests {
  private struct Stop: Error {}

  @Test func `in a withoutHooks block only the save check runs`() throws {
    let probe = HookProbe()
    try probe.run {
      try Chore.withoutHooks { _ = try Chore.create { $0.name = "one" } }
      try Store.withoutHooks { _ = try Chore.create { $0.name = "two" } }
      try Todo.withoutHooks { try Chore.withoutHooks { try Project.withoutHooks { _ = try Chore.deleteAll() } } }
    }
    #expect(probe.log.values == ["saveCheck 0", "saveCheck 0"])
  }

  @Test func `a record can be saved with its hooks and without the save check`() throws {
    let probe = HookProbe()
    var chore = Chore("one")
    try probe.run { try Store.current.table(Chore.self).saveUnchecked(&chore) }
    #expect(chore.id == 1 && probe.log.values.count == 12 && !probe.log.values.contains("saveCheck 0"))
  }

  @Test func `a withoutHooks block applies to one model, and ends when it throws`() throws {
    let probe = HookProbe()
    try probe.run {
      #expect(throws: Stop.self) { try Chore.withoutHooks { () throws in throw Stop() } }
      try Todo.withoutHooks { _ = try Chore.create { $0.name = "one" } }
    }
    #expect(probe.log.values.count == 13)
  }

  @Test func `a withoutHooks block may suspend, and applies to the tasks that it starts`() async throws {
    let count = Counter()
    Store.current.use(Counting(count: count))
    try await Chore.withoutHooks {
      await Task.yield()
      _ = try await Task { try Chore.create { $0.name = "one" } }.value
      try Project.create()
    }
    try await Store.withoutHooks {
      await Task.yield()
      try Project.create { $0.name = "two" }
    }
    #expect(count.value == 1)
  }

  private struct Counting: Middleware {
    let count: Counter

    func after<Record: Model>(_ step: HookStep, _ record: Record, _ context: HookContext<Record>) throws {
      if step == .save { count.add() }
    }
  }
}
