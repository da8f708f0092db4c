extension Log {
  /// How much an entry matters.
  public enum Level: Int, Comparable, CaseIterable, Sendable {
    /// Helps to follow a program while it is made.
    case debug
    /// Is worth knowing and as it should be.
    case info
    /// Is probably not as it should be.
    case warning
    /// Went wrong.
    case error

    /// Whether a level matters less than another.
    public static func < (first: Level, second: Level) -> Bool { first.rawValue < second.rawValue }
  }
}
