public import MotionModel

/// What a form in a terminal reads keys from and writes to.
///
/// `ProcessTerminal` is the terminal of the process. Another one may be at the other end of a connection, or a list of
/// bytes in a test:
///
/// ```swift
/// final class Script: FormTerminal {
///   let columns = 60
///   let isInteractive = false
///   var lines = ["Walk the cat\n", "\n"]
///   func read(within time: Duration?) -> FormTerminalInput {
///     lines.isEmpty ? .end : .bytes(Array(lines.removeFirst().utf8))
///   }
///   func write(_ text: String) { print(text, terminator: "") }
///   func begin() {}
///   func end() {}
/// }
/// ```
public protocol FormTerminal: AnyObject {
  /// How many characters fit in a line of the window at this moment.
  var columns: Int { get }

  /// Whether a person types at keys, and sees what is written. It is false for files and pipes.
  var isInteractive: Bool { get }

  /// Waits for what is typed.
  ///
  /// - Parameter time: How long to wait; nil for as long as it takes.
  /// - Returns: The bytes that are there, in pieces of any size; ``FormTerminalInput/nothing`` if the time has passed.
  func read(within time: Duration?) throws -> FormTerminalInput

  /// Writes a text, with the sequences that command a terminal.
  func write(_ text: String) throws

  /// Begins to pass on each key as it is pressed, without showing it. Nothing happens if no person types.
  func begin() throws

  /// Gives the terminal back as it was, if ``begin()`` was called.
  func end()
}

/// What is read from a ``FormTerminal``.
public enum FormTerminalInput: Sendable, Hashable {
  /// Bytes of UTF-8, and of the sequences that a terminal sends for keys.
  case bytes([UInt8])
  /// Nothing was typed yet.
  case nothing
  /// Nothing will be typed any more.
  case end
}

/// What became of a form that was filled in at a terminal.
public enum FormTerminalOutcome<Record: Model>: Sendable {
  /// Everything was saved. The record is as it is stored.
  case saved(Record)
  /// Nothing was saved. The draft has what was entered, to be continued another day.
  case left(UnsavedChoice, FormDraft)

  /// The saved record; nil if nothing was saved.
  public var record: Record? { if case .saved(let record) = self { record } else { nil } }
}

/// Why a form in a terminal was left without saving.
public enum UnsavedChoice: String, Sendable, Hashable, Codable, CaseIterable {
  /// The person chose to leave.
  case chosen
  /// The person pressed the keys that interrupt a program.
  case interrupted
  /// The input has ended.
  case endOfInput
}

/// Why a form cannot be filled in at a terminal. What was entered is kept by the form.
@nonexhaustive
public enum FormTerminalError: DescribedError, Hashable {
  /// Another form has the terminal of the process.
  case busy
  /// A line of the input is longer than what is read of one.
  case lineTooLong(limit: Int)
  /// The system refuses to read, with the number of its error.
  case unreadable(code: Int32)
  /// The system refuses to write, with the number of its error.
  case unwritable(code: Int32)
}

extension FormTerminalError {
  /// One sentence: the failure, and what to do.
  public var description: String {
    switch self {
    case .busy: "The form cannot have the terminal, because another form has it: end that one before."
    case .lineTooLong(let limit): "The input has a line of more than \(limit) bytes: end it earlier."
    case .unreadable(let code): "The terminal cannot be read: the system's error is \(code)."
    case .unwritable(let code): "The terminal cannot be written: the system's error is \(code)."
    }
  }
}
