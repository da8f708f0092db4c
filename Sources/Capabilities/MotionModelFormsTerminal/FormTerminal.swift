public import MotionModel

/// What a form in a terminal reads lines from and writes to.
///
/// `ProcessTerminal` is the terminal of the process. Another one may be at the other end of a connection, or a list of
/// lines in a test:
///
/// ```swift
/// final class Script: FormTerminal {
///   let columns = 60
///   var lines = ["Walk the cat", ""]
///   func readLine(after prompt: String, isHidden: Bool) -> String? { lines.isEmpty ? nil : lines.removeFirst() }
///   func write(_ text: String) { print(text, terminator: "") }
/// }
/// ```
public protocol FormTerminal: AnyObject {
  /// How many characters fit in a line of the window at this moment.
  var columns: Int { get }

  /// Writes a prompt, and waits for a line.
  ///
  /// - Parameters:
  ///   - prompt: What stands before the line.
  ///   - isHidden: Whether the line is a secret, and not shown while it is typed.
  /// - Returns: The line without its end; nil if nothing will be typed any more.
  func readLine(after prompt: String, isHidden: Bool) throws -> String?

  /// Writes a text of one or more lines.
  func write(_ text: String) throws
}

/// Why a form cannot be filled in at a terminal. What was entered is kept by the form.
@nonexhaustive
public enum FormTerminalError: DescribedError, Hashable {
  /// The system refuses to read, with the number of its error.
  case unreadable(code: Int32)
  /// The system refuses to write, with the number of its error.
  case unwritable(code: Int32)
}

extension FormTerminalError {
  /// One sentence: the failure, and what to do.
  public var description: String {
    switch self {
    case .unreadable(let code): "The terminal cannot be read: the system's error is \(code)."
    case .unwritable(let code): "The terminal cannot be written: the system's error is \(code)."
    }
  }
}
