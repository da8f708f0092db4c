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
    let state = try FormState(form, editing: todo)
    if let todo = try state.askQuestions(on: ProcessTerminal()) {
      Screen.show("Saved", todo)
    } else {
      Screen.note("not saved, \(state.draft.answers.entries.count) changed")
    }
    print(try form.table(of: Todo.all))
  }
}
