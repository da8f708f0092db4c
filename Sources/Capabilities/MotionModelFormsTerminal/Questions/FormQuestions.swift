import MotionModelValues

/// Asks the questions of a form one after the other, lets the person review the answers, and submits them.
///
/// An empty answer keeps what is there. `-` empties the field and `<` goes back; with backslashes in front, they are
/// text without the first backslash.
struct FormQuestions {
  let form: any FilledForm
  let words: FormWords
  let terminal: any FormTerminal
  /// Saves the form; returns whether it was saved.
  let submit: () throws -> Bool

  init(
    _ form: any FilledForm, on terminal: any FormTerminal, words: FormWords, submit: @escaping () throws -> Bool
  ) {
    (self.form, self.terminal, self.words, self.submit) = (form, terminal, words, submit)
  }

  /// Asks all questions, and repeats them until the form is saved.
  ///
  /// - Throws: ``FormLeft`` if the person leaves without saving.
  func run() throws {
    let description = form.description
    try write([Self.heading(description.title, "=")])
    try write(description.messages.map { "  ! \($0.sentence.shown)" })
    try ask(description.sections.flatMap { $0.rows.map(\.path) }, sections: description.sections)
    while try !review() {}
  }

  /// Reads the answer to a question.
  ///
  /// - Parameter isHidden: Whether what is typed is not shown.
  /// - Throws: ``FormLeft`` if there is none.
  func readAnswer(isHidden: Bool = false) throws -> String {
    guard let line = try terminal.readLine(after: "> ", isHidden: isHidden) else { throw FormLeft() }
    return line
  }

  // MARK: - Rows

  /// Whether the person continues or goes back.
  enum Step {
    case on, back
  }

  /// Asks rows in order.
  ///
  /// - Returns: Whether the person went back beyond the first one.
  @discardableResult
  func ask(_ paths: [FormPath], sections: [FormDescription.Section] = []) throws -> Step {
    var (index, direction) = (0, Step.on)
    while index < paths.count {
      if index < 0 { return .back }
      if direction == .on { try writeHeading(before: paths[index], in: sections) }
      // A row without a question keeps the direction.
      if let step = try ask(paths[index]) { direction = step }
      index += direction == .on ? 1 : -1
      if index < 0 && !sections.isEmpty { (index, direction) = (0, .on) }
    }
    return .on
  }

  /// Asks a row; nil if it is only shown, or not there any more.
  private func ask(_ path: FormPath) throws -> Step? {
    let description = form.description
    if let group = description.group(at: path) { return try ask(group) }
    guard let field = description.field(at: path), !field.isHidden else { return nil }
    if !field.isReadOnly { return try ask(field) }
    try write([line(of: field)])
    return nil
  }

  private func writeHeading(before path: FormPath, in sections: [FormDescription.Section]) throws {
    guard let section = sections.first(where: { $0.rows.first?.path == path }), let title = section.title else {
      return
    }
    try write(["", Self.heading(title, "-")] + hint(section.help))
  }

  // MARK: - Words

  static func heading(_ title: String, _ line: Character) -> String {
    "\(title.shown)\n\(String(repeating: line, count: max(1, title.shown.displayWidth)))"
  }

  /// Returns an explanation as lines.
  func hint(_ help: String?) -> [String] {
    guard let help else { return [] }
    return help.split(whereSeparator: \.isNewline).flatMap { $0.shown.wrapped(to: width - 2) }.map { "  \($0)" }
  }

  /// Returns a field on one line: its label and its value.
  func line(of field: FormField) -> String {
    let text = field.shown(field.value, words)
    return "\(field.label.shown):\(text.isEmpty ? "" : " \(text)")"
  }

  private var width: Int { max(10, terminal.columns) }

  func write(_ lines: [String]) throws {
    if !lines.isEmpty { try terminal.write(lines.joined(separator: "\n") + "\n") }
  }

  /// Writes what is wrong at a place.
  func writeErrors(_ messages: [FormDescription.Message]) throws { try write(messages.map { "  ! \($0.text.shown)" }) }
}

extension FormQuestions {
  /// Asks whether something is so, until the answer is one.
  ///
  /// - Returns: Nil if the answer is empty.
  func answer(to line: String) -> Bool? {
    let line = line.lowercased()
    if line.isEmpty { return nil }
    let (yes, no) = (words[.typedYes].lowercased(), words[.typedNo].lowercased())
    if yes.hasPrefix(line) && !no.hasPrefix(line) { return true }
    if no.hasPrefix(line) && !yes.hasPrefix(line) { return false }
    return nil
  }
}

/// Ends the questions of a form without saving.
struct FormLeft: Error {}
