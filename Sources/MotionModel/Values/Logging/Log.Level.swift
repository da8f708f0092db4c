extension Log {
  /// The severity of an entry.
  public enum Level: Int, Comparable, CaseIterable, Sendable {
    /// Details that help during development.
    case debug
    /// An expected event that is worth knowing.
    case info
    /// A state that is probably wrong.
    case warning
    /// A failure.
    case error

    /// Returns whether a level is less severe than another.
    public static func < (first: Level, second: Level) -> Bool { first.rawValue < second.rawValue }
  }
}
