import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelTransactions

@Suite(.ownStore) struct UndoMarkTests {
  private var store: Store { Store.current }

  @Test func `a mark is read as it was written, and nothing else is one`() {
    let marks: [UndoMark] = [
      .edit(name: nil, group: nil), .edit(name: "Two", group: 2), .edit(name: "", group: 1),
      .replay(onto: .redo, name: nil, of: 3, before: nil), .replay(onto: .undo, name: "Two", of: 3, before: 5),
    ]
    for mark in marks { #expect(UndoMark(mark.value) == mark) }
    let others: [AttributeValue] = [
      .null, false, 1, "true", [], [:], ["name": "Two"], ["group": "2"], ["undoes": 1.5], ["redoes": .uint(.max)],
    ]
    for value in others { #expect(UndoMark(value) == nil, "\(value)") }
    #expect(UndoMark(nil) == nil)
  }

  @Test func `undoing a step keeps those that others recorded meanwhile`() throws {
    let past = StoreHistory(of: store, keeping: .count(10))
    for _ in 0..<4 { try Todo.create() }
    let commits = try past.changes(since: 0)
    var steps = UndoSteps()
    for commit in commits.prefix(3) { steps.record(commit, as: .edit(name: nil, group: nil), .count(10)) }
    steps.record(commits[3], as: .replay(onto: .redo, name: "one", of: 1, before: 3), .count(10))
    #expect(steps.undo.map(\.number) == [3] && steps.redo.map(\.number) == [4] && steps.redo.map(\.name) == ["one"])
    // What no history writes is harmless.
    steps.record(commits[3], as: .replay(onto: .undo, name: nil, of: .min, before: .min), .count(10))
    #expect(steps.undo.map(\.number) == [3, 4] && steps.redo.map(\.number) == [4])
  }

  @Test func `a history is resumed from the commits that are kept in memory`() throws {
    let past = StoreHistory(of: store, keeping: .count(3))
    do {
      let first = try UndoHistory(of: store, resuming: past)
      try first.group("One") { _ = try Todo.create() }
      try first.group("Two") {
        for _ in 0..<2 { try Todo.create() }
      }
      try first.undo()
      #expect(first.undoName == "One" && first.redoName == "Two")
    }
    let second = try UndoHistory(of: store, resuming: past)
    #expect(second.undoCount == 0 && second.redoName == "Two" && second.redoCount == 1)
    try second.redo()
    #expect(Todo.count == 3 && second.undoName == "Two")
  }
}
