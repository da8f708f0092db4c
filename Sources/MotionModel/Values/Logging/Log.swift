/// A small log for developers: each entry has a level, a message and its position in the code.
///
/// ```swift
/// Log.warning("The file has no version, so it is read as version 1.")
/// // stderr: WARNING MotionModel/StoreFile.swift:32: The file has no version, so it is read as version 1.
/// ```
///
/// Entries are written to the standard error stream, or passed to a ``handler``. Entries below the
/// ``minimumLevel``, and those of a ``silenced(_:)`` block, are dropped, and their messages are not computed. Any
/// thread may use the log.
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
  /// Logs details that help during development.
  public static func debug(_ message: @autoclosure () -> String, file: String = #fileID, line: Int = #line) {
    write(.debug, message(), file: file, line: line)
  }

  /// Logs an expected event that is worth knowing.
  public static func info(_ message: @autoclosure () -> String, file: String = #fileID, line: Int = #line) {
    write(.info, message(), file: file, line: line)
  }

  /// Logs a state that is probably wrong.
  public static func warning(_ message: @autoclosure () -> String, file: String = #fileID, line: Int = #line) {
    write(.warning, message(), file: file, line: line)
  }

  /// Logs a failure.
  public static func error(_ message: @autoclosure () -> String, file: String = #fileID, line: Int = #line) {
    write(.error, message(), file: file, line: line)
  }

  /// Writes an entry of a level.
  ///
  /// - Parameters:
  ///   - level: The severity.
  ///   - message: The message, which is computed only if it is written.
  ///   - file: The file that writes the entry.
  ///   - line: The line that writes the entry.
  public static func write(
    _ level: Level, _ message: @autoclosure () -> String, file: String = #fileID, line: Int = #line
  ) {
    if isSilenced { return }
    let settings = current
    if level < settings.minimumLevel { return }
    let entry = Entry(level: level, message: message(), file: file, line: line)
    // An entry that the handler writes would call the handler again, without end.
    silenced { settings.handler(entry) }
  }
}
