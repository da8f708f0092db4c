import MotionModel
import MotionModelTransactions

/// A dialog with two buttons that edits a todo in one transaction.
struct Dialog {
  /// Opens the dialog, and runs the actions of the user.
  ///
  /// Everything in it is one transaction. OK saves the todo and all other changes. Cancel restores the fields of the
  /// todo and undoes changes of its assignees. Other users see nothing before the commit.
  static func edit(_ todo: inout Todo, _ actions: (inout Todo) throws -> Void, then button: Button) throws {
    try todo.transaction { todo in
      try actions(&todo)
      if button == .cancel { todo.rollback() }
    }
  }

  /// Returns the question whether to destroy a todo, from a preview of what would be destroyed with it.
  static func question(beforeDestroying todo: Todo) -> String {
    let preview = Store.current.preview { try todo.destroy() }
    return preview.isPossible ? "Go on? \(preview.summary)." : "It cannot be: \(preview.errors)"
  }
}
