import MotionModel
import MotionModelTestSupport
import Testing

@testable import MotionModelTransactions

/// What an undo manager offers; Foundation has it on Apple's systems only.
@MainActor
@Suite(.ownStore) struct UndoMenuTests {
  /// Keeps actions as `UndoManager` does.
  private final class Menu: UndoMenu {
    private typealias Action = (name: String, run: @MainActor () -> Void)

    private var undoActions: [Action] = []
    private var redoActions: [Action] = []
    private var isUndoing = false
    private var isRedoing = false

    var names: [[String]] { [undoActions.map(\.name), redoActions.map(\.name)] }

    func add(_ name: String, _ action: @escaping @MainActor () -> Void) {
      if isUndoing { return redoActions.append((name, action)) }
      undoActions.append((name, action))
      if !isRedoing { redoActions = [] }
    }

    func removeAll() { (undoActions, redoActions) = ([], []) }

    func undo() {
      isUndoing = true
      undoActions.popLast()?.run()
      isUndoing = false
    }

    func redo() {
      isRedoing = true
      redoActions.popLast()?.run()
      isRedoing = false
    }
  }

  private let menu = Menu()
  private let history = UndoHistory(of: .current, recording: .groups)

  private func group(_ name: String, _ body: () throws -> Void) throws {
    try history.group(name, in: menu, onError: { Issue.record($0) }, body)
  }

  @Test func `a window undoes and redoes the steps of its groups, by their names`() throws {
    var todo = try Todo.create { $0.name = "one" }
    try group("Rename") { try todo.update { $0.name = "two" } }
    try Todo.create { $0.name = "of others" }
    try group("Raise") { try todo.update { $0.priority = 9 } }
    #expect(menu.names == [["Rename", "Raise"], []])
    menu.undo()
    #expect(menu.names == [["Rename"], ["Raise"]])
    #expect(Todo.find(1)?.priority == 0 && Todo.find(1)?.name == "two")
    menu.undo()
    #expect(menu.names == [[], ["Raise", "Rename"]])
    #expect(Todo.pluck(\.name) == ["one", "of others"])
    menu.redo()
    menu.redo()
    #expect(menu.names == [["Rename", "Raise"], []])
    #expect(Todo.find(1) == todo)
    menu.undo()
    try group("Delete") { try todo.delete() }
    #expect(menu.names == [["Rename", "Delete"], []])
    menu.undo()
    #expect(Todo.find(1)?.name == "two" && history.undoName == "Rename" && history.redoName == "Delete")
  }

  @Test func `only what was committed can be undone, and a group in another is part of it`() throws {
    try group("Nothing") {}
    try group("Passing") { try Todo.create().delete() }
    #expect(menu.names == [[], []])
    try group("All") {
      try group("Part") { _ = try Todo.create() }
      _ = try Todo.create()
    }
    #expect(throws: CancellationError.self) {
      try group("Half") {
        _ = try Todo.create()
        throw CancellationError()
      }
    }
    #expect(menu.names == [["All", "Half"], []] && history.undoCount == 2)
    menu.undo()
    menu.undo()
    #expect(Todo.count == 0)
  }

  @Test func `a step that others have overtaken is an error, and ends what the window offers`() throws {
    var todo = try Todo.create { $0.name = "one" }
    var errors: [any Error] = []
    for name in ["two", "three"] {
      try history.group("Rename", in: menu, onError: { errors.append($0) }) { try todo.update { $0.name = name } }
    }
    try Todo.updateAll { $0.name = "by others" }
    menu.undo()
    #expect(errors.map { ($0 as? UndoError)?.isChangedSince } == [true])
    #expect(menu.names == [[], []] && Todo.pluck(\.name) == ["by others"] && history.undoCount == 2)
    try group("Raise") { try todo.update { $0.priority = 9 } }
    menu.undo()
    #expect(menu.names == [[], ["Raise"]] && Todo.pluck(\.priority) == [0] && history.undoCount == 2)
  }

  @Test func `without an undo manager a group is a step as any other, and the actions keep their history`() throws {
    try history.group("Add", in: Menu?.none, onError: { Issue.record($0) }) { _ = try Todo.create() }
    #expect(history.undoName == "Add")
    try UndoHistory(of: .current, recording: .groups)
      .group("Kept", in: menu, onError: { Issue.record($0) }) { _ = try Todo.create() }
    menu.undo()
    #expect(Todo.count == 1 && menu.names == [[], ["Kept"]])
  }
}

extension UndoError {
  fileprivate var isChangedSince: Bool { if case .changedSince = self { true } else { false } }
}
