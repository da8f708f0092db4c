/// What opening a store found.
public struct Recovery: Hashable, Sendable {
  /// How many commits of the journal were applied to the records of the file.
  public internal(set) var commits = 0
  /// The end of the journal that was cut off, because the process or the system ended while it was written. None of it
  /// was ever reported as durable.
  public internal(set) var cutOff: CutOff?
  /// The first damage, if the store was opened with ``DamagePolicy/recover`` or ``DamagePolicy/salvage``.
  public internal(set) var damage: JournalError?
  /// How many commits behind the damage can be read, and were not applied, because they rest on some that are lost. It
  /// is counted with ``DamagePolicy/salvage`` only.
  public internal(set) var leftOut = 0

  package init(commits: Int = 0, cutOff: CutOff? = nil, damage: JournalError? = nil, leftOut: Int = 0) {
    (self.commits, self.cutOff, self.damage, self.leftOut) = (commits, cutOff, damage, leftOut)
  }

  /// Bytes that were cut off from a journal.
  public struct CutOff: Hashable, Sendable {
    /// How many bytes there were.
    public let count: Int
    /// The file that holds them now; nil if the disk was full.
    public let copy: String?

    package init(count: Int, copy: String?) { (self.count, self.copy) = (count, copy) }
  }
}

/// What happens when a journal was changed after it was written.
public enum DamagePolicy: Hashable, Sendable {
  /// The store is not opened, and nothing is changed.
  case refuse
  /// What precedes the damage is opened. The damaged journal, and all later ones, are kept under names that end with
  /// `.damaged`. If history is kept, there are copies of all other files.
  case recover
  /// As with ``recover``, and each commit behind the damage is applied if it can be read and fits the records.
  ///
  /// A commit does not fit if it changes a missing record, inserts an existing one, or repeats the value of another
  /// record in a unique column. In the damaged journal, it cannot be read either if its model was not mentioned before
  /// the damage. Such commits are left out whole, and counted. The records may be in a state in which they never were:
  /// changes are missing, and keys may lead to parents that are lost. Look at them before you rely on them.
  case salvage
}
