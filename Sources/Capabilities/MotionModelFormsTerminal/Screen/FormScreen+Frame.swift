import MotionModelValues

extension FormScreen {
  /// Returns what the screen shows: the title, the lines around the focus, and at the bottom what can be done.
  mutating func frame() -> ScreenFrame {
    let (columns, rows) = (size.columns, size.rows)
    let layout = ScreenLayout(self)
    let height = max(1, rows - (rows > 2 ? 2 : 0))
    scroll(layout, height)
    var lines = layout.lines.dropFirst(top).prefix(height).map { $0 }
    lines += Array(repeating: ScreenLine(""), count: height - lines.count)
    if rows > 2 { lines = [bar(title, mark, columns)] + lines + [status(columns)] }
    lines += Array(repeating: ScreenLine(""), count: max(0, rows - lines.count))
    return ScreenFrame(lines: lines, cursor: cursor(layout, height, offset: rows > 2 ? 1 : 0))
  }

  /// Moves as little as needed so that the focus is in sight, and the cursor in any case.
  private mutating func scroll(_ layout: ScreenLayout, _ height: Int) {
    if let focused = layout.focused {
      // What is wrong with the first field, or explains its section, is above it.
      let first = focus == stops.first ? 0 : focused.lowerBound
      top = max(top, focused.upperBound - height)
      top = min(top, first)
      if let cursor = layout.cursor { top = min(max(top, cursor.row - height + 1), cursor.row) }
    }
    top = min(max(0, top), max(0, layout.lines.count - height))
  }

  private func cursor(_ layout: ScreenLayout, _ height: Int, offset: Int) -> ScreenPlace? {
    guard !isLeaving, let cursor = layout.cursor, (0..<height).contains(cursor.row - top) else { return nil }
    return ScreenPlace(column: min(cursor.column, size.columns - 1), row: cursor.row - top + offset)
  }

  // MARK: - Title and status

  private var title: String { " \(form.title.shown)" }
  private var mark: String { isChanged ? "\(words.changed) " : "" }

  private func bar(_ left: String, _ right: String, _ columns: Int) -> ScreenLine {
    let room = columns - right.displayWidth
    if room < 4 { return ScreenLine(left.fitted(to: columns), .bar) }
    return ScreenLine(left.fitted(to: room) + right, .bar)
  }

  private func status(_ columns: Int) -> ScreenLine {
    if isLeaving { return ScreenLine(words.leaveQuestion.cut(to: columns), .heading) }
    if let notice { return ScreenLine(notice.shown.cut(to: columns), .error) }
    return ScreenLine(keys.cut(to: columns), .faint)
  }

  /// The keys that do something at the focus.
  private var keys: String {
    var keys = [words.keys]
    if let field = focusedField, !field.isReadOnly {
      switch field.control {
      case .choice: keys.insert(words.choiceKeys, at: 0)
      case .toggle, .choices: keys.insert(words.toggleKeys, at: 0)
      default: break
      }
    }
    return (keys + childKeys).joined(separator: "  ")
  }

  /// The keys of what may be done with children at the focus.
  private var childKeys: [String] {
    let canAdd = addedGroup.flatMap { form.group(at: $0)?.canAdd } ?? false
    let canRemove = focusedItem.map { $0.group.canRemove($0.group.items[$0.place]) } ?? false
    let canMove = focusedItem.map { $0.group.canReorder && $0.group.items.count > 1 } ?? false
    let all = [(canAdd, words.addKey), (canRemove, words.removeKey), (canMove, words.moveKeys)]
    return all.filter(\.0).map(\.1)
  }
}
