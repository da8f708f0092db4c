import MotionModelForms
import MotionModelFormsTerminal

/// A terminal that reads what a test says, and keeps what is written.
final class Script: FormTerminal {
  let columns = 60
  let isInteractive: Bool
  private(set) var output = ""
  /// How often it was begun and not ended.
  private(set) var depth = 0
  /// Runs after each piece that was read.
  var meanwhile: (Script) throws -> Void = { _ in }

  private var pieces: [[UInt8]]

  init(_ pieces: [[UInt8]], keys: Bool = false) { (self.pieces, isInteractive) = (pieces, keys) }

  /// Creates a pipe with lines.
  convenience init(_ lines: [String]) { self.init(lines.map { Array("\($0)\n".utf8) }) }

  /// Creates a person who presses keys, one after the other.
  convenience init(keys: [String]) { self.init(keys.map { Array($0.utf8) }, keys: true) }

  func read(within time: Duration?) throws -> FormTerminalInput {
    // Time passes before the next key.
    if time != nil { return .nothing }
    try meanwhile(self)
    return pieces.isEmpty ? .end : .bytes(pieces.removeFirst())
  }

  func write(_ text: String) { output += text }

  func begin() { depth += 1 }

  func end() { depth -= 1 }
}

extension String {
  static let left = "\u{1B}[D"
  static let enter = "\r"
}
