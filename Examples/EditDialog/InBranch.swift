import MotionModel
import MotionModelTransactions

/// The dialog as a branch: it stays open across `await`, while another user works in the store.
struct InBranch {
  let store: Store
  let id: Todo.ID
  let history: UndoHistory

  init(store: Store, id: Todo.ID) {
    (self.store, self.id) = (store, id)
    history = UndoHistory(of: store, recording: .groups)  // what others do is not ours to undo
  }

  private var dialog: OpenDialog { OpenDialog(store: store, history: history) }

  func play() async throws {
    Screen.title("A dialog as a branch, open while its user thinks")
    try await dialog.edit(id) { try await edits(&$0, meanwhile: 6, then: .cancel) }
    show("rename, assign carl, Cancel")
    try await dialog.edit(id) { try await edits(&$0, meanwhile: 7, then: .ok) }
    show("rename, assign carl, OK")

    Screen.title("Undo after it: what others did stays")
    try undo()
    try redo()

    Screen.title("Both change the same")
    try await conflict()
    try undo()
    do { try undo() } catch { Screen.note("\(error)") }
  }

  /// The actions of the user. Another user sets the priority before the button is pressed.
  private func edits(_ todo: inout Todo, meanwhile priority: Int, then button: Button) async throws -> Button {
    todo.name = await typed("Feed the cat")
    try todo.save()
    try todo.assignees.create { $0.name = "carl" }
    try await somebodyElse { try $0.update { $0.priority = priority } }
    Screen.note("in the dialog:  \(Screen.stored(id))")
    Screen.note("outside:        \(Store.with(store) { Screen.stored(id) })")
    return button
  }

  /// Both change the same column: the user sees the conflict, and decides.
  private func conflict() async throws {
    try await dialog.edit(id) { todo in
      todo.name = await typed("Feed the fish")
      try await somebodyElse { try $0.update { $0.name = "Feed the bird" } }
      return .ok
    } onConflict: { conflict in
      Screen.note(conflict)
      for column in conflict.columns { Screen.note("mine: \(column.ours), theirs: \(column.theirs)") }
      return .ours
    }
    show("rename, OK, \"Mine\"")
  }

  private func undo() throws {
    let name = history.undoName ?? "the last step"
    try history.undo()
    show("Undo \"\(name)\"")
  }

  private func redo() throws {
    let name = history.redoName ?? "the last step"
    try history.redo()
    show("Redo \"\(name)\"")
  }

  private func show(_ action: String) {
    if let todo = Todo.find(id) { Screen.show(action, todo) }
  }

  // MARK: - People

  /// Returns what the user types after a while.
  private func typed(_ text: String) async -> String {
    await Task.yield()
    return text
  }

  /// Runs a change by another user, who does not know of the dialog: in a separate task, in the store itself.
  private func somebodyElse(_ change: @escaping @Sendable (inout Todo) throws -> Void) async throws {
    let work = Task.detached { [store, id] in
      try Store.with(store) {
        var todo = try Todo.require(id)
        try change(&todo)
      }
    }
    try await work.value
  }
}
