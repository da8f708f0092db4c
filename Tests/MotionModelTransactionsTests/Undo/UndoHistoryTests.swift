import Foundation
import MotionModel
import MotionModelTestSupport
import MotionModelTransactions
import Testing

@Suite(.ownStore) struct UndoHistoryTests {
  private var store: Store { Store.current }

  @Test func `commits are undone and redone, in order`() throws {
    let history = UndoHistory(of: store)
    #expect(!history.canUndo && !history.canRedo && history.undoName == nil && history.undoChangeset == nil)
    var todo = try Todo.create { $0.name = "one" }
    try todo.update { $0.name = "two" }
    #expect(history.undoCount == 2 && history.undoChangeset?.description == "Todo: 1 updated")
    try history.undo()
    #expect(Todo.find(1)?.name == "one" && history.canRedo)
    try history.undo()
    #expect(Todo.count == 0 && !history.canUndo && history.redoCount == 2)
    try history.redo()
    try history.redo()
    #expect(Todo.all == [todo] && !history.canRedo && store.commitCount == 6)
  }

  @Test func `a group is one step with a name`() throws {
    let history = UndoHistory(of: store)
    try history.group("Add three") {
      for name in ["one", "two", "three"] { try Todo.create { $0.name = name } }
      try history.group("Part of it") { _ = try Todo.create { $0.name = "four" } }
    }
    #expect(history.undoName == "Add three" && history.undoCount == 1)
    let undone = try history.undo()
    #expect(undone.description == "Todo: 4 deleted" && Todo.count == 0)
    #expect(history.redoName == "Add three" && history.undoName == nil)
    try history.redo()
    #expect(Todo.count == 4 && history.undoName == "Add three")
    history.group("Nothing") {}
    try history.group("Passing") { try Todo.create().delete() }
    #expect(history.undoName == "Add three" && history.undoCount == 1)
    try history.group("House") { _ = try Project.create { $0.name = "House" } }
    try history.group("Reverted") {
      var project = try Project.require(1)
      for name in ["Home", "House"] { try project.update { $0.name = name } }
    }
    #expect(history.undoName == "House" && history.undoCount == 2)
    try history.undo()
    #expect(history.undoName == "Add three" && history.undoCount == 1)
    history.removeAll()
    #expect(!history.canUndo && !history.canRedo)
  }

  @Test func `a group includes the groups and the undos of other histories`() throws {
    let (document, panel) = (UndoHistory(of: store), UndoHistory(of: store, recording: .groups))
    try document.group("Document") {
      try panel.group("Panel") { _ = try Todo.create { $0.name = "one" } }
      try panel.undo()
      try panel.redo()
    }
    #expect(document.undoCount == 1 && document.undoName == "Document")
    #expect(panel.undoCount == 1 && panel.undoName == "Panel")
    #expect(try document.undo().description == "Todo: 1 deleted")

    try panel.group("Panel") { _ = try document.redo() }
    #expect(panel.undoCount == 2 && Todo.count == 1)
    #expect(try panel.undo().description == "Todo: 1 deleted")
  }

  @Test func `a group may suspend`() async throws {
    let history = UndoHistory(of: store)
    try await history.group("Two") {
      try Todo.create()
      await Task.yield()
      try Todo.create()
    }
    #expect(history.undoCount == 1)
    try history.undo()
    #expect(Todo.count == 0)
  }

  @Test func `a new step discards the steps that could be redone`() throws {
    let history = UndoHistory(of: store)
    try Todo.create()
    try history.undo()
    try Todo.create()
    #expect(!history.canRedo && history.undoCount == 1)
    #expect(throws: UndoError.self) { () throws in try history.redo() }
  }

  @Test func `undoing a deletion restores the record at its position`() throws {
    let todos = try Todo.insert(contentsOf: [Todo("one"), Todo("two"), Todo("three")])
    let history = UndoHistory(of: store)
    try todos[1].delete()
    try history.undo()
    #expect(Todo.all == todos)
  }

  @Test func `an undo keeps changes that others made in other columns`() throws {
    var todo = try Todo.create { $0.name = "one" }
    let history = UndoHistory(of: store, recording: .groups)
    try history.group("Rename") { try todo.update { $0.name = "two" } }
    try todo.update { $0.priority = 7 }
    try Todo.create { $0.name = "other" }
    #expect(history.undoCount == 1)
    try history.undo()
    #expect(Todo.find(1)?.name == "one" && Todo.find(1)?.priority == 7 && Todo.count == 2)
  }

  @Test func `an undo that conflicts with later changes is refused and changes nothing`() throws {
    var todo = try Todo.create { $0.name = "one" }
    let history = UndoHistory(of: store, recording: .groups)
    try history.group("Rename") { try todo.update { $0.name = "two" } }
    try todo.update { $0.name = "three" }
    let error = #expect(throws: UndoError.self) { () throws in try history.undo() }
    guard case .changedSince("Rename", let conflicts)? = error else { return #expect(Bool(false), "no conflict") }
    #expect(conflicts.map(\.description) == ["Todo 1: both updated \"name\""])
    #expect(error?.localizedDescription.hasPrefix("\"Rename\" cannot be undone") == true)
    #expect(history.undoCount == 1 && Todo.find(1)?.name == "three")
    try todo.update { $0.name = "two" }
    try history.undo()
    #expect(Todo.find(1)?.name == "one")
    #expect("\(UndoError.nothingToUndo)" == "There is nothing to undo.")
    #expect("\(UndoError.nothingToRedo)" == "There is nothing to redo.")
  }

  @Test func `an undo is notified like any commit, and refused by the same rules`() throws {
    let commits = Collector<String>()
    let history = UndoHistory(of: store)
    try Project.create { $0.name = "House" }
    try store.silenced { _ = try Project.deleteAll() }
    let observation = store.observeCommits { commits.add($0.description) }
    try store.silenced { _ = try history.undo() }
    try history.undo()
    #expect(commits.values == ["Project: 1 deleted"])
    try history.redo()
    let second = UndoHistory(of: store, recording: .groups)
    try second.group("Delete") { _ = try Project.deleteAll() }
    try Project.create { $0.name = "House" }
    #expect(throws: StoreError.notUnique(model: "Project", columns: ["name"], id: "2")) { () throws in try second.undo()
    }
    #expect(second.canUndo && Project.count == 1)
    withExtendedLifetime(observation) {}
  }

  @Test func `a history keeps steps up to its limit`() throws {
    let steps = UndoHistory(of: store, limit: .count(3))
    for _ in 0..<5 { try Todo.create() }
    #expect(steps.undoCount == 3)
    let size = try #require(steps.undoChangeset?.estimatedBytes)
    #expect(size > MemoryLayout<Todo>.stride && steps.estimatedBytes >= 3 * MemoryLayout<Todo>.stride)
    let bytes = UndoHistory(of: store, limit: .bytes(size * 2 + size / 2))
    for _ in 0..<5 { try Todo.create() }
    #expect(bytes.undoCount == 2 && bytes.estimatedBytes <= size * 2 + size / 2)
  }

  @Test(arguments: 0..<40) func `undoing and redoing all steps leads through the same states`(part: Int) throws {
    var edits = RandomEdits(TestSeed.generator(32_000 + part))
    try edits.edit(store, count: 10)
    let history = UndoHistory(of: store, limit: .count(1_000))
    var states = [TodoState(store)]
    for _ in 0..<20 {
      let count = history.undoCount
      let number = edits.random.pick([1, 3])
      try history.group("Edits") { try edits.edit(store, count: number) }
      if history.undoCount > count { states.append(TodoState(store)) }
    }
    let place = Comment("part \(part), seed \(TestSeed.current)")
    for _ in 0..<3 {
      for state in states.dropLast().reversed() {
        try history.undo()
        try #require(TodoState(store) == state, place)
      }
      #expect(!history.canUndo)
      for state in states.dropFirst() {
        try history.redo()
        try #require(TodoState(store) == state && state.isConsistent, place)
      }
    }
  }

  #if os(macOS) || os(Linux)  // where exit tests are available
    @Test func `undoing inside a transaction traps`() async {
      await #expect(processExitsWith: .failure) {
        let store = Store()
        let history = UndoHistory(of: store)
        try store.inTransaction { _ = try history.undo() }
      }
    }
  #endif
}

/// A record with a version.
private struct Draft: Model, Equatable {
  var id = 0
  var name = ""
  var count = 0
  var version = 0

  static let schema = Schema<Draft> {
    Column(\.name)
    Column(\.count)
    LockVersion(\.version)
  }
}

@Suite(.ownStore) struct UndoneVersionTests {
  @Test func `undoing increments the version, so that older copies are refused`() throws {
    let history = UndoHistory(of: .current)
    var draft = try Draft.create { $0.name = "one" }
    try draft.update { $0.name = "two" }
    var copy = draft
    try history.undo()
    #expect(try Draft.require(1) == with(draft) { ($0.name, $0.version) = ("one", 2) })
    #expect(throws: StoreError.self) { () throws in try copy.update { $0.name = "three" } }
    copy.count = 1
    #expect(throws: StoreError.self) { () throws in try copy.save() }
    try history.redo()
    #expect(try Draft.require(1) == with(draft) { ($0.name, $0.version) = ("two", 3) })
  }

  @Test func `undoing a change of a record that was saved later increments the latest version`() throws {
    let history = UndoHistory(of: .current, recording: .groups)
    var draft = try Draft.create { $0.name = "one" }
    try history.group("Rename") { try draft.update { $0.name = "two" } }
    try draft.update { $0.count = 5 }
    try history.undo()
    #expect(try Draft.require(1) == with(draft) { ($0.name, $0.version) = ("one", 3) })
  }

  @Test func `undoing one of two updates of old copies leaves the other`() throws {
    let history = UndoHistory(of: .current, recording: .groups)
    var first = try Draft.create { $0.name = "one" }
    var second = first
    try history.group("Rename") { try first.update { $0.name = "two" } }
    try second.update { $0.count = 5 }
    try history.undo()
    #expect(try Draft.require(1) == with(first) { ($0.name, $0.count, $0.version) = ("one", 5, 3) })
  }

  @Test func `updates of old copies in a branch and its parent are merged by column`() throws {
    let first = try Draft.create { $0.name = "one" }
    let branch = Store.current.branch()
    var (here, there) = (first, first)
    try branch.table(Draft.self).update(&there) { $0.count = 5 }
    try here.update { $0.name = "two" }
    try branch.merge()
    #expect(Draft.find(1)?.name == "two" && Draft.find(1)?.count == 5)
  }

  @Test func `merging a branch with a record that was saved meanwhile increments the latest version`() throws {
    var draft = try Draft.create { $0.name = "one" }
    let branch = Store.current.branch()
    try Store.with(branch.store) {
      var mine = draft
      try mine.update { $0.count = 1 }
    }
    try draft.update { $0.name = "two" }
    try branch.merge()
    #expect(try Draft.require(1) == with(draft) { ($0.count, $0.version) = (1, 2) })
  }

  private func with(_ draft: Draft, _ change: (inout Draft) -> Void) -> Draft {
    var draft = draft
    change(&draft)
    return draft
  }
}
