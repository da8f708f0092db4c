import MotionModel

extension FormState {
  /// Asks for everything in the form, one question after the other, and saves it.
  ///
  /// ```swift
  /// let state = try FormState(Todo.form, editing: todo)
  /// if let todo = try state.askQuestions(on: ProcessTerminal()) {
  ///   print("\(todo.name) is saved")
  /// } else {
  ///   keep(state.draft)                              // to be continued another day
  /// }
  /// ```
  ///
  /// Each question has its label, its explanation, its options with numbers, and in brackets what an empty answer
  /// keeps. `-` empties the field, and `<` goes back. After a wrong answer, its error is shown and the question is
  /// repeated. At the end, all answers are shown and can be changed before they are saved. What others have changed
  /// meanwhile is shown, with the choice between theirs and mine. A password is not shown while it is typed.
  ///
  /// The answers are lines: those of a person, of a file or of a pipe. The end of the input, or ctrl-D, leaves the
  /// form.
  ///
  /// - Parameters:
  ///   - terminal: The terminal of the questions and answers.
  ///   - words: What is said besides the words of the form.
  /// - Returns: The saved record; nil if the form was left, whose ``draft`` has what was entered.
  /// - Throws: ``FormTerminalError``, the errors of the terminal, and those of ``submit()``. What was entered is kept.
  public func askQuestions(
    on terminal: any FormTerminal, words: FormWords = FormWords()
  ) throws -> Record? {
    var saved: Record?
    do {
      try FormQuestions(self, on: terminal, words: words) {
        saved = try self.submit().record
        return saved != nil
      }
      .run()
    } catch is FormLeft {}
    return saved
  }
}
