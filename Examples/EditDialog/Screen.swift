import MotionModel

/// The output: actions on the left, the stored todo after each of them on the right.
enum Screen {
  static func title(_ text: String) { print("\n\(text)\n") }

  /// Prints an action and the stored todo after it.
  static func show(_ action: String, _ todo: Todo) {
    let unsaved = todo.hasChanges ? "  [not saved]" : ""
    print(action.padded(to: 52) + stored(todo.id) + unsaved)
  }

  /// Prints a note.
  static func note(_ text: some CustomStringConvertible) { print("    \(text)") }

  /// Returns the todo as stored in the current store.
  static func stored(_ id: Todo.ID) -> String { Todo.find(id)?.line ?? "nothing" }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
