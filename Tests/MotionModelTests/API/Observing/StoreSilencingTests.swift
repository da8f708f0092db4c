import Foundation
import MotionModelTestSupport
import Testing

@testable import MotionModel

@Suite struct StoreSilencingTests {
  private struct Stop: Error {}

  private let center = NotificationCenter()
  private let store: Store
  private let notified = Collector<String>()
  private let posted = Counter()
  private let observation: StoreObservation

  init() {
    store = Store(notificationCenter: center)
    observation = store.observeCommits { [notified] in notified.add("\($0.id): \($0)") }
    _ = center.addObserver(forName: .motionModelDataDidChange, object: nil, queue: nil) { [posted] _ in
      posted.add()
    }
  }

  private var todos: ModelTable<Todo> { store.table(Todo.self) }

  @discardableResult
  private func add(_ name: String) throws -> Todo {
    var todo = Todo(name)
    try todos.save(&todo)
    return todo
  }

  // MARK: - Silenced

  @Test func `no observer is notified of commits in a silenced block`() async throws {
    let stream = store.commits()
    let queued = Collector<Int>()
    let queue = DispatchQueue(label: "test")
    let observation = store.observeCommits(on: queue) { queued.add($0.id) }
    try store.silenced {
      try add("one")
      store.silenced { #expect(throws: Never.self) { try add("two") } }
      try store.inTransaction { _ = try add("three") }
    }
    try add("four")
    queue.sync {}
    #expect(notified.values == ["4: Todo: 1 inserted"] && posted.value == 1)
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next()?.id == 4)
    try await wait { !queued.values.isEmpty }
    #expect(queued.values == [4] && todos.count == 4)
    observation.cancel()
  }

  @Test func `a silenced block returns the result of its body, and ends when that throws`() throws {
    #expect(throws: Stop.self) {
      try store.silenced {
        try add("one")
        throw Stop()
      }
    }
    try add("two")
    #expect(try store.silenced { try add("three").id } == 3)
    #expect(notified.values == ["2: Todo: 1 inserted"])
  }

  @Test func `silencing applies to the task, the tasks that it starts, and one store`() async throws {
    let other = Store(notificationCenter: nil)
    let observation = other.observeCommits { [notified] in notified.add("other \($0.id)") }
    try await store.silenced {
      try add("one")
      await Task.yield()
      try await Task { _ = try add("two") }.value
      try await Task.detached { _ = try add("three") }.value
      var todo = Todo("four")
      try other.table(Todo.self).save(&todo)
    }
    #expect(notified.values == ["3: Todo: 1 inserted", "other 1"])
    observation.cancel()
  }

  @Test func `the commit of a transaction around a silenced block is notified`() throws {
    try store.inTransaction { try store.silenced { _ = try add("one") } }
    #expect(notified.values == ["1: Todo: 1 inserted"])
  }

  // MARK: - Coalesced

  @Test func `a coalesced block notifies all of its commits at its end, as one changeset`() throws {
    var first = try add("first")
    let changes = Collector<[String]>()
    let observation = store.observeCommits { changeset in
      changes.add(changeset.changes(of: Todo.self).map { "\($0.old?.name ?? "-") → \($0.new?.name ?? "-")" })
    }
    try store.coalesced {
      first.name = "second"
      try todos.save(&first)
      try add("new")
      first.name = "third"
      try todos.save(&first)
      try todos.delete(add("came and went").id)
      var project = Project.new { $0.name = "House" }
      try store.table(Project.self).save(&project)
      #expect(notified.values.count == 1 && todos.count == 2)
    }
    #expect(changes.values == [["first → third", "- → new"]])
    #expect(notified.values == ["1: Todo: 1 inserted", "7: Todo: 1 inserted, 1 updated; Project: 1 inserted"])
    #expect(posted.value == 4)
    observation.cancel()
  }

  @Test func `a coalesced block that throws notifies its commits`() async throws {
    #expect(throws: Stop.self) {
      try store.coalesced {
        try add("one")
        try store.inTransaction {
          try add("undone")
          throw Stop()
        }
      }
    }
    await #expect(throws: Stop.self) {
      try await store.coalesced {
        try add("two")
        await Task.yield()
        try add("three")
        throw Stop()
      }
    }
    try add("four")
    #expect(notified.values == ["1: Todo: 1 inserted", "3: Todo: 2 inserted", "4: Todo: 1 inserted"])
  }

  @Test func `a coalesced block whose changes cancel out notifies nobody`() throws {
    try store.coalesced {
      _ = try todos.delete(add("one").id)
      #expect(store.commitCount == 2)
    }
    store.coalesced {}
    #expect(notified.values.isEmpty && posted.value == 0)
  }

  @Test func `the commits of a nested coalesced block are notified with the outer block`() throws {
    try store.coalesced {
      try store.coalesced { _ = try add("one") }
      try add("two")
      #expect(notified.values.isEmpty)
    }
    #expect(notified.values == ["2: Todo: 2 inserted"])
  }

  @Test func `a silenced block is silent inside a coalesced block, and around one`() throws {
    try store.silenced { try store.coalesced { _ = try add("one") } }
    #expect(notified.values.isEmpty)
    let names = Collector<[String?]>()
    let observation = store.observeCommits { names.add($0.changes(of: Todo.self).map(\.new?.name)) }
    try store.coalesced {
      var todo = try add("two")
      try store.silenced {
        try add("three")
        todo.name = "changed in silence"
        try todos.save(&todo)
      }
    }
    #expect(names.values == [["changed in silence"]] && notified.values == ["2: Todo: 1 inserted"])
    observation.cancel()
  }

  @Test func `tasks that a coalesced block starts are part of it until it ends`() async throws {
    let late = try await store.coalesced {
      try await Task { _ = try add("one") }.value
      return Task {
        while notified.values.isEmpty { await Task.yield() }
        try add("late")
      }
    }
    try await late.value
    #expect(notified.values == ["1: Todo: 1 inserted", "2: Todo: 1 inserted"])
  }

  @Test func `commits of other tasks are notified at once, and at the end observers know what the store holds`()
    async throws
  {
    let other = try add("other")
    let states = Collector<String>()
    let observation = store.observeCommits { changeset in
      for change in changeset.changes(of: Todo.self) { states.add("\(change.id) \(change.new?.name ?? "gone")") }
    }
    try await store.coalesced {
      let (kept, lost) = (try add("kept"), try add("lost"))
      try await Task.detached {
        try todos.delete(lost.id)
        try todos.delete(other.id)
        try todos.records.updateAll { $0.name = "changed" }
      }.value
      #expect(kept.id == 2)
    }
    #expect(states.values == ["3 gone", "1 gone", "2 changed", "2 changed"])
    observation.cancel()
  }

  @Test func `a bulk call in a coalesced block makes it notify all records of that model together`() throws {
    try store.coalesced {
      try add("one")
      try todos.insert(contentsOf: [Todo("two"), Todo("three")])
    }
    #expect(posted.value == 1 && notified.values == ["2: Todo: 3 inserted"])
  }

  @Test func `handlers that a coalesced block calls at its end may write`() throws {
    let observation = store.observeCommits { [store] changeset in
      guard store.commitCount < 4 else { return }
      var todo = Todo("by handler")
      #expect(throws: Never.self) { try store.table(Todo.self).save(&todo) }
    }
    try store.coalesced { _ = (try add("one"), try add("two")) }
    #expect(notified.values == ["2: Todo: 2 inserted", "3: Todo: 1 inserted", "4: Todo: 1 inserted"])
    observation.cancel()
  }

  @Test func `a record that comes and goes in a coalesced block is notified as deleted if others updated it`() throws {
    try store.coalesced {
      let todo = try add("one")
      onThreads(1) { [todos] _ in _ = try? todos.records.updateAll { $0.name = "two" } }
      #expect(notified.values == ["2: Todo: 1 updated"])
      try todos.delete(todo.id)
    }
    #expect(notified.values == ["2: Todo: 1 updated", "3: Todo: 1 deleted"])
    try store.coalesced {
      var todo = try add("three")
      try todos.delete(todo.id)
      todo = try add("four")
      onThreads(1) { [todos] _ in _ = try? todos.records.deleteAll() }
    }
    #expect(notified.values.dropFirst(2) == ["7: Todo: 1 deleted"])
  }
}
