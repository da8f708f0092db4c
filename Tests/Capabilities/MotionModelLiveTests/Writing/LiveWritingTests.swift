import Dispatch
import Foundation
import MotionModel
import MotionModelLive
import MotionModelTestSupport
import MotionModelTransactions
import Testing

struct LiveWritingTests {
  let store = Store(notificationCenter: nil)
  var todos: ModelTable<Todo> { store.table(Todo.self) }

  private func insert(_ names: String...) throws {
    try todos.insert(contentsOf: names.enumerated().map { Todo($1, priority: $0 + 1) })
  }

  /// A live result of the todos whose priority is positive, in that order, and what it tells.
  private func live() -> (LiveResults<Todo>, Collector<String>, StoreObservation) {
    let live = todos.where(\.priority > 0).order(by: \.priority).live()
    let told = Collector<String>()
    return (live, told, live.onChange { told.add("\($0)") })
  }

  // MARK: - Appending

  @Test func `an appended record is stored, shown in its place, and told once`() throws {
    try insert("a", "b")
    let (live, told, observation) = live()
    let stored = try live.append(Todo("c", priority: 1))
    #expect(stored == todos.find(3) && live.map(\.name) == ["a", "c", "b"] && told.values == ["insert 1"])
    let both = try live.append(contentsOf: [Todo("d", priority: 9), Todo("e", priority: 8)])
    #expect(both.map(\.id) == [4, 5] && told.values == ["insert 1", "insert 3, insert 4"])
    observation.cancel()
  }

  @Test func `an appended record gets the values that the conditions require`() throws {
    let live = todos.where(\.projectID == 7 && \.done == true).live()
    let stored = try live.append(Todo("a"))
    #expect(stored.projectID == 7 && stored.done && Array(live) == [stored])
  }

  @Test func `a record that does not meet the conditions is not appended`() throws {
    let (live, told, observation) = live()
    #expect(throws: LiveError.notSelected(model: "Todo")) { try live.append(Todo("a")) }
    #expect(throws: LiveError.notSelected(model: "Todo")) {
      try live.append(contentsOf: [Todo("b", priority: 1), Todo("c")])
    }
    #expect(todos.count == 0 && told.values == [])
    observation.cancel()
  }

  @Test func `what decides is the record as it is stored`() throws {
    store.use(Lowering())
    let live = todos.where(\.priority > 0).live()
    #expect(throws: LiveError.notSelected(model: "Todo")) { try live.append(Todo("a", priority: 1)) }
    #expect(todos.count == 0)
    try live.append(Todo("a", priority: 2))
    #expect(live.map(\.priority) == [1])
  }

  @Test func `a record outside of the window is stored, and not shown`() throws {
    try insert("a", "b")
    let live = todos.order(by: \.priority).limit(2).live()
    try live.append(Todo("c", priority: 5))
    #expect(live.map(\.name) == ["a", "b"] && todos.count == 3)
    try live.append(Todo("d", priority: 0))
    #expect(live.map(\.name) == ["d", "a"])
  }

  @Test func `a record with a taken id is not appended`() throws {
    try insert("a")
    let (live, _, observation) = live()
    var same = Todo("b", priority: 1)
    same.id = 1
    #expect(throws: StoreError.idTaken(model: "Todo", id: "1")) { try live.append(same) }
    #expect(live.map(\.name) == ["a"])
    observation.cancel()
  }

  // MARK: - Updating

  @Test func `an updated record moves, or leaves`() throws {
    try insert("a", "b", "c")
    let (live, told, observation) = live()
    let stored = try live.update(at: 0) { $0.priority = 9 }
    #expect(stored == todos.find(1) && live.map(\.name) == ["b", "c", "a"])
    try live.update(at: 1) { $0.priority = 0 }
    #expect(live.map(\.name) == ["b", "a"] && todos.find(3)?.priority == 0)
    #expect(told.values == ["move 0 → 2, update 2 (priority, updatedAt)", "delete 1"])
    observation.cancel()
  }

  @Test func `an update loses nothing that was written since the record was shown`() throws {
    try insert("a")
    let queue = DispatchQueue(label: "screen")
    let live = todos.where(\.priority > 0).live(on: queue)
    try queue.sync {
      try todos.where(\.name).eq("a").updateAll { $0.location = "here" }
      #expect(live[0].location == "")
      try live.update(at: 0) { $0.priority += 1 }
    }
    #expect(todos.find(1).map { [$0.location, "\($0.priority)"] } == ["here", "2"])
  }

  @Test func `an update that throws changes nothing`() throws {
    struct Refusal: Error {}
    try insert("a")
    let (live, told, observation) = live()
    #expect(throws: Refusal.self) {
      try live.update(at: 0) {
        $0.priority = 5
        throw Refusal()
      }
    }
    #expect(throws: StoreError.readOnlyColumn(model: "Todo", column: "id", id: "1")) {
      try live.update(at: 0) { $0.id = 9 }
    }
    #expect(live.map(\.priority) == [1] && told.values == [])
    observation.cancel()
  }

  // MARK: - Removing

  @Test func `a removed record is destroyed`() throws {
    try insert("a", "b")
    let (live, told, observation) = live()
    #expect(try live.remove(at: 1).name == "b")
    #expect(todos.pluck(\.name) == ["a"] && told.values == ["delete 1"])
    observation.cancel()
  }

  @Test(arguments: [-1, 2, Int.max, .min]) func `there is no record beyond the ends`(index: Int) throws {
    try insert("a", "b")
    let (live, _, observation) = live()
    let error = LiveError.noRecord(model: "Todo", index: index, count: 2)
    #expect(throws: error) { try live.remove(at: index) }
    #expect(throws: error) { try live.update(at: index) { $0.priority = 5 } }
    #expect(live.map(\.priority) == [1, 2])
    observation.cancel()
  }

  @Test func `a record that was deleted since it was shown cannot be changed`() throws {
    try insert("a")
    let queue = DispatchQueue(label: "screen")
    let live = todos.records.live(on: queue)
    try queue.sync {
      try todos.delete(1)
      #expect(live.count == 1)
      #expect(throws: StoreError.recordGone(model: "Todo", id: "1")) { try live.remove(at: 0) }
      #expect(throws: StoreError.recordGone(model: "Todo", id: "1")) { try live.update(at: 0) { $0.priority = 5 } }
    }
    #expect(todos.count == 0)
  }

  // MARK: - Stores

  @Test func `writes in a transaction are shown when it is committed`() throws {
    try insert("a")
    let (live, told, observation) = live()
    try store.transaction {
      try live.append(Todo("b", priority: 2))
      try live.update(at: 0) { $0.priority = 3 }
      #expect(live.map(\.name) == ["a"])
    }
    #expect(live.map(\.name) == ["b", "a"] && told.values.count == 1)
    try? store.transaction {
      try live.remove(at: 0)
      throw LiveError.notSelected(model: "Todo")
    }
    #expect(live.map(\.name) == ["b", "a"] && told.values.count == 1)
    observation.cancel()
  }

  @Test func `a handler may write through the live result`() throws {
    let (live, told, observation) = live()
    let own = live.onChange { change in
      if change.after.count < 3 { _ = try? live.append(Todo("more", priority: change.after.count + 1)) }
    }
    try insert("a")
    #expect(live.map(\.priority) == [1, 2, 3])
    #expect(told.values.last == "insert 2" && told.values.count == 3)
    own.cancel()
    observation.cancel()
  }

  @Test func `a live result writes to its own store only`() throws {
    try insert("a")
    let live = todos.records.live()
    try Store.with(Store(notificationCenter: nil)) { try live.update(at: 0) { $0.priority = 4 } }
    #expect(todos.find(1)?.priority == 4)
    let past = store.snapshot().table(Todo.self).records.live()
    #expect(throws: StoreError.readOnlyStore) { try past.update(at: 0) { $0.priority = 5 } }
    #expect(throws: StoreError.readOnlyStore) { try past.remove(at: 0) }
    #expect(throws: StoreError.readOnlyStore) { try past.append(Todo("b")) }
  }

  // MARK: - Sections and single records

  @Test func `records of sections are changed by their places`() throws {
    try insert("a", "b", "c")
    let board = todos.order(by: \.name).live(sectionedBy: \.status)
    let told = Collector<String>()
    let observation = board.onChange { told.add("\($0)") }
    try board.update(at: LivePlace(section: 0, index: 1)) { $0.status = .done }
    #expect(board.value.map { $0.records.map(\.name) } == [["b"], ["a", "c"]])
    #expect(try board.remove(at: LivePlace(section: 1, index: 0)).name == "a")
    #expect(board.value.map { $0.records.map(\.name) } == [["b"], ["c"]])
    #expect(told.values.last == "delete 1.0" && told.values.count == 2)
    for place in [LivePlace(section: 2, index: 0), LivePlace(section: 0, index: 1), LivePlace(section: -1, index: 0)] {
      #expect(throws: LiveError.noRecordInSection(model: "Todo", place: place)) { try board.remove(at: place) }
      #expect(throws: LiveError.noRecordInSection(model: "Todo", place: place)) {
        try board.update(at: place) { $0.status = .open }
      }
    }
    observation.cancel()
  }

  @Test func `a record is appended to the section of its key, or to a section that is named`() throws {
    try insert("a")
    let board = todos.where(\.priority > 0).order(by: \.name).live(sectionedBy: \.status)
    let told = Collector<String>()
    let observation = board.onChange { told.add("\($0)") }
    #expect(try board.append(Todo("c", priority: 1)).id == 2)
    let done = try board.append(Todo("b", priority: 1), to: .done)
    #expect(done == todos.find(3) && done.status == .done)
    #expect(
      board.value.map(\.key) == [.done, .open] && board.value.map { $0.records.map(\.name) } == [["b"], ["a", "c"]])
    #expect(told.values == ["insert 0.1", "insert section 0, insert 0.0"])
    #expect(throws: LiveError.notSelected(model: "Todo")) { try board.append(Todo("d")) }
    #expect(throws: LiveError.notSelected(model: "Todo")) { try board.append(Todo("d"), to: .done) }
    let waiting = todos.where(\.status == .waiting).live(sectionedBy: \.status)
    #expect(throws: LiveError.notSelected(model: "Todo")) { try waiting.append(Todo("d"), to: .done) }
    let initials = todos.records.live(sectionedBy: \.initial)
    #expect(throws: LiveError.computedKey(model: "Todo", key: "\(\Todo.initial)")) {
      try initials.append(Todo("d"), to: "d")
    }
    #expect(todos.count == 3)
    try initials.append(Todo("d"))
    #expect(initials.value.map(\.key) == ["a", "b", "c", "d"])
    observation.cancel()
  }

  @Test func `a live record is changed by itself`() throws {
    try insert("a")
    let todo = todos.live(1)
    #expect(try todo.update { $0.priority = 5 }.priority == 5)
    #expect(todo.value?.priority == 5)
    #expect(try todo.remove().name == "a")
    #expect(todo.value == nil)
    #expect(throws: LiveError.noValue(model: "Todo")) { try todo.update { $0.priority = 6 } }
    #expect(throws: LiveError.noValue(model: "Todo")) { try todo.remove() }
  }

  @Test func `errors are one sentence`() {
    let errors: [LiveError] = [
      .noRecord(model: "Todo", index: 7, count: 3),
      .noRecordInSection(model: "Todo", place: LivePlace(section: 1, index: 7)),
      .noValue(model: "Todo"), .notSelected(model: "Todo"), .computedKey(model: "Todo", key: "\\Todo.initial"),
    ]
    #expect(
      errors.map(\.localizedDescription) == [
        "There is no Todo at index 7 of the live result, because it has 3: read its elements again.",
        "There is no Todo at index 7 of section 1 of the live list: read its sections again.",
        "The live Todo cannot be changed, because it is not in the store: insert it first.",
        "The Todo cannot be appended, because it does not meet the conditions of the live result: give it the values that "
          + "they require, or save it to its table.",
        "The Todo cannot be given the key of a section, because \\Todo.initial cannot be assigned: append it with values that "
          + "make the key.",
      ])
  }
}

extension Todo {
  fileprivate var initial: String { String(name.prefix(1)) }
}

/// Lowers the priority of each todo that is saved.
private struct Lowering: Middleware {
  func before<Record: Model>(_ step: HookStep, _ record: inout Record, _ context: HookContext<Record>) throws {
    guard step == .save, var todo = record as? Todo else { return }
    todo.priority -= 1
    if let lowered = todo as? Record { record = lowered }
  }
}
