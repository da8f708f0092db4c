import MotionModel

/// The dialog as a transaction: all its changes are committed together.
enum InTransaction {
  static func play(_ todo: inout Todo) throws {
    Screen.title("A dialog as a transaction")
    Screen.show("before", todo)

    try Dialog.edit(&todo, edits, then: .cancel)
    Screen.show("rename, assign bob, Cancel", todo)
    try Dialog.edit(&todo, edits, then: .ok)
    Screen.show("rename, assign bob, OK", todo)

    try Dialog.edit(&todo, editsWithAnInnerDialog, then: .ok)
    Screen.show("priority 5, cancel the dialog for assignees, OK", todo)

    do {
      try Dialog.edit(&todo, { $0.priority = 12 }, then: .ok)
    } catch {
      Screen.show("priority 12, OK", todo)
      Screen.note("\(error)")
    }
    Screen.show("Delete?", todo)
    Screen.note(Dialog.question(beforeDestroying: todo))
  }

  private static func edits(_ todo: inout Todo) throws {
    todo.name = "Feed the dog"
    try todo.assignees.create { $0.name = "bob" }
  }

  private static func editsWithAnInnerDialog(_ todo: inout Todo) throws {
    todo.priority = 5
    try Dialog.edit(&todo, { try $0.assignees.removeAll() }, then: .cancel)
  }
}
