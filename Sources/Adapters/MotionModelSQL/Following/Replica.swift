import Dispatch
package import Foundation
package import MotionModel
import MotionModelValues

/// A store in memory that has the records of a database, without the database: what followers of all engines share.
///
/// One thread fills it and takes in commits. Any thread waits for them.
package final class Replica: Sendable {
  package let store: Store
  package let models: [FollowedModel]
  private let dialect: SQLDialect
  private let guardian: ReplicaGuard
  private let state = Locked(State())

  private struct State: Sendable {
    var status = FollowerStatus()
    var waiters: [Int: Waiter] = [:]
    var waiterCount = 0
    var isGuarding = true
    /// How often the store turned out to have other tables than the database, with the beginning, when it has none.
    var doubtCount = 1
    /// How many of these a filling has settled.
    var settledCount = 0
    var needsFilling: Bool { settledCount != doubtCount }
  }

  private struct Waiter: Sendable {
    let commit: FollowedCommit
    let resume: @Sendable (FollowerError?) -> Void
  }

  /// Creates a replica, which is empty until it is filled.
  ///
  /// - Throws: ``FollowerError/storeInUse(reason:)``.
  package init(_ models: [FollowedModel], in store: Store, _ dialect: SQLDialect) throws(FollowerError) {
    (self.models, self.store, self.dialect) = (models, store, dialect)
    guardian = try ReplicaGuard.guarding(models.map(\.table.model), in: store)
  }

  deinit { release() }

  /// Lets the store write records of the models itself.
  private func release() {
    let isGuarding = state.withLock { state in
      defer { state.isGuarding = false }
      return state.isGuarding
    }
    if isGuarding { guardian.remove(models.map(\.table.model)) }
  }

  // MARK: - Taking in

  /// Returns the changes of a commit, one for each model, in the order of the models.
  package func changes() -> [any ReplicaChanges] { models.indices.map { changes(ofModel: $0) } }

  /// Returns the changes of a commit to the records of one model.
  package func changes(ofModel index: Int) -> any ReplicaChanges {
    models[index].table.changes(to: store, in: dialect)
  }

  /// Makes the store have the rows of the tables, as one changeset.
  ///
  /// - Parameter read: Returns the rows of each model, some at a time, in one state of the database.
  package func fill(
    upTo commit: FollowedCommit, _ read: (_ take: (_ model: Int, _ rows: SQLRows) throws -> Void) throws -> Void
  ) throws {
    let (changes, doubtCount) = (changes(), state.withLock { $0.doubtCount })
    for changes in changes { changes.deleteAll() }
    try read { model, rows in
      for row in 0..<rows.count { try changes[model].write(rows[row: row].map { $0 }, old: nil) }
    }
    try apply(changes, commit)
    advance(to: commit) { status in
      status.fillCount += 1
      // Another server may count from the beginning.
      (status.position, status.latest) = (commit, commit)
    } settling: {
      doubtCount
    }
  }

  /// Notes that the store was filled from other tables than the present ones, and has to be filled again. Until then,
  /// calls that wait for a commit continue to wait.
  package func doubt(_ reason: String) {
    state.withLock { $0.doubtCount += 1 }
    lose(reason)
  }

  /// Whether the store has to be filled before it follows.
  package var needsFilling: Bool { state.withLock { $0.needsFilling } }

  /// Takes in a commit of the database, as one changeset. The next one may be taken in when this returns.
  ///
  /// - Parameter date: When the database has committed, by its clock; nil if it does not say it.
  package func take(_ changes: [any ReplicaChanges], of commit: FollowedCommit, at date: Date?) throws {
    try apply(changes, commit)
    let delay = date.map { Duration.seconds(Date.now.timeIntervalSince($0)) }
    advance(to: commit) { status in
      status.commitCount += 1
      if let delay { status.delay = delay }
    }
  }

  private func apply(_ changes: [any ReplicaChanges], _ commit: FollowedCommit) throws {
    do {
      try store.replicating(isJudged: false) { for changes in changes { try changes.apply() } }
    } catch {
      throw FollowerError.refused(commit: commit, reason: "\(error)")
    }
  }

  /// Notes that there are no commits of interest up to a position in the sequence.
  package func advance(to commit: FollowedCommit) { advance(to: commit) { _ in } }

  private func advance(
    to commit: FollowedCommit, _ change: (inout FollowerStatus) -> Void, settling settled: () -> Int? = { nil }
  ) {
    let reached = state.withLock { state -> [@Sendable (FollowerError?) -> Void] in
      change(&state.status)
      if let settled = settled() { state.settledCount = settled }
      if commit > state.status.position { state.status.position = commit }
      if commit > state.status.latest { state.status.latest = commit }
      if state.needsFilling { return [] }
      state.status.phase = .following
      let reached = state.waiters.filter { $0.value.commit <= state.status.position }
      for key in reached.keys { state.waiters[key] = nil }
      return reached.values.map(\.resume)
    }
    for resume in reached { resume(nil) }
  }

  /// Notes a position in its sequence of commits that the database has reported.
  package func note(latest commit: FollowedCommit) {
    state.withLock { state in if commit > state.status.latest { state.status.latest = commit } }
  }

  /// The database was lost.
  package func lose(_ reason: String) {
    state.withLock { state in
      switch state.status.phase {
      case .following, .reconnecting: state.status.phase = .reconnecting(reason: reason)
      default: break
      }
    }
  }

  /// Nothing more is taken in.
  package func end(_ failure: FollowerError?) {
    release()
    let waiting = state.withLock { state in
      if case .failed = state.status.phase {} else { state.status.phase = failure.map { .failed($0) } ?? .stopped }
      defer { state.waiters = [:] }
      return state.waiters.values.map(\.resume)
    }
    for resume in waiting { resume(.stopped(reason: failure?.description ?? "it was stopped.")) }
  }

  // MARK: - Looking

  /// What the follower does, and how far behind it is.
  package var status: FollowerStatus { state.withLock { $0.status } }

  /// Suspends the task until the store has a commit and all before it.
  package func caughtUp(to commit: FollowedCommit) async throws {
    let key = newKey()
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        wait(for: commit, key) { failure in
          if let failure { continuation.resume(throwing: failure) } else { continuation.resume() }
        }
        if Task.isCancelled { cancel(key) }
      }
    } onCancel: {
      cancel(key)
    }
    try Task.checkCancellation()
  }

  /// Blocks the thread until the store has a commit and all before it.
  package func waitUntilCaughtUp(to commit: FollowedCommit, timeout: Duration) throws {
    let (reached, failure) = (DispatchSemaphore(value: 0), Locked(FollowerError?.none))
    let key = newKey()
    wait(for: commit, key) { error in
      failure.withLock { $0 = error }
      reached.signal()
    }
    let milliseconds = Int(max(0, min(timeout / .milliseconds(1), 1e9)))
    if reached.wait(timeout: .now() + .milliseconds(milliseconds)) == .timedOut {
      state.withLock { $0.waiters[key] = nil }
      throw FollowerError.late(commit: commit)
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  /// A key for a waiting call.
  private func newKey() -> Int {
    state.withLock { state in
      state.waiterCount += 1
      return state.waiterCount
    }
  }

  private func wait(for commit: FollowedCommit, _ key: Int, _ resume: @escaping @Sendable (FollowerError?) -> Void) {
    let (isReached, failure) = state.withLock { state -> (Bool, FollowerError?) in
      if commit <= state.status.position && !state.needsFilling { return (true, nil) }
      switch state.status.phase {
      case .stopped: return (true, .stopped(reason: "it was stopped."))
      case .failed(let error): return (true, .stopped(reason: error.description))
      default:
        state.waiters[key] = Waiter(commit: commit, resume: resume)
        return (false, nil)
      }
    }
    if isReached { resume(failure) }
  }

  /// Ends the waiting of a task that was cancelled.
  private func cancel(_ key: Int) {
    let waiter = state.withLock { $0.waiters.removeValue(forKey: key) }
    waiter?.resume(nil)
  }

  /// An error of a database that would come again, as one of a follower; nil for one that need not.
  package static func lasting(_ error: any Error) -> FollowerError? {
    switch error {
    case let error as FollowerError: error
    case SQLError.otherTable, SQLError.unsuitableTable, SQLError.unreadableValue, SQLError.unwritableValue,
      SQLError.noTable:
      .unexpected(reason: "\(error)")
    default: nil
    }
  }
}
