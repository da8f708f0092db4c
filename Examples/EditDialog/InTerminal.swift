import MotionModel
import MotionModelForms
import MotionModelFormsTerminal

/// The dialog as a form that a person fills in at a terminal.
enum InTerminal {
  static let form = ModelForm<Todo>("Todo") {
    Input(\.name, "What").help("A few words that say what is to be done.").placeholder("Walk the dog")
    Input(\.priority).help("From 0 to 9.")
    Children(\.assignees, "Who") { Input(\.name) }
  }

  /// Opens the dialog for a todo: `form` fills the screen of a terminal, and all else asks one question after the
  /// other.
  static func run(_ todo: Todo, _ way: String) throws {
    #if canImport(Darwin) || canImport(Glibc) || canImport(Musl)
      let state = try FormState(form, editing: todo)
      let terminal = ProcessTerminal()
      switch way == "form" && terminal.isInteractive
        ? try state.fillScreen(of: terminal) : try state.askQuestions(on: terminal)
      {
      case .saved(let todo): Screen.show("Saved", todo)
      case .left(let reason, let draft): Screen.note("not saved (\(reason)), \(draft.answers.entries.count) changed")
      }
      for line in try form.table(of: Todo.all).lines(width: terminal.size.columns) { print(line) }
    #else
      print("There is no terminal here.")
    #endif
  }
}
