import MotionModel
import MotionModelForms
import MotionModelFormsTerminal

/// The dialog as questions that a person answers at a terminal.
enum InTerminal {
  static let form = ModelForm<Todo>("Todo") {
    Input(\.name, "What").help("A few words that say what is to be done.").placeholder("Walk the dog")
    Input(\.priority).help("From 0 to 9.")
    Children(\.assignees, "Who") { Input(\.name) }
  }

  /// Opens the dialog for a todo.
  static func run(_ todo: Todo) throws {
    switch try FormState(form, editing: todo).askQuestions(on: ProcessTerminal()) {
    case .saved(let todo): Screen.show("Saved", todo)
    case .left(let reason, let draft): Screen.note("not saved (\(reason)), \(draft.answers.entries.count) changed")
    }
    print(try form.table(of: Todo.all))
  }
}
