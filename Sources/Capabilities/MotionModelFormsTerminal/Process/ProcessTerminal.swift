public import Foundation
import MotionModelSystem

/// The terminal of this process: its standard input and output.
///
/// While a form has it, keys are not shown and do not interrupt the process. They are again as they were when the
/// form ends: when it is saved or left, when it throws, and also when a signal ends the process, a trap included.
public final class ProcessTerminal: FormTerminal {
  private let (input, output): (Int32, Int32)
  private var hasBegun = false

  /// Creates the terminal of the standard streams, or of others.
  public init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
    (self.input, self.output) = (input, output)
  }

  deinit { end() }

  /// How many characters fit in a line of the window; 80 if that is not known.
  public var columns: Int {
    var size = winsize()
    return ioctl(output, numericCast(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  /// Whether both streams are a terminal that obeys commands.
  public var isInteractive: Bool {
    isatty(input) == 1 && isatty(output) == 1 && ProcessInfo.processInfo.environment["TERM"] != "dumb"
  }

  /// Waits for what is typed.
  public func read(within time: Duration?) throws -> FormTerminalInput {
    let milliseconds = time.map { Int32(max(0, min($0 / .milliseconds(1), 1e9))) } ?? -1
    while true {
      if try wait(milliseconds) { return try readBytes() }
      if time != nil { return .nothing }
    }
  }

  /// Waits until there is something to read; false if there is nothing within a number of milliseconds, -1 for no
  /// limit, or if a signal came.
  private func wait(_ milliseconds: Int32) throws -> Bool {
    var file = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    let count = poll(&file, 1, milliseconds)
    if count < 0 && errno != EINTR { throw FormTerminalError.unreadable(code: errno) }
    return count > 0
  }

  private func readBytes() throws -> FormTerminalInput {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = bytes.withUnsafeMutableBytes { SystemCalls.read($0, from: input) }
    if count > 0 { return .bytes(Array(bytes[..<count])) }
    if count == 0 { return .end }
    switch errno {
    case EINTR, EAGAIN: return .nothing
    // The terminal is gone.
    case EIO: return .end
    case let code: throw FormTerminalError.unreadable(code: code)
    }
  }

  /// Writes a text.
  public func write(_ text: String) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { SystemCalls.write($0, to: output) }
      if count < 0 && errno != EINTR && errno != EAGAIN { throw FormTerminalError.unwritable(code: errno) }
      bytes = bytes.dropFirst(max(0, count))
    }
  }

  /// Begins to pass on keys.
  ///
  /// - Throws: ``FormTerminalError/busy`` if another form has the terminal of the process.
  public func begin() throws {
    guard isInteractive else { return }
    try TerminalRestorer.begin(input)
    hasBegun = true
  }

  /// Gives the terminal back as it was.
  public func end() {
    if hasBegun { TerminalRestorer.end() }
    hasBegun = false
  }
}
