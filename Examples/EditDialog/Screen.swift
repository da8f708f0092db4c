import MotionModel

/// What one sees: what was done stands on the left, what is stored then on the right.
enum Screen {
  static func title(_ text: String) { print("\n\(text)\n") }

  /// Shows what is stored of a todo after an action.
  static func show(_ action: String, _ todo: Todo) {
    let unsaved = todo.hasChanges ? "  [not saved]" : ""
    print(action.padded(to: 52) + stored(todo.id) + unsaved)
  }

  /// Shows what else there is to say.
  static func note(_ text: some CustomStringConvertible) { print("    \(text)") }

  /// What the store in use has of a todo.
  static func stored(_ id: Todo.ID) -> String { Todo.find(id)?.line ?? "nothing" }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
