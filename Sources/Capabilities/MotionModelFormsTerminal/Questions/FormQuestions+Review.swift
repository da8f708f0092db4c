import MotionModelValidation

extension FormQuestions {
  /// Shows all answers, and saves the form or changes an answer.
  ///
  /// - Returns: Whether the form was saved.
  func review() throws -> Bool {
    let description = form.description
    let rows = description.sections.flatMap(\.rows).filter { !$0.isHidden }
    try write(["", Self.heading(words[.review], "-")])
    for (index, row) in rows.enumerated() { try write(lines(of: row, number: index + 1)) }
    try write(hint(words[.reviewCommands]))
    switch try readAnswer() {
    case "": return try save()
    case "q": throw FormLeft()
    case let line:
      if let number = Int(line), rows.indices.contains(number - 1) { try ask([rows[number - 1].path]) }
      return false
    }
  }

  private func lines(of row: FormDescription.Row, number: Int) -> [String] {
    switch row {
    case .field(let field): ["  \(number) \(line(of: field))"] + field.messages.map { "    ! \($0.text.shown)" }
    case .group(let group):
      ["  \(number) \(group.label.shown):\(group.items.isEmpty ? " \(words[.noAnswer])" : "")"]
        + lines(of: group).map { "  \($0)" }
    }
  }

  /// Saves the form. If it is refused, shows why, and asks what has errors.
  private func save() throws -> Bool {
    if try submit() { return true }
    let description = form.description
    try write(["", words[.refused]] + description.allMessages.map { "  ! \($0.sentence.shown)" })
    for row in description.sections.flatMap(\.rows) { try mend(row) }
    return false
  }

  /// Asks the fields of a row that have errors, those of children included.
  private func mend(_ row: FormDescription.Row) throws {
    switch row {
    case .field(let field):
      if !field.errors.isEmpty && !field.isReadOnly && !field.isHidden { try ask([field.path]) }
    case .group(let group):
      if group.messages.contains(where: { $0.severity == .error }) { try ask([group.path]) }
      for item in group.items where !item.isRemoved { for row in item.rows { try mend(row) } }
    }
  }
}

extension FormDescription.Row {
  fileprivate var isHidden: Bool { if case .field(let field) = self { field.isHidden } else { false } }
}
