import MotionModelValues

/// Reads answers from a terminal, one line after the other.
///
/// A person edits the line with keys. Lines of a file or a pipe are taken as they are.
final class LineReader {
  /// The most bytes of a line.
  private static let longestLine = 1 << 20

  private let terminal: any FormTerminal
  private var reader = KeyReader()
  /// Keys that were read ahead.
  private var keys: ArraySlice<TerminalKey> = []
  private var bytes: [UInt8] = []
  private var hasEnded = false

  init(_ terminal: any FormTerminal) { self.terminal = terminal }

  /// Writes a prompt, which is short and on one line, and reads a line behind it.
  ///
  /// - Parameter isHidden: Whether what is typed is not shown.
  /// - Throws: ``FormLeft`` if there is none.
  func line(_ prompt: String, isHidden: Bool = false) throws -> String {
    try terminal.write(prompt)
    return try terminal.isInteractive ? typedLine(prompt, isHidden: isHidden) : plainLine()
  }

  // MARK: - Files and pipes

  private func plainLine() throws -> String {
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) { return try take(end, and: 1) }
      if hasEnded && bytes.isEmpty { throw FormLeft(reason: .endOfInput) }
      if hasEnded { return try take(bytes.count, and: 0) }
      if bytes.count > Self.longestLine { throw FormTerminalError.lineTooLong(limit: Self.longestLine) }
      switch try terminal.read(within: nil) {
      case .bytes(let more): bytes += more
      case .nothing: continue
      case .end: hasEnded = true
      }
    }
  }

  private func take(_ count: Int, and end: Int) throws -> String {
    defer { bytes.removeFirst(count + end) }
    let line = bytes[..<count].last == UInt8(ascii: "\r") ? bytes[..<(count - 1)] : bytes[..<count]
    // What a person types ends the line of the prompt; a file does not.
    try terminal.write("\n")
    return String(decoding: line, as: UTF8.self)
  }

  // MARK: - Keys

  private func typedLine(_ prompt: String, isHidden: Bool) throws -> String {
    var edited = EditedText()
    while true {
      switch try nextKey() {
      case .enter:
        try terminal.write("\n")
        return edited.text
      case .control("c"): try leave(.interrupted)
      case .control("d") where edited.text.isEmpty: try leave(.endOfInput)
      case let key:
        let before = edited
        edited.press(key)
        if edited != before, !isHidden { try show(edited, behind: prompt) }
      }
    }
  }

  private func leave(_ reason: UnsavedChoice) throws {
    try terminal.write("\n")
    throw FormLeft(reason: reason)
  }

  private func nextKey() throws -> TerminalKey {
    while true {
      if let key = keys.popFirst() { return key }
      switch try terminal.read(within: reader.isUndecided ? .milliseconds(50) : nil) {
      case .bytes(let bytes): keys = reader.keys(from: bytes)[...]
      case .nothing: reader.dropRest()
      case .end: throw FormLeft(reason: .endOfInput)
      }
    }
  }

  /// Writes the line again, with the part of the text that fits behind the prompt.
  private func show(_ edited: EditedText, behind prompt: String) throws {
    let used = prompt.displayWidth
    let (text, cursor) = edited.window(width: max(1, terminal.columns - used - 1))
    let place = used + cursor > 0 ? "\r\u{1B}[\(used + cursor)C" : "\r"
    try terminal.write("\r\u{1B}[K\(prompt)\(text)\(place)")
  }
}

/// Ends the questions of a form without saving.
struct FormLeft: Error {
  let reason: UnsavedChoice
}
