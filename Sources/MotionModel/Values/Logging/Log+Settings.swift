extension Log {
  struct Settings {
    var minimumLevel = Level.info
    var handler: @Sendable (Entry) -> Void = StandardError.write
  }

  // NB: The lock lets a program change the settings while other threads write.
  private static let settings = Locked(Settings())

  static var current: Settings { settings.withLock { $0 } }

  /// The lowest level that is written; ``Level/info`` by default.
  public static var minimumLevel: Level {
    get { current.minimumLevel }
    set { settings.withLock { $0.minimumLevel = newValue } }
  }

  /// The function that receives the entries. The default one writes them to the standard error stream.
  ///
  /// ```swift
  /// Log.handler = { entry in myLogger.log("\(entry)") }
  /// ```
  ///
  /// It is called on the thread that writes, and may be called on several at once. Entries that it writes are
  /// dropped.
  public static var handler: @Sendable (Entry) -> Void {
    get { current.handler }
    set { settings.withLock { $0.handler = newValue } }
  }

  /// Writes an entry to the standard error stream, as the default handler does.
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
