/// When the commits of an opened store are on the disk, so that a loss of power does not undo them.
///
/// The end of the process alone, however it ends, undoes no commit that has returned, whatever the durability.
public enum Durability: Hashable, Sendable {
  /// A commit returns when it is on the disk. Commits of several threads share a flush of the disk.
  case everyCommit
  /// A commit is on the disk at most this long after it returned, as far as the disk keeps up.
  case every(Duration)
  /// When ``Journal/flush()`` is called.
  case manual
}

/// When readers of an opened store see a commit.
public enum CommitVisibility: Hashable, Sendable {
  /// When it is written to the journal. After a loss of power it may be gone, although readers have seen it.
  case whenWritten
  /// When it is on the disk. Commits then do not share flushes.
  case whenDurable
}
