import MotionModel

/// An edit dialog with a cancel button, run by a program: first as a transaction, then as a branch that stays open
/// while its user thinks, with undo afterwards.
///
///     swift run EditDialog
///     swift run EditDialog questions    # a person answers the dialog's questions, also from a file: < answers.txt
@main
struct EditDialog {
  static func main() async throws {
    let store = Store()
    let observation = store.observeCommits { Screen.note("commit \($0.id): \($0)") }
    try await Store.with(store) {
      var todo = try firstTodo()
      if CommandLine.arguments.contains("questions") { return try InTerminal.run(todo) }
      try InTransaction.play(&todo)
      try await InBranch(store: store, id: todo.id).play()
    }
    observation.cancel()
  }

  private static func firstTodo() throws -> Todo {
    let todo = try Todo.create { ($0.name, $0.priority) = ("Walk the dog", 3) }
    try todo.assignees.create { $0.name = "ann" }
    return todo
  }
}
