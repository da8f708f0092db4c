import Foundation

/// Where the library's warnings go: to the standard error stream, unless a program sets a ``handler``.
///
/// The library warns of what is probably wrong and no error can report, such as a finder that is slower than a store's
/// limit. Any thread may warn. It is not a log for programs: they have their own.
///
/// ## Topics
/// - ``handler``
/// - ``standardError(_:)``
/// - ``warning(_:file:line:)``
/// - ``Entry``
public enum Log {
  // NB: The lock lets a program change the handler while other threads warn.
  private static let current = Locked<@Sendable (Entry) -> Void>(standardError)

  /// The lock keeps long lines of several threads from mixing.
  private static let turn = Locked(())

  @TaskLocal private static var isHandling = false

  /// The function that receives the warnings. The default one is ``standardError(_:)``.
  ///
  /// ```swift
  /// Log.handler = { entry in myLogger.warning("\(entry.message)") }
  /// ```
  ///
  /// It is called on the thread that warns, and may be called on several at once. Warnings that it causes are dropped.
  public static var handler: @Sendable (Entry) -> Void {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// Writes a warning as a line to the standard error stream, as the default handler does.
  @Sendable
  public static func standardError(_ entry: Entry) {
    let line = Data("\(entry)\n".utf8)
    // A failure to write the log is ignored.
    turn.withLock { _ in try? FileHandle.standardError.write(contentsOf: line) }
  }

  /// Passes a warning to the ``handler``, as the library does.
  ///
  /// - Parameters:
  ///   - message: What is probably wrong, and what to do.
  ///   - file: The file that warns.
  ///   - line: The line that warns.
  public static func warning(_ message: String, file: String = #fileID, line: Int = #line) {
    // A warning that the handler causes would call the handler again, without end.
    if isHandling { return }
    $isHandling.with(true) { handler(Entry(message: message, file: file, line: line)) }
  }
}

extension Log {
  /// A warning, and its position in the code.
  public struct Entry: Hashable, Sendable, CustomStringConvertible {
    /// What is probably wrong, and what to do.
    public let message: String
    /// The module and file that warns, as `MotionModel/WriterLock.swift`.
    public let file: String
    /// The line that warns.
    public let line: Int

    /// Creates an entry, as tests of handlers do.
    package init(message: String, file: String = #fileID, line: Int = #line) {
      self.message = message
      self.file = file
      self.line = line
    }

    /// The entry as a line: `WARNING MotionModel/WriterLock.swift:12: message`.
    public var description: String { "WARNING \(file):\(line): \(message)" }
  }
}
