import MotionModelValues

/// A text with a cursor, as it is edited by keys.
///
/// The cursor stands between characters as people see them. A mark that is typed after a letter joins it.
struct EditedText: Sendable, Hashable {
  private(set) var before: String
  private(set) var after = ""

  /// Creates a text with the cursor at its end.
  init(_ text: String = "") { before = text }

  var text: String { before + after }

  // MARK: - Keys

  /// Changes the text or moves the cursor.
  ///
  /// - Parameter hasLines: Whether the text may have several lines; if not, pasted line ends become spaces.
  /// - Returns: Whether the key is one that edits.
  mutating func press(_ key: TerminalKey, hasLines: Bool = false) -> Bool {
    switch key {
    case .text(let text): before += text
    case .paste(let text): before += hasLines ? text : text.split(whereSeparator: \.isNewline).joined(separator: " ")
    case .enter where hasLines: before += "\n"
    case .up where hasLines: return moveLine(by: -1)
    case .down where hasLines: return moveLine(by: 1)
    default: return move(key) || delete(key)
    }
    return true
  }

  private mutating func move(_ key: TerminalKey) -> Bool {
    switch key {
    case .left, .control("b"): step(-1)
    case .right, .control("f"): step(1)
    case .wordLeft: stepWord(-1)
    case .wordRight: stepWord(1)
    case .home, .control("a"): after = cutLineStart() + after
    case .end, .control("e"): before += cutLineEnd()
    default: return false
    }
    return true
  }

  private mutating func delete(_ key: TerminalKey) -> Bool {
    switch key {
    case .backspace: _ = before.popLast()
    case .delete, .control("d"): if !after.isEmpty { after.removeFirst() }
    case .control("u"): _ = cutLineStart()
    case .control("k"): if cutLineEnd().isEmpty && !after.isEmpty { after.removeFirst() }
    case .control("w"):
      let whole = after
      stepWord(-1)
      after = whole
    default: return false
    }
    return true
  }

  // MARK: - Moving

  private mutating func step(_ direction: Int) {
    if direction < 0, let character = before.popLast() {
      after = String(character) + after
    } else if direction > 0, let character = after.first {
      before.append(character)
      after.removeFirst()
    }
  }

  /// Moves to the beginning of the word before, or behind the next word.
  private mutating func stepWord(_ direction: Int) {
    func next() -> Character? { direction < 0 ? before.last : after.first }
    while let character = next(), !character.isLetter && !character.isNumber { step(direction) }
    while let character = next(), character.isLetter || character.isNumber { step(direction) }
  }

  /// Takes away what is in the cursor's line before the cursor.
  private mutating func cutLineStart() -> String {
    let start = before.lastIndex(where: \.isNewline).map { before.index(after: $0) } ?? before.startIndex
    defer { before.removeSubrange(start...) }
    return String(before[start...])
  }

  /// Takes away what is in the cursor's line behind the cursor.
  private mutating func cutLineEnd() -> String {
    let end = after.firstIndex(where: \.isNewline) ?? after.endIndex
    defer { after.removeSubrange(..<end) }
    return String(after[..<end])
  }

  /// Moves to the line above or below, to the same column if it is that long.
  ///
  /// - Returns: Whether there is such a line.
  private mutating func moveLine(by direction: Int) -> Bool {
    guard direction < 0 ? before.contains(where: \.isNewline) : after.contains(where: \.isNewline) else { return false }
    let start = cutLineStart()
    let column = start.shown.displayWidth
    after = start + after
    if direction < 0 {
      step(-1)
      after = cutLineStart() + after
    } else {
      before += cutLineEnd()
      step(1)
    }
    var used = 0
    while let character = after.first, !character.isNewline {
      used += String(character).shown.displayWidth
      if used > column { break }
      step(1)
    }
    return true
  }

  // MARK: - Lines

  /// The lines, and the place of the cursor: its line, and its column in that.
  var lines: (lines: [String], row: Int, column: Int) {
    let above = before.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0).shown }
    return (lines, min(above.count, lines.count) - 1, String(above.last ?? "").shown.displayWidth)
  }

  /// The part of a line that is shown in a width, so that the cursor is in it.
  ///
  /// - Returns: The text with … where something is missing, and the cursor's column in it.
  static func window(_ line: String, cursor: Int, width: Int) -> (text: String, cursor: Int) {
    if cursor < width && line.displayWidth < width || width < 2 { return (line.cut(to: width), min(cursor, width - 1)) }
    if cursor < width - 1 { return (line.cut(to: width), cursor) }
    // The cursor's place is the last but one: what is before it ends there.
    var (skipped, rest) = (0, line[...])
    while cursor - skipped > max(0, width - 3), let first = rest.first {
      skipped += String(first).displayWidth
      rest.removeFirst()
    }
    return (("…" + rest).cut(to: width), cursor - skipped + 1)
  }
}
