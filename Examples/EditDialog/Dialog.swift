import MotionModel
import MotionModelTransactions

/// A dialog in which a todo is edited at one go, with two buttons.
struct Dialog {
  /// Opens the dialog, and does what the user does.
  ///
  /// All that happens in it is one transaction. OK saves the todo with all that was done; Cancel gives it the fields back that it had, and
  /// undoes what was done to its assignees. Nobody else sees anything before that.
  static func edit(_ todo: inout Todo, _ actions: (inout Todo) throws -> Void, then button: Button) throws {
    try todo.transaction { todo in
      try actions(&todo)
      if button == .cancel { todo.rollback() }
    }
  }

  /// Asks whether a todo may be destroyed: a preview knows what would go with it.
  static func question(beforeDestroying todo: Todo) -> String {
    let preview = Store.current.preview { try todo.destroy() }
    return preview.isPossible ? "Go on? \(preview.summary)." : "It cannot be: \(preview.errors)"
  }
}
