extension Log {
  /// A message, its level, and its position in the code.
  public struct Entry: Hashable, Sendable, CustomStringConvertible {
    /// The severity.
    public let level: Level
    /// The message.
    public let message: String
    /// The module and file that wrote the entry, as `MotionModel/Store.swift`.
    public let file: String
    /// The line that wrote the entry.
    public let line: Int

    /// Creates an entry, as tests of handlers do.
    public init(level: Level, message: String, file: String = #fileID, line: Int = #line) {
      self.level = level
      self.message = message
      self.file = file
      self.line = line
    }

    /// The entry as a line: `WARNING MotionModel/Store.swift:12: message`.
    public var description: String { "\(label) \(file):\(line): \(message)" }

    /// Returns the entry as a line, with the level in its colour on a terminal.
    func description(inColour: Bool) -> String {
      inColour ? "\u{1B}[\(colour)m\(label)\u{1B}[0m \(file):\(line): \(message)" : description
    }

    private var label: String { "\(level)".uppercased() }

    /// The number of the level's colour on a terminal: grey, green, yellow, red.
    private var colour: Int {
      switch level {
      case .debug: 90
      case .info: 32
      case .warning: 33
      case .error: 31
      }
    }
  }
}
