extension Log {
  struct Settings {
    var minimumLevel = Level.info
    var handler: @Sendable (Entry) -> Void = StandardError.write
  }

  // NB: The lock is for a program that changes the settings while other threads write.
  private static let settings = Locked(Settings())

  static var current: Settings { settings.withLock { $0 } }

  /// The lowest level that is written: ``Level/info`` until it is set.
  public static var minimumLevel: Level {
    get { current.minimumLevel }
    set { settings.withLock { $0.minimumLevel = newValue } }
  }

  /// What takes the entries: what writes them to the standard error stream, until another is set.
  ///
  /// ```swift
  /// Log.handler = { entry in myLogger.log("\(entry)") }
  /// ```
  ///
  /// It is called on the thread that writes, by several at once if need be. What it writes to the log itself is dropped.
  public static var handler: @Sendable (Entry) -> Void {
    get { current.handler }
    set { settings.withLock { $0.handler = newValue } }
  }

  /// Writes an entry to the standard error stream, as the handler does until another is set.
  ///
  /// The level is in colour when the stream is a terminal, unless `NO_COLOR` is set in the environment.
  ///
  /// ```swift
  /// Log.handler = { entry in
  ///   Log.standardError(entry)
  ///   keep(entry)
  /// }
  /// ```
  public static func standardError(_ entry: Entry) { StandardError.write(entry) }
}
