extension FormQuestions {
  /// What a person does with the children of a record.
  private enum Command {
    case edit(Int), add, remove(Int), move(Int, to: Int), goOn, back

    /// Reads a command: `2`, `+`, `-2`, `2>1`, `<`, or an empty line. Numbers are counted from 1.
    init?(_ line: String) {
      let line = line.filter { !$0.isWhitespace }
      switch line {
      case "": self = .goOn
      case "+": self = .add
      case "<": self = .back
      default:
        let numbers = line.drop { $0 == "-" }.split(separator: ">", omittingEmptySubsequences: false).map { Int($0) }
        switch (line.first, numbers.count, numbers.first ?? nil, numbers.last ?? nil) {
        case ("-", 1, let number?, _): self = .remove(number - 1)
        case (_, 1, let number?, _): self = .edit(number - 1)
        case (_, 2, let number?, let place?): self = .move(number - 1, to: place - 1)
        default: return nil
        }
      }
    }
  }

  /// Shows children and asks what to do with them, until the person continues.
  func ask(_ group: FormGroup) throws -> Step {
    try write(["", Self.heading(group.label, "-")] + hint(group.help))
    while let group = form.description.group(at: group.path) {
      try writeErrors(group.messages)
      try write(lines(of: group) + hint(commands(of: group)))
      guard let command = Command(try readAnswer()) else { continue }
      switch command {
      case .goOn: return .on
      case .back: return .back
      default: try run(command, in: group)
      }
    }
    return .on
  }

  /// Runs a command. One that the group does not allow says so, and the children are shown again.
  private func run(_ command: Command, in group: FormGroup) throws {
    func item(_ place: Int) -> FormGroup.Item? { group.items.indices.contains(place) ? group.items[place] : nil }
    do {
      switch command {
      case .goOn, .back: return
      case .add: try edit(try form.add(to: group.path))
      case .edit(let place): if let item = item(place), !item.isRemoved { try edit(item.path) }
      case .remove(let place):
        guard let item = item(place) else { return }
        if item.isRemoved { try form.restore(item.path) } else { try form.remove(item.path) }
      case .move(let place, let target): if let item = item(place) { try form.move(item.path, to: target) }
      }
    } catch let error as FormError {
      try write(["  ! \(error.description.shown)"])
    }
  }

  private func edit(_ path: FormPath) throws {
    guard let item = form.description.group(at: path.withoutLast)?.items.first(where: { $0.path == path }) else {
      return
    }
    try ask(item.rows.map(\.path))
  }

  // MARK: - Words

  func lines(of group: FormGroup) -> [String] {
    group.items.enumerated().flatMap { place, item in
      let marks = item.isRemoved ? " (\(words[.removedMark]))" : item.isNew ? " (\(words[.added]))" : ""
      return ["  \(place + 1) \(summary(of: item))\(marks)"] + item.messages.map { "    ! \($0.sentence.shown)" }
    }
  }

  /// Returns what the fields of a child have, on one line.
  func summary(of item: FormGroup.Item) -> String {
    let values = item.rows.compactMap { row -> String? in
      guard case .field(let field) = row, !field.isHidden else { return nil }
      let text = field.shown(field.value, words)
      return text.isEmpty ? nil : text
    }
    return values.isEmpty ? "–" : values.joined(separator: ", ")
  }

  private func commands(of group: FormGroup) -> String {
    let all = [
      (!group.items.isEmpty, words[.editChild]), (group.canAdd, words[.addChild]),
      (group.items.contains(where: group.canRemove), words[.removeChild]),
      (group.canReorder && group.items.count > 1, words[.moveChild]), (true, words[.goOn]),
    ]
    return all.filter(\.0).map(\.1).joined(separator: ", ")
  }
}
