import Dispatch
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Observation
import Testing

@testable import MotionModelLive

/// Records of a list that are observed one by one, as by the rows of a view.
@MainActor
struct LiveItemTests {
  private let store = Store(notificationCenter: nil)
  private var todos: ModelTable<Todo> { store.table(Todo.self) }

  /// Counts how often what was read has changed. Like a view, it reads again after each change.
  @MainActor private final class Reader<Value> {
    private let read: @MainActor () -> Value
    private(set) var value: Value
    private(set) var changes = 0

    init(_ read: @escaping @MainActor () -> Value) {
      (self.read, value) = (read, read())
      track()
    }

    private func track() {
      value = withObservationTracking(read) { [weak self] in
        // The change itself follows.
        DispatchQueue.main.async { MainActor.assumeIsolated { self?.changed() } }
      }
    }

    private func changed() {
      changes += 1
      track()
    }
  }

  /// Makes the list as a view does.
  private func list() throws -> LiveItemList<Todo> {
    try todos.insert(contentsOf: ["a", "b", "c"].map { Todo($0) })
    return LiveItemList(todos.order(by: \.name).live(on: .main))
  }

  /// Waits until the list has taken in all commits, and all readers have read again.
  private func settle(_ list: LiveItemList<Todo>) async throws {
    let expected = todos.order(by: \.name).all
    for _ in 0..<20_000 where list.items.map(\.record) != expected { try await Task.sleep(for: .milliseconds(1)) }
    await withCheckedContinuation { turn in DispatchQueue.main.async { turn.resume() } }
    #expect(list.items.map(\.record) == expected && list.items.map(\.id) == expected.map(\.id))
  }

  @Test func `a change of a record is seen by those who read that column of it`() async throws {
    let list = try list()
    let all = Reader { list.items.map(\.id) }
    let names = list.items.map { item in Reader { item.name } }
    let priorities = list.items.map { item in Reader { item.priority } }
    var second = try todos.require(2)
    try todos.update(&second) { $0.priority = 7 }
    try await settle(list)
    #expect(priorities.map(\.value) == [0, 7, 0] && priorities.map(\.changes) == [0, 1, 0])
    #expect(names.map(\.changes) == [0, 0, 0] && all.changes == 0)
    try todos.update(&second) { ($0.priority, $0.name) = (8, "bb") }
    try await settle(list)
    #expect(priorities.map(\.value) == [0, 8, 0] && priorities.map(\.changes) == [0, 2, 0])
    #expect(names.map(\.value) == ["a", "bb", "c"] && names.map(\.changes) == [0, 1, 0] && all.changes == 0)
  }

  @Test func `a list is seen to change when records come, go or move, and the items stay the same`() async throws {
    let list = try list()
    let all = Reader { list.items.map(\.id) }
    let first = try #require(list.items.first)
    let name = Reader { first.name }
    try todos.create(Todo("bb"))
    try await settle(list)
    #expect(all.value == [1, 2, 4, 3] && all.changes == 1 && name.changes == 0)
    var moved = try todos.require(1)
    try todos.update(&moved) { $0.name = "z" }
    try await settle(list)
    #expect(all.value == [2, 4, 3, 1] && all.changes == 2)
    #expect(list.items.last === first && name.value == "z" && name.changes == 1)
    try todos.delete(moved)
    try await settle(list)
    #expect(all.value == [2, 4, 3] && all.changes == 3)
    // A row that is on its way out shows what it was.
    #expect(first.record == moved && first.name == "z" && name.changes == 1)
  }

  @Test func `a record that is deleted and inserted again, or leaves its place, is shown as it is`() async throws {
    let list = try list()
    var record = try todos.require(2)
    let name = Reader { list.items.first { $0.id == 2 }?.name }
    try store.transaction {
      try todos.delete(record)
      record.name = "bb"
      try todos.insert(contentsOf: [record])
    }
    try await settle(list)
    #expect(name.value == "bb")
    try store.transaction {
      try todos.delete(record)
      record.name = "z"
      try todos.insert(contentsOf: [record])
    }
    try await settle(list)
    #expect(name.value == "z" && list.items.map(\.name) == ["a", "c", "z"])
  }

  @Test func `a list that is released ends, also while its items are kept`() async throws {
    var list: LiveItemList<Todo>? = try list()
    let items = try #require(list?.items)
    list = nil
    #expect(store.liveRouter.count == 0)
    try todos.deleteAll()
    #expect(items.map(\.name) == ["a", "b", "c"])
  }
}
