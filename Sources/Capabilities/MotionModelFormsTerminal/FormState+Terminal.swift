import MotionModel

extension FormState {
  /// Asks for everything in the form, one question after the other, and saves it.
  ///
  /// ```swift
  /// switch try FormState(Todo.form, editing: todo).askQuestions() {
  /// case .saved(let todo): print("\(todo.name) is saved")
  /// case .left(_, let draft): …                      // to be continued another day
  /// }
  /// ```
  ///
  /// Each question has its label, its explanation, its options with numbers, and in brackets what an empty answer
  /// keeps. `-` empties the field, and `<` goes back. After a wrong answer, its error is shown and the question is
  /// repeated. At the end, all answers are shown and can be changed before they are saved. What others have changed
  /// meanwhile is shown, with the choice between theirs and mine. A password is not shown while it is typed.
  ///
  /// It works with keys, and with lines of a file or a pipe. The end of the input, ctrl-D and ctrl-C leave the form.
  ///
  /// - Parameters:
  ///   - terminal: The terminal of the questions and answers.
  ///   - words: What is said besides the words of the form.
  /// - Returns: The saved record, or why the form was left, with a draft.
  /// - Throws: ``FormTerminalError``, the errors of the terminal, and those of ``submit()``. What was entered is kept.
  public func askQuestions(
    on terminal: any FormTerminal, words: FormTerminalWords = FormTerminalWords()
  ) throws -> FormTerminalOutcome<Record> {
    try terminal.begin(endingWith: "")
    defer { terminal.end() }
    var saved: Record?
    do {
      try FormQuestions(self, on: terminal, words: words) {
        saved = try self.submit().record
        return saved != nil
      }
      .run()
    } catch let left as FormLeft {
      return .left(left.reason, draft)
    }
    return saved.map { .saved($0) } ?? .left(.chosen, draft)
  }

  /// Fills the screen of a terminal with the form, until the person saves or leaves it.
  ///
  /// ```swift
  /// let outcome = try FormState(Todo.form, editing: todo).fillScreen(of: ProcessTerminal())
  /// ```
  ///
  /// | key | does |
  /// |---|---|
  /// | tab, arrows, page up and down | go to another field |
  /// | ctrl-S | saves; where that is refused, goes to the first error |
  /// | Esc | leaves, after a question if something was changed; ctrl-C leaves at once |
  /// | space | ticks a box |
  /// | left and right, letters | choose an option, or list those that have the letters |
  /// | ctrl-N, ctrl-X, ctrl-up, ctrl-down | add a child, remove it or take that back, move it |
  /// | ctrl-T | takes what others have stored meanwhile |
  /// | ctrl-A, E, U, K, W | go to the ends of a line, delete to them, or a word |
  ///
  /// A window of any size will do, and may change. The screen is as it was before when this returns or throws.
  ///
  /// - Parameters:
  ///   - terminal: The terminal, with a person at its keys.
  ///   - words: What is said besides the words of the form.
  /// - Returns: The saved record, or why the form was left, with a draft.
  /// - Throws: ``FormTerminalError``, the errors of the terminal, and those of ``submit()``. What was entered is kept.
  /// - Complexity: Each key costs what ``description`` costs, and O(*n*) in the number of lines of the form.
  public func fillScreen(
    of terminal: any FormTerminal, words: FormTerminalWords = FormTerminalWords()
  ) throws -> FormTerminalOutcome<Record> {
    var saved: Record?
    var session = ScreenSession(self, on: terminal, words: words) {
      saved = try self.submit().record
      return saved != nil
    }
    switch try session.run() {
    case .left(let reason): return .left(reason, draft)
    case .saved: return saved.map { .saved($0) } ?? .left(.chosen, draft)
    }
  }
}
