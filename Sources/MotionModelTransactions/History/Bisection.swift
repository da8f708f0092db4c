public import MotionModel

/// Since which commit a statement about a store is false; see ``CommitHistory/bisect(in:_:)``.
public struct Bisection: Sendable {
  /// What became of the statement.
  public enum Outcome: Sendable, Hashable {
    /// It is true after the last commit, so nothing was looked for.
    case holds
    /// It is false after the first commit already, so the commit that broke it is older.
    case alreadyBroken
    /// It is true before the commit with a number, and false after it.
    case broken(by: Int)
  }

  /// What became of the statement.
  public let outcome: Outcome
  /// The commit that broke the statement, with its changes, author and reason; nil if there is none.
  public let changeset: Changeset?
  /// The commits after which the statement was tested, in this order.
  public let trials: [Int]
}

extension Bisection: CustomStringConvertible {
  /// The outcome in a sentence: `It is false since commit 4711, by ann: Import (Todo: 12 updated), found in 14 trials.`
  public var description: String {
    switch outcome {
    case .holds: return "It is true."
    case .alreadyBroken: return "It is false since commit \(trials.last ?? 0) or an earlier one."
    case .broken(let commit):
      let who = changeset.map { $0.metadata.isEmpty ? "" : ", \($0.metadata)" } ?? ""
      let what = changeset.map { " (\($0))" } ?? ""
      return "It is false since commit \(commit)\(who)\(what), found in \(trials.count) trials."
    }
  }
}

extension CommitHistory {
  /// Finds the first commit after which a statement about the store is false.
  ///
  /// ```swift
  /// let found = try history.bisect { store in store.table(Account.self).where(\.balance < 0).isEmpty }
  /// print(found)   // => It is false since commit 4711, by ann: Import (Account: 1 updated), found in 14 trials.
  /// ```
  ///
  /// 1. The statement is tested after the last commit. If it is true there, it holds.
  /// 2. It is tested after the first one. If it is false there, it was broken before.
  /// 3. The commits in between are halved, until the statement is true before a single commit and false after it.
  ///
  /// If the statement was false for a while and true again, the commit broke it, maybe not for the first time.
  ///
  /// - Parameters:
  ///   - range: The commits to look at; by default, all of ``commits``.
  ///   - holds: Returns whether the statement is true of a snapshot, which is the store in use meanwhile. What it
  ///     throws is thrown.
  /// - Throws: The errors of reading the history, and of `holds`.
  /// - Complexity: 2 + log₂ *n* trials in the number of commits. Each makes a snapshot, which costs O(*k*) in the
  ///   changes since for a `StoreHistory`, and reading the file and the journal for a `JournalHistory`.
  public func bisect(
    in range: ClosedRange<Int>? = nil, _ holds: (Store) throws -> Bool
  ) throws -> Bisection {
    let range = range ?? commits
    var trials: [Int] = []
    func isTrue(after commit: Int) throws -> Bool {
      trials.append(commit)
      let store = try store(at: commit)
      return try Store.with(store) { try holds(store) }
    }
    if try isTrue(after: range.upperBound) { return Bisection(outcome: .holds, changeset: nil, trials: trials) }
    if range.count == 1 { return Bisection(outcome: .alreadyBroken, changeset: nil, trials: trials) }
    guard try isTrue(after: range.lowerBound) else {
      return Bisection(outcome: .alreadyBroken, changeset: nil, trials: trials)
    }
    var (good, bad) = (range.lowerBound, range.upperBound)
    while bad - good > 1 {
      let middle = good + (bad - good) / 2
      if try isTrue(after: middle) { good = middle } else { bad = middle }
    }
    return Bisection(outcome: .broken(by: bad), changeset: try changeset(bad), trials: trials)
  }

  /// Returns the changes of a commit.
  private func changeset(_ commit: Int) throws -> Changeset? {
    var found: Changeset?
    do {
      try forEachChangeset(after: commit - 1) { changeset in
        found = changeset
        throw StopSignal()
      }
    } catch is StopSignal {}
    return found
  }
}

/// Ends a loop over commits.
private struct StopSignal: Error {}
