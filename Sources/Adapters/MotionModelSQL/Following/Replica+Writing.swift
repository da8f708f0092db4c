import Dispatch
package import MotionModel
import MotionModelValues

extension Replica {
  /// Has a database write what `body` would change in the store, and blocks the thread until the store has it.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait for the store.
  ///   - commit: Commits changes in the database, and returns a place that is not before them.
  package func write<Result>(
    _ body: () throws -> Result, timeout: Duration, _ commit: (Changeset) throws -> FollowedCommit
  ) throws -> Result {
    let (result, changes) = try draft(body)
    if changes.isEmpty { return result }
    try waitUntilCaughtUp(to: try commit(changes), timeout: timeout)
    return result
  }

  /// Has a database write what `body` would change in the store, and suspends the task until the store has it.
  package func write<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result, _ commit: @escaping @Sendable (Changeset) throws -> FollowedCommit
  ) async throws -> Result {
    try Task.checkCancellation()
    let (result, place) = try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<(Result, FollowedCommit?), any Error>) in
      DispatchQueue.global().async { [self] in
        continuation.resume(
          with: Swift.Result {
            let (result, changes) = try draft(body)
            return (result, changes.isEmpty ? nil : try commit(changes))
          })
      }
    }
    if let place { try await caughtUp(to: place) }
    return result
  }

  /// Returns the changes that `body` would make, without changing the store.
  ///
  /// - Throws: What a commit would throw, ``FollowerError/notFollowed(models:)``, or ``FollowerError/stopped(reason:)``
  ///   for a follower that would not take in what the database commits.
  private func draft<Result>(_ body: () throws -> Result) throws -> (result: Result, changes: Changeset) {
    switch status.phase {
    case .stopped: throw FollowerError.stopped(reason: "it was stopped.")
    case .failed(let error): throw FollowerError.stopped(reason: error.description)
    default: break
    }
    let findings = DraftFindings()
    var result: Result?
    let (changes, isPossible) = store.dryRun(findings) { result = try body() }
    guard isPossible, let result else { throw findings.latest ?? FollowerError.unexpected(reason: "no result") }
    let others = changes.models.filter { model in !models.contains { $0.table.model == model } }
    if !others.isEmpty { throw FollowerError.notFollowed(models: others.map { "\($0)" }) }
    return (result, changes)
  }
}

/// Keeps why a draft would be refused.
private final class DraftFindings: PreviewFindings {
  private let errors = Locked<[any Error]>([])
  private let restricted = Locked(false)

  var latest: (any Error)? { errors.withLock { $0.last } }
  var refusalCount: Int { errors.withLock { $0.count } }
  var isRestricted: Bool { restricted.withLock { $0 } }

  func refused(_ error: any Error, since mark: Int) {
    errors.withLock { $0.append(error) }
  }

  func warned(of record: any Model, _ warnings: [any Error]) {}
  func ran(_ hook: String, of model: String?, count: Int, isAfterCommit: Bool) {}
  func beginCascade(_ records: [any Model], _ relation: String?, _ effect: Dependent) {
    if effect == .restrict { restricted.withLock { $0 = true } }
  }
  func endCascade() {}
}
