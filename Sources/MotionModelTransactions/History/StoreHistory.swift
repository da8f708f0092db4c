public import MotionModel

/// Keeps the last commits of a store, so that it can be read as it was after each of them.
///
/// ```swift
/// let history = StoreHistory(of: store, keeping: .count(50))
/// try history.store(at: store.commitCount - 1).table(Todo.self).count
/// try history.changes(from: 12, to: 20)
/// ```
///
/// A store without a history keeps nothing of its past and pays nothing. A history may be used from any thread, and
/// stops recording when it is deallocated.
public final class StoreHistory: Sendable {
  /// The store whose commits are kept.
  public let store: Store
  /// How many commits, or bytes of them, are kept.
  package let limit: StoreHistory.Limit

  private let kept: Locked<Kept>
  private let recorder = Locked<CommitRecorder?>(nil)

  private struct Kept: Sendable {
    /// The number of the commit before the first one in `commits`.
    var start: Int
    var commits: [Changeset] = []
    var sizes: [Int] = []

    /// The numbers of the commits after which the store can be read.
    var numbers: ClosedRange<Int> { start...(commits.last?.id ?? start) }

    func commits(after first: Int, through last: Int) throws(HistoryError) -> ArraySlice<Changeset> {
      for commit in [first, last] where !numbers.contains(commit) {
        throw .noCommit(commit: commit, available: numbers)
      }
      return commits[(first - start)..<(last - start)]
    }
  }

  /// Begins to keep the commits of a store.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - limit: How much is kept; the oldest commit is dropped first.
  public init(of store: Store, keeping limit: StoreHistory.Limit) {
    if store.isInTransaction {
      fatalError("A history cannot begin inside a transaction of its store: begin it before.")
    }
    (self.store, self.limit) = (store, limit)
    kept = Locked(Kept(start: 0))
    let recorder = store.recordCommits { [weak self] in self?.keep($0) }
    self.recorder.withLock { $0 = recorder }
    let number = store.recordedSnapshot().commitCount
    kept.withLock { $0.start = $0.commits.first.map { $0.id - 1 } ?? number }
  }

  deinit { recorder.withLock { $0.map(store.stopRecording) } }

  /// Appends a commit, while the next one waits.
  private func keep(_ changeset: Changeset) {
    kept.withLock { kept in
      kept.commits.append(changeset)
      kept.sizes.append(changeset.estimatedBytes)
      let excess = limit.excess(of: kept.sizes)
      if excess == 0 { return }
      kept.start = kept.commits[excess - 1].id
      kept.commits.removeFirst(excess)
      kept.sizes.removeFirst(excess)
    }
  }

  // MARK: - Reading

  /// The numbers of the commits after which the store can be read.
  public var commits: ClosedRange<Int> { kept.withLock { $0.numbers } }

  /// The estimated memory of the kept commits, as for `Changeset.estimatedBytes`.
  public var estimatedBytes: Int { kept.withLock { $0.sizes.reduce(0, +) } }

  /// Returns a snapshot of the store as it was after a commit.
  ///
  /// - Parameter commit: The number of the commit: the `id` of its changeset, or `commitCount` at that time.
  /// - Throws: ``HistoryError/noCommit(commit:available:)`` if the commit is not kept, or not yet made.
  /// - Complexity: O(*k*) in the number of changes that were made since.
  public func store(at commit: Int) throws -> Store {
    let now = store.recordedSnapshot()
    return now.reverted(try changes(from: commit, to: now.commitCount), to: commit)
  }

  /// Returns the changes after one commit up to another, as one changeset.
  ///
  /// The changeset is the inverse of those changes if the first commit is the later one.
  ///
  /// - Throws: ``HistoryError/noCommit(commit:available:)`` if not all of these commits are kept.
  /// - Complexity: O(*k*) in the number of changes in between.
  public func changes(from first: Int, to second: Int) throws -> Changeset {
    if first > second { return try changes(from: second, to: first).inverted }
    return Changeset.composed(try kept.withLock { kept in try kept.commits(after: first, through: second) })
  }

  /// Returns the changes of each commit after one, in order, with their numbers, dates and metadata.
  ///
  /// - Throws: ``HistoryError/noCommit(commit:available:)`` if not all of these commits are kept.
  /// - Complexity: O(*n*) in the number of commits since then.
  public func changes(since commit: Int) throws -> [Changeset] {
    Array(try kept.withLock { kept in try kept.commits(after: commit, through: kept.numbers.upperBound) })
  }
}
