public import MotionModel

/// Commits of a store that can be looked at again: those of a `StoreHistory` in memory, and those of a `JournalHistory`
/// on the disk.
///
/// ```swift
/// try history.blame(todo, \.priority)        // which commit gave the column its value
/// try history.bisect { $0.isConsistent }     // after which commit a statement was false
/// ```
///
/// ## Topics
/// ### Who and why
/// - ``blame(_:_:)``
/// - ``blame(_:)``
/// - ``timeline(of:_:)``
/// ### Since when
/// - ``bisect(in:_:)``
/// ### Reading
/// - ``commits``
/// - ``forEachChangeset(after:_:)``
/// - ``store(at:)``
public protocol CommitHistory: Sendable {
  /// The numbers of the commits after which the store can be read.
  var commits: ClosedRange<Int> { get }

  /// Calls `body` with the changes of each commit after one, in order.
  ///
  /// - Throws: An error if the commits cannot be read; what `body` throws.
  func forEachChangeset(after commit: Int, _ body: (Changeset) throws -> Void) throws

  /// Returns a snapshot of the store as it was after a commit.
  ///
  /// - Throws: An error if the commit cannot be read.
  func store(at commit: Int) throws -> Store
}

extension StoreHistory: CommitHistory {
  /// Calls `body` with the changes of each commit after one, in order.
  ///
  /// - Throws: ``HistoryError/noCommit(commit:available:)`` if the commits are not kept; what `body` throws.
  public func forEachChangeset(after commit: Int, _ body: (Changeset) throws -> Void) throws {
    try changes(since: commit).forEach(body)
  }
}

/// Why a history cannot be read.
@nonexhaustive
public enum HistoryError: DescribedError, Hashable {
  /// The history does not have a commit; it has the available ones.
  case noCommit(commit: Int, available: ClosedRange<Int>)
  /// The store was not opened from a file, so its commits are in no journal.
  case noJournal

  /// What was requested, and what is available.
  public var description: String {
    switch self {
    case .noCommit(let commit, let available):
      "The history has no commit \(commit): it has those from \(available.lowerBound) to \(available.upperBound)."
    case .noJournal:
      "The store has no journal: open it from a file, or keep a StoreHistory and ask that."
    }
  }
}
