import Foundation

extension Store {
  /// What becomes of a transaction in a store that several processes share, when another process has committed since
  /// the transaction began.
  ///
  /// A call that writes by itself, such as a save, is run again in each case.
  public enum OvertakenPolicy: Sendable {
    /// The changes of the transaction are brought together with the other ones, column by column, as those of a branch
    /// are. Its body does not run again, so what it has read may be out of date. Rules are checked again.
    ///
    /// A column that both changed to the same value is no conflict, as in a branch. So a body that adds to what it has
    /// read should run again instead.
    ///
    /// With `MergePolicy.fail`, ``ChangeConflicts`` are thrown if both changed the same column of a record, and
    /// ``StoreError/stale(_:)`` if both changed a record with a ``LockVersion``.
    case merge(MergePolicy)
    /// The body runs again, from its start and with its hooks, at most so many times. Then it has seen everything.
    case runAgain(atMost: Int)
    /// The transaction is undone, and throws ``StoreError/overtaken(file:)``, unless it has retries left.
    case refuse
  }
}

extension Store {
  /// How often a commit is tried that others overtake each time.
  private static let patience = 64

  /// Runs `body` again as long as other processes have committed since it began.
  func whileOvertaken<Result>(
    by log: any CommitLog, _ body: () throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    for attempt in 1..<Self.patience {
      do throws(StoreError) { return try body() } catch {
        guard case .overtaken = error else { throw error }
        try catchUp(with: log, attempt)
      }
    }
    return try body()
  }

  /// Brings the changes of a transaction together with those that other processes have committed, and commits them.
  func mergeOvertaken(
    _ overtaken: Changeset, _ policy: MergePolicy, _ log: any CommitLog,
    _ commit: (inout Changeset?, _ body: () throws -> Void) throws -> Changeset
  ) throws -> Changeset {
    var changes = overtaken
    for attempt in 1..<Self.patience {
      try catchUp(with: log, attempt)
      var again: Changeset?
      do {
        return try commit(&again) {
          savepoint?.metadata = changes.metadata
          try write { tables in try changes.merged(behindOthersIn: tables, policy) }
        }
      } catch {
        guard let again else { throw error }
        changes = again
      }
    }
    throw StoreError.overtaken(file: log.file.lastPathComponent)
  }

  /// Runs a call that is run again when other processes overtake its transaction, which so loses nothing.
  func asRepeatedCall<Result>(_ body: () throws -> Result) rethrows -> Result {
    // Otherwise nothing is merged.
    guard case .merge? = log?.sharing else { return try body() }
    repeatedCalls.withLock { _ = $0.insert(.current) }
    defer { repeatedCalls.withLock { _ = $0.remove(.current) } }
    return try body()
  }

  private func catchUp(with log: any CommitLog, _ attempt: Int) throws(StoreError) {
    if attempt > 2 { Self.pause(beforeRetry: min(attempt - 2, 3)) }
    try log.catchUp()
  }

  /// How often the body of a transaction runs again because others have overtaken it.
  @usableFromInline package var overtakenRetries: Int {
    if case .runAgain(let count) = log?.sharing { count } else { 0 }
  }

  /// Whether an error says that another process has committed meanwhile.
  @usableFromInline package func isOvertaken(_ error: any Error) -> Bool {
    if case .overtaken = error as? StoreError { return true }
    return (error as? ChangeConflicts)?.isOvertaken == true
  }

  /// Whether a commit is one of this store, and not of another process.
  package func isOwn(_ commit: Changeset) -> Bool {
    log?.process.map { commit.metadata.process == $0.metadata.process } ?? true
  }
}

extension Changeset.Metadata {
  static let processName = "process"

  /// The process that made a commit of a store that several processes share: its name, its number, and a number of its
  /// own for each opening.
  public var process: String? {
    if case .string(let process) = values[Self.processName] { process } else { nil }
  }
}
