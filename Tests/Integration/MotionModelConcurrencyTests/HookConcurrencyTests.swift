import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTesting
import Testing

@Suite(.store) struct HookConcurrencyTests {
  @Test func `while hooks run, other threads see the state before the operation`() throws {
    let store = Store.current
    let seen = Collector<Int>()
    let look = AfterSave {
      let done = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        seen.add(store.table(Job.self).count)
        done.signal()
      }
      #expect(done.isSignalled())
      seen.add(Job.count)
    }
    try AfterSave.$current.withValue(look) { _ = try Job.create() }
    #expect(seen.values == [0, 1])
  }

  @Test func `a task that a hook starts may write after the operation`() async throws {
    let tasks = Collector<Task<Void, any Error>>()
    let start = AfterSave {
      tasks.add(
        Task {
          while Store.current.commitCount == 0 { await Task.yield() }
          try Project.create()
        })
    }
    try AfterSave.$current.withValue(start) { _ = try Job.create() }
    for task in tasks.values { try await task.value }
    #expect(Project.count == 1 && Store.current.commitCount == 2)
  }

  @Test func `hooks on many threads do not lose each other's writes`() async throws {
    try Project.create()
    let write = AfterSave { try Project.where(\.id == 1).updateAll { $0.name += "+" } }
    try await AfterSave.$current.withValue(write) {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for task in 0..<8 {
          group.addTask { for round in 0..<50 { try Job.create { $0.name = "\(task) \(round)" } } }
        }
        try await group.waitForAll()
      }
    }
    #expect(Project.first?.name.count == 400 && Job.count == 400)
  }
}

/// A record whose hook does what the current task says.
private struct Job: Model {
  var id = 0
  var name = ""

  static let schema = Schema<Job> { Column(\.name) }
  static let hooks: Hooks<Job> = [.afterSave { _, _ in try AfterSave.current?.body() }]
}

/// What the hook of a job does. NB: A closure alone as a task-local value traps in optimised builds with Swift 6.3.
private struct AfterSave: Sendable {
  @TaskLocal static var current: AfterSave?

  let body: @Sendable () throws -> Void
}
