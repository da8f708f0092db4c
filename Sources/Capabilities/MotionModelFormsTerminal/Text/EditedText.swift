import MotionModelValues

/// A line with a cursor, as it is edited by keys.
///
/// The cursor stands between characters as people see them. A mark that is typed after a letter joins it.
struct EditedText: Sendable, Hashable {
  private(set) var before = ""
  private(set) var after = ""

  var text: String { before + after }

  /// Changes the text or moves the cursor. Pasted line ends become spaces, and keys that do not edit do nothing.
  mutating func press(_ key: TerminalKey) {
    switch key {
    case .text(let text): before += text
    case .paste(let text): before += text.split(whereSeparator: \.isNewline).joined(separator: " ")
    case .left, .control("b"): step(-1)
    case .right, .control("f"): step(1)
    case .wordLeft: stepWord(-1)
    case .wordRight: stepWord(1)
    case .home, .control("a"): (before, after) = ("", text)
    case .end, .control("e"): (before, after) = (text, "")
    case .backspace: _ = before.popLast()
    case .delete, .control("d"): if !after.isEmpty { after.removeFirst() }
    case .control("u"): before = ""
    case .control("k"): after = ""
    case .control("w"):
      let whole = after
      stepWord(-1)
      after = whole
    case .enter, .control: break
    }
  }

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

  /// The part of the line that is shown in a width, so that the cursor is in it.
  ///
  /// - Returns: The text with … where something is missing, and the cursor's column in it.
  func window(width: Int) -> (text: String, cursor: Int) {
    let (line, cursor) = (text.shown, before.shown.displayWidth)
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
