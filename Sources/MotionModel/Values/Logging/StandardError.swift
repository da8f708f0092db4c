import Foundation

/// Writes log entries to the standard error stream.
enum StandardError {
  // NB: The lock keeps long lines of several threads from mixing.
  private static let turn = Locked(())

  static let isInColour = isInColour(
    isTerminal: isatty(FileHandle.standardError.fileDescriptor) == 1, ProcessInfo.processInfo.environment)

  @Sendable static func write(_ entry: Log.Entry) {
    let line = Data((entry.description(inColour: isInColour) + "\n").utf8)
    // A log that cannot be written is no reason to fail.
    turn.withLock { _ in try? FileHandle.standardError.write(contentsOf: line) }
  }

  /// Whether to write in colour: to a terminal that can, unless the user asks for none, see https://no-color.org.
  static func isInColour(isTerminal: Bool, _ environment: [String: String]) -> Bool {
    isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }
}
