import Foundation

/// Writes log entries to the standard error stream.
enum StandardError {
  // NB: The lock keeps long lines of several threads from mixing.
  private static let turn = Locked(())

  static let isInColour = isInColour(
    isTerminal: isatty(FileHandle.standardError.fileDescriptor) == 1, ProcessInfo.processInfo.environment)

  @Sendable static func write(_ entry: Log.Entry) {
    let line = Data((entry.description(inColour: isInColour) + "\n").utf8)
    // A failure to write the log is ignored.
    turn.withLock { _ in try? FileHandle.standardError.write(contentsOf: line) }
  }

  /// Returns whether to write in colour: on a terminal that can, unless the user opted out; see
  /// https://no-color.org.
  static func isInColour(isTerminal: Bool, _ environment: [String: String]) -> Bool {
    // Xcode's console may call itself a terminal, but names no kind of one.
    isTerminal && environment["NO_COLOR", default: ""].isEmpty
      && !["", "dumb"].contains(environment["TERM", default: ""])
  }
}
