extension FormDescription: CustomStringConvertible {
  /// The form as lines of text, for tests and for reading in a debugger.
  ///
  /// ```
  /// Todo (new)
  ///   Name*: string = ""
  ///     ! can't be blank
  ///   Status: picker = "open" [open, waiting, done]
  /// ```
  public var description: String {
    var lines = ["\(title) (\(context.rawValue))"]
    lines += messages.map { "  ! \($0.sentence)" }
    for section in sections {
      if let title = section.title { lines.append("  # \(title)") }
      for row in section.rows { lines += row.lines(indent: "  ") }
    }
    return lines.joined(separator: "\n")
  }
}

extension FormDescription.Row {
  fileprivate func lines(indent: String) -> [String] {
    switch self {
    case .field(let field):
      [indent + field.line] + field.messages.map { "\(indent)  ! \($0.text)" }
    case .group(let group): group.lines(indent: indent)
    }
  }
}

extension FormField: CustomStringConvertible {
  /// The field in one line, without its messages.
  public var description: String { line }

  fileprivate var line: String {
    let marks = (isRequired ? "*" : "") + (isReadOnly ? " (read-only)" : "")
    let shown = control == .password ? "" : " = \(value.text.debugDescription)"
    let list = options.isEmpty ? "" : " [\(options.map(\.value).joined(separator: ", "))\(isSearched ? ", …" : "")]"
    let search = search.map { " (search \($0.debugDescription)\(hasMore ? ", more" : ""))" } ?? ""
    let other = theirs.map { ", theirs \($0.text.debugDescription)" } ?? ""
    return "\(label)\(marks): \(control)\(shown)\(list)\(search)\(isChanged ? " (changed)" : "")\(other)"
  }
}

extension FormGroup {
  fileprivate func lines(indent: String) -> [String] {
    let abilities = [(canAdd, "add"), (canRemove, "remove"), (canReorder, "reorder")].filter(\.0).map(\.1)
    var lines = ["\(indent)\(label)\(abilities.isEmpty ? "" : " (\(abilities.joined(separator: ", ")))")"]
    lines += messages.map { "\(indent)  ! \($0.text)" }
    for item in items {
      let marks = (item.isNew ? " (new)" : "") + (item.isRemoved ? " (removed)" : "")
      lines.append("\(indent)  - \(item.number)\(marks)")
      lines += item.messages.map { "\(indent)    ! \($0.sentence)" }
      for row in item.rows { lines += row.lines(indent: indent + "    ") }
    }
    return lines
  }
}
