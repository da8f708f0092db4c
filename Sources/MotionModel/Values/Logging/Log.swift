/// A small log for what a developer should know: a level, a message and the place in the code.
///
/// ```swift
/// Log.warning("The file has no version, so it is read as version 1.")
/// // stderr: WARNING MotionModel/StoreFile.swift:32: The file has no version, so it is read as version 1.
/// ```
///
/// A line goes to the standard error stream, or to a ``handler``. Entries below the ``minimumLevel``, and those of a
/// ``silenced(_:)`` block, are dropped, and their messages are not even made. It may be used from any thread.
///
/// ## Topics
/// ### Writing
/// - ``debug(_:file:line:)``
/// - ``info(_:file:line:)``
/// - ``warning(_:file:line:)``
/// - ``error(_:file:line:)``
/// - ``write(_:_:file:line:)``
/// ### What is written, and where
/// - ``minimumLevel``
/// - ``handler``
/// - ``standardError(_:)``
/// - ``silenced(_:)``
/// - ``isSilenced``
/// - ``Level``
/// - ``Entry``
public enum Log {
  /// Writes what helps to follow a program while it is made.
  public static func debug(_ message: @autoclosure () -> String, file: String = #fileID, line: Int = #line) {
    write(.debug, message(), file: file, line: line)
  }

  /// Writes what is worth knowing and as it should be.
  public static func info(_ message: @autoclosure () -> String, file: String = #fileID, line: Int = #line) {
    write(.info, message(), file: file, line: line)
  }

  /// Writes what is probably not as it should be.
  public static func warning(_ message: @autoclosure () -> String, file: String = #fileID, line: Int = #line) {
    write(.warning, message(), file: file, line: line)
  }

  /// Writes what went wrong.
  public static func error(_ message: @autoclosure () -> String, file: String = #fileID, line: Int = #line) {
    write(.error, message(), file: file, line: line)
  }

  /// Writes an entry of a level.
  ///
  /// - Parameters:
  ///   - level: How much it matters.
  ///   - message: What to say. It is made only when it is written.
  ///   - file: The file that says it.
  ///   - line: The line that says it.
  public static func write(
    _ level: Level, _ message: @autoclosure () -> String, file: String = #fileID, line: Int = #line
  ) {
    if isSilenced { return }
    let settings = current
    if level < settings.minimumLevel { return }
    let entry = Entry(level: level, message: message(), file: file, line: line)
    // An entry that is made while another is handled would be handled in its turn, without an end.
    silenced { settings.handler(entry) }
  }
}
