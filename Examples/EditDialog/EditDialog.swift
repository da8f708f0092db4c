import MotionModel
import MotionModelTransactions

/// An edit dialog with a cancel button, played by a program: what the user does stands on the left, what is stored then on the
/// right.
///
///     swift run EditDialog
@main
struct EditDialog {
  static func main() throws {
    let store = Store()
    let observation = store.observeCommits { print("    commit \($0.id): \($0)") }
    try Store.with(store) { try play() }
    observation.cancel()
  }

  private static func play() throws {
    var todo = try Todo.create { ($0.name, $0.priority) = ("Walk the dog", 3) }
    try todo.assignees.create { $0.name = "ann" }
    show("before", todo)

    try Dialog.edit(&todo, edits, then: .cancel)
    show("rename, assign bob, Cancel", todo)
    try Dialog.edit(&todo, edits, then: .ok)
    show("rename, assign bob, OK", todo)

    try Dialog.edit(&todo, editsWithAnInnerDialog, then: .ok)
    show("priority 5, cancel the dialog for assignees, OK", todo)

    do {
      try Dialog.edit(&todo, { $0.priority = 12 }, then: .ok)
    } catch {
      show("priority 12, OK", todo)
      print("    \(error)")
    }
    show("Delete?", todo)
    print("    \(Dialog.question(beforeDestroying: todo))")
  }

  private static func edits(_ todo: inout Todo) throws {
    todo.name = "Feed the dog"
    try todo.assignees.create { $0.name = "bob" }
  }

  private static func editsWithAnInnerDialog(_ todo: inout Todo) throws {
    todo.priority = 5
    try Dialog.edit(&todo, { try $0.assignees.removeAll() }, then: .cancel)
  }

  private static func show(_ action: String, _ todo: Todo) {
    let stored = Todo.find(todo.id)?.line ?? "nothing"
    print(action.padded(to: 50) + stored + (todo.hasChanges ? "  [not saved]" : ""))
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
