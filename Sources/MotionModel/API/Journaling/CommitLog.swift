package import MotionModelStorage

/// What a store tells of each commit before readers see it, so that it can be written down.
package protocol CommitLog: Sendable {
  /// Writes a commit down. The caller is the only writer of the store.
  ///
  /// - Returns: What ``confirm(_:)`` waits for.
  /// - Throws: Then the commit is refused, and the store is as it was.
  func append(_ changeset: Changeset) throws(StoreError) -> AppendedEntry

  /// Waits until a commit is as durable as was promised, after readers see it.
  ///
  /// - Throws: If it may be lost. It is in memory nevertheless.
  func confirm(_ entry: AppendedEntry, of changeset: Changeset) throws(StoreError)
}
