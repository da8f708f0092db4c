public import Foundation
import MotionModelSystem

/// The terminal of this process: its standard input and output.
///
/// A person edits a line by the keys of the system, and ctrl-C ends the program. A secret is not shown while it is
/// typed. After a signal that ends the process meanwhile, the command `stty echo` shows input again.
public final class ProcessTerminal: FormTerminal {
  private let (input, output): (Int32, Int32)
  /// What was read and is not part of a line yet.
  private var bytes: [UInt8] = []

  /// Creates the terminal of the standard streams, or of others.
  public init(input: Int32 = STDIN_FILENO, output: Int32 = STDOUT_FILENO) {
    (self.input, self.output) = (input, output)
  }

  /// How many characters fit in a line of the window; 80 if that is not known.
  public var columns: Int {
    var size = winsize()
    return ioctl(output, numericCast(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }

  // MARK: - Reading

  /// Writes a prompt, and waits for a line.
  public func readLine(after prompt: String, isHidden: Bool) throws -> String? {
    var mode = termios()
    let isTerminal = tcgetattr(input, &mode) == 0
    if isHidden && isTerminal { setMode(mode, showsInput: false) }
    defer { if isHidden && isTerminal { setMode(mode, showsInput: true) } }
    try write(prompt)
    guard let line = try readLine() else { return nil }
    // What a person types ends the line of the prompt; a file does not.
    if !isTerminal { try write("\n") }
    return line
  }

  /// Sets the mode of the terminal, in which the end of a line is always shown.
  private func setMode(_ mode: termios, showsInput: Bool) {
    var mode = mode
    if !showsInput { mode.c_lflag = mode.c_lflag & ~tcflag_t(ECHO) | tcflag_t(ECHONL) }
    tcsetattr(input, TCSADRAIN, &mode)
  }

  private func readLine() throws -> String? {
    var end = bytes.firstIndex(of: UInt8(ascii: "\n"))
    while end == nil, try readBytes() { end = bytes.firstIndex(of: UInt8(ascii: "\n")) }
    if end == nil && bytes.isEmpty { return nil }
    let line = bytes[..<(end ?? bytes.count)]
    defer { bytes.removeFirst(line.count + (end == nil ? 0 : 1)) }
    return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
  }

  /// Waits for more bytes; returns whether there are any.
  private func readBytes() throws -> Bool {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      var file = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      // A stream that does not wait by itself is waited for.
      _ = poll(&file, 1, -1)
      let count = buffer.withUnsafeMutableBytes { SystemCalls.read($0, from: input) }
      if count >= 0 {
        bytes += buffer[..<count]
        return count > 0
      }
      switch errno {
      case EINTR, EAGAIN: continue
      // The terminal is gone.
      case EIO: return false
      case let code: throw FormTerminalError.unreadable(code: code)
      }
    }
  }

  // MARK: - Writing

  /// Writes a text.
  public func write(_ text: String) throws {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { SystemCalls.write($0, to: output) }
      if count < 0 && errno != EINTR && errno != EAGAIN { throw FormTerminalError.unwritable(code: errno) }
      bytes = bytes.dropFirst(max(0, count))
    }
  }
}
