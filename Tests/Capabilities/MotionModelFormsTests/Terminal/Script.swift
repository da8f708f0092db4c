import MotionModelForms
import MotionModelFormsTerminal

/// A terminal that reads what a test says, and keeps what is written.
final class Script: FormTerminal {
  var size: FormTerminalSize
  let isInteractive: Bool
  private(set) var output = ""
  /// How often it was begun and not ended.
  private(set) var depth = 0
  /// Runs after each piece that was read.
  var meanwhile: (Script) throws -> Void = { _ in }

  private var pieces: [[UInt8]]
  private var epilogue = ""

  init(_ pieces: [[UInt8]], keys: Bool = false, columns: Int = 60, rows: Int = 16) {
    (self.pieces, isInteractive, size) = (pieces, keys, FormTerminalSize(columns: columns, rows: rows))
  }

  /// Creates a pipe with lines.
  convenience init(_ lines: [String]) { self.init(lines.map { Array("\($0)\n".utf8) }) }

  /// Creates a person who presses keys, one after the other.
  convenience init(keys: [String], columns: Int = 60, rows: Int = 16) {
    self.init(keys.map { Array($0.utf8) }, keys: true, columns: columns, rows: rows)
  }

  func read(within time: Duration?) throws -> FormTerminalInput {
    // Time passes before the next key.
    if time != nil { return .nothing }
    try meanwhile(self)
    return pieces.isEmpty ? .end : .bytes(pieces.removeFirst())
  }

  func write(_ text: String) { output += text }

  func begin(endingWith epilogue: String) {
    self.epilogue = epilogue
    depth += 1
  }

  func end() {
    output += epilogue
    depth -= 1
  }
}

extension String {
  static let up = "\u{1B}[A"
  static let down = "\u{1B}[B"
  static let right = "\u{1B}[C"
  static let left = "\u{1B}[D"
  static let escape = "\u{1B}"
  static let enter = "\r"
  static let tab = "\t"
  static let backTab = "\u{1B}[Z"
  static let save = "\u{13}"
}
