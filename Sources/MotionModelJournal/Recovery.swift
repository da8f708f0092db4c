/// What opening a store found.
public struct Recovery: Hashable, Sendable {
  /// How many commits of the journal were applied to the records of the file.
  public internal(set) var commits = 0
  /// The end of the journal that was cut off, because the process or the system ended while it was written. None of it was
  /// ever said to be durable.
  public internal(set) var cutOff: CutOff?
  /// The damage behind which nothing was read, if the store was opened with ``DamagePolicy/recover``.
  public internal(set) var damage: JournalError?

  package init(commits: Int = 0, cutOff: CutOff? = nil, damage: JournalError? = nil) {
    (self.commits, self.cutOff, self.damage) = (commits, cutOff, damage)
  }

  /// Bytes that were cut off from a journal, and kept.
  public struct CutOff: Hashable, Sendable {
    /// How many bytes there were.
    public let count: Int
    /// The file that holds them now.
    public let copy: String

    package init(count: Int, copy: String) { (self.count, self.copy) = (count, copy) }
  }
}

/// What happens when a journal was changed after it was written.
public enum DamagePolicy: Hashable, Sendable {
  /// The store is not opened, and nothing is changed.
  case refuse
  /// What precedes the damage is opened. The damaged journal, and all later ones, are kept under names that end with
  /// `.damaged`.
  case recover
}
