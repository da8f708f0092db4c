import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite(.store) struct HookConcurrencyTests {
  @Test func `while hooks run, other threads see the state before the operation`() throws {
    let store = Store.current
    let seen = Collector<Int>()
    let probe = HookProbe([
      "afterSave": { _, _ in
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          seen.add(store.table(Chore.self).count)
          done.signal()
        }
        #expect(done.isSignalled())
        seen.add(Chore.count)
      }
    ])
    try probe.run { _ = try Chore.create() }
    #expect(seen.values == [0, 1])
  }

  @Test func `a task that a hook starts may write after the operation`() async throws {
    let tasks = Collector<Task<Void, any Error>>()
    let probe = HookProbe([
      "afterSave": { _, _ in
        tasks.add(
          Task {
            while Store.current.commitCount == 0 { await Task.yield() }
            try Project.create()
          })
      }
    ])
    try probe.run { _ = try Chore.create() }
    for task in tasks.values { try await task.value }
    #expect(Project.count == 1 && Store.current.commitCount == 2)
  }

  @Test func `hooks on many threads do not lose each other's writes`() async throws {
    let probe = HookProbe([
      "afterSave": { _, _ in try Project.where(\.id == 1).updateAll { $0.name += "+" } }
    ])
    try Project.create()
    try await probe.run { () async throws in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<8 {
          group.addTask { for round in 0..<50 { try Chore.create { $0.name = "\(task) \(round)" } } }
        }
        try await group.waitForAll()
      }
    }
    #expect(Project.first?.name.count == 400 && Chore.count == 400)
  }
}
