public import Foundation
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
/// - ``store(at:)-(Int)``
/// - ``store(at:)-(Date)``
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

extension CommitHistory {
  /// Returns a snapshot of the store as it was at a date, by its clock: before the first commit that was made
  /// later.
  ///
  /// ```swift
  /// let yesterday = try history.store(at: .now - 86_400)
  /// ```
  ///
  /// - Throws: ``HistoryError/tooEarly(date:)`` for a date before the first change of a history that does not begin
  ///   with the store; an error if the commits cannot be read.
  /// - Complexity: O(*n*) in the number of changes in the history.
  public func store(at date: Date) throws -> Store {
    let first = commits.lowerBound
    var last = first
    do {
      try forEachChangeset(after: first) { changeset in
        if changeset.date > date { throw Passed() }
        last = changeset.id
      }
    } catch is Passed {
      // When the first of its commits was made, a history does not know.
      if last == first && first > 0 { throw HistoryError.tooEarly(date: date) }
    }
    return try store(at: last)
  }
}

/// Thrown to end the search of a commit.
private struct Passed: Error {}

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
  /// The history begins after a date.
  case tooEarly(date: Date)
  /// The store was not opened from a file, so its commits are in no journal.
  case noJournal

  /// What was requested, and what is available.
  public var description: String {
    switch self {
    case .noCommit(let commit, let available):
      "The history has no commit \(commit): it has those from \(available.lowerBound) to \(available.upperBound)."
    case .tooEarly(let date):
      "The history does not go back to \(AttributeValue.date(date)): ask for a later date, or keep more commits."
    case .noJournal:
      "The store has no journal: open it from a file, or keep a StoreHistory and ask that."
    }
  }
}
