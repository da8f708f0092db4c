import MotionModel
import MotionModelTransactions

/// A dialog that stays open while its user thinks and others work in the store.
struct OpenDialog {
  let store: Store
  let history: UndoHistory

  /// Opens the dialog for a todo, and waits until a button closes it.
  ///
  /// Everything in it happens in a branch, which may be kept across `await`. A transaction may not, because other users
  /// could not write meanwhile. OK merges the branch, as one step that can be undone. Cancel drops the branch, and
  /// nothing has to be restored.
  ///
  /// - Parameters:
  ///   - id: The id of the todo.
  ///   - user: The actions of the user in the dialog; returns the button that closes it.
  ///   - answer: Returns the user's choice if others changed the same columns or records meanwhile.
  func edit(
    _ id: Todo.ID, _ user: (inout Todo) async throws -> Button,
    onConflict answer: (ChangeConflict) async -> MergePolicy = { _ in .fail }
  ) async throws {
    let draft = store.branch()
    let button = try await Store.with(draft.store) {
      var todo = try Todo.require(id)
      let button = try await user(&todo)
      if button == .ok { try todo.save() }
      return button
    }
    if button == .ok { try await merge(draft, answer) }
  }

  private func merge(_ draft: Branch, _ answer: (ChangeConflict) async -> MergePolicy) async throws {
    do {
      try history.group("Edit the todo") { try draft.merge() }
    } catch let error as ChangeConflicts {
      guard let conflict = error.conflicts.first else { throw error }
      let policy = await answer(conflict)
      try history.group("Edit the todo") { try draft.merge(policy) }
    }
  }
}
