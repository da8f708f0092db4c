import MotionModelValidation

extension FormQuestions {
  /// What a person answers in a line.
  private enum Answer {
    case text(String)
    case keep, empty, back

    init(_ line: String) {
      switch line {
      case "": self = .keep
      case "-": self = .empty
      case "<": self = .back
      default:
        let rest = line.drop { $0 == "\\" }
        self = .text(line.hasPrefix("\\") && (rest == "-" || rest == "<") ? String(line.dropFirst()) : line)
      }
    }
  }

  /// Asks a field until its answer has no error.
  func ask(_ field: FormField) throws -> Step {
    var field = field
    try write(introduction(of: field))
    if field.isDisputed { return try settle(field) }
    while let current = form.description.field(at: field.path) {
      field = current
      try write(list(field.options) + ["\(label(of: field))\(standard(field))"])
      let line = try readAnswer(isHidden: field.control == .password)
      let answer = Answer(line)
      if case .back = answer { return .back }
      guard try take(answer, in: field) else { continue }
      try form.leave(field.path)
      let messages = form.description.field(at: field.path)?.messages ?? []
      try writeErrors(messages)
      if !messages.contains(where: { $0.severity == .error }) { return .on }
    }
    return .on
  }

  // MARK: - What is written before the answer

  private func introduction(of field: FormField) -> [String] {
    var lines = [""] + hint(field.help)
    if let example = field.placeholder { lines += hint("\(words[.exampleLine]) \(example)") }
    switch field.control {
    case .longText: lines += hint(words[.manyLines])
    case .choices: lines += hint(words[.manyChoices])
    default: break
    }
    if field.isSearched { lines += hint(words[.searching]) }
    return lines
  }

  private func list(_ options: [FormField.Option]) -> [String] {
    options.enumerated().map { "  \($0 + 1) \($1.label.shown)" }
  }

  private func label(of field: FormField) -> String { field.label.shown + (field.isRequired ? "*" : "") }

  /// Returns what an empty answer keeps.
  private func standard(_ field: FormField) -> String {
    let text = field.shown(field.value, words)
    return text.isEmpty ? "" : " [\(text)]"
  }

  // MARK: - What is entered

  /// Enters an answer.
  ///
  /// - Returns: Whether the answer was accepted; if not, the question is repeated.
  private func take(_ answer: Answer, in field: FormField) throws -> Bool {
    switch answer {
    case .back: return true
    case .keep:
      // An empty answer to a question that needs one is entered, so that its error shows.
      if field.value.isEmpty && field.control != .password { try form.enter(field.value, at: field.path) }
      return true
    case .empty:
      try form.enter(field.control.emptyInput, at: field.path)
      return true
    case .text(let text): return try read(text, in: field)
    }
  }

  private func read(_ text: String, in field: FormField) throws -> Bool {
    switch field.control {
    case .toggle: return try enter(answer(to: text).map { .flag($0) }, in: field, otherwise: words[.yesOrNo])
    case .file: return try enter(FormInput.File(atPath: text).map { .file($0) }, in: field, otherwise: words[.noFile])
    case .longText: return try enter(.text(try rest(of: text)), in: field)
    case .choice: return try choose(text, in: field)
    case .choices: return try enter(choices(text, in: field), in: field)
    default: return try enter(.text(text), in: field)
    }
  }

  private func enter(_ input: FormInput?, in field: FormField, otherwise message: String = "") throws -> Bool {
    guard let input else {
      try write(["  ! \(message)"])
      return false
    }
    try form.enter(input, at: field.path)
    return true
  }

  /// Reads lines up to one that is a point.
  private func rest(of first: String) throws -> String {
    var texts = [first]
    while true {
      let line = try readAnswer()
      if line == "." { return texts.joined(separator: "\n") }
      texts.append(line)
    }
  }

  // MARK: - Choices

  private func choose(_ text: String, in field: FormField) throws -> Bool {
    if let option = option(text, of: field) { return try enter(.text(option.value), in: field) }
    guard field.isSearched else { return try enter(.text(text), in: field) }
    let found = try form.search(text, at: field.path)
    if found.count == 1 { return try enter(.text(found[0].value), in: field) }
    let hasMore = form.description.field(at: field.path)?.hasMore ?? false
    try write(found.isEmpty ? ["  ! \(words[.noMatch])"] : hasMore ? ["  \(words[.moreFound])"] : [])
    return false
  }

  /// Returns the option that an answer names: by its number, its value or its label, or by the beginning of only one
  /// label.
  private func option(_ text: String, of field: FormField) -> FormField.Option? {
    if let number = Int(text), field.options.indices.contains(number - 1) { return field.options[number - 1] }
    let name = text.lowercased()
    if let option = field.options.first(where: { $0.value == text || $0.label.lowercased() == name }) { return option }
    let options = field.options.filter { $0.label.lowercased().hasPrefix(name) }
    return options.count == 1 && !field.isSearched ? options[0] : nil
  }

  /// Returns what an answer with commas chooses. A name that is not offered stays in it, and is an error of the field.
  private func choices(_ text: String, in field: FormField) -> FormInput {
    let names = text.split(separator: ",").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }
    var values: [String] = []
    for name in names {
      let value = option(String(name), of: field)?.value ?? String(name)
      if !values.contains(value) { values.append(value) }
    }
    return .choices(values)
  }

  // MARK: - Conflicts

  /// Asks whose value a field keeps that others have changed meanwhile.
  private func settle(_ field: FormField) throws -> Step {
    try write([
      label(of: field), "  \(words[.storedByOthers]) \(field.shown(field.theirs ?? field.value, words))",
      "  \(words[.mine]) \(field.shown(field.value, words))",
    ])
    while true {
      try write(hint(words[.mineOrTheirs]))
      switch try readAnswer().lowercased() {
      case "<": return .back
      case "t":
        try form.takeTheirs(field.path)
        return .on
      case "m", "":
        // Entering it again resolves the conflict. The text of a password is not known here.
        if field.control != .password { try form.enter(field.value, at: field.path) }
        return .on
      default: continue
      }
    }
  }
}
