/// Receives every commit of a store, in order and while the next commit waits. Silenced commits are included, and
/// the commits in a coalesced block arrive one by one.
package final class CommitRecorder: Sendable {
  let record: @Sendable (Changeset) -> Void

  fileprivate init(_ record: @escaping @Sendable (Changeset) -> Void) { self.record = record }
}

extension Store {
  /// Starts recording each commit from now on.
  ///
  /// - Parameter record: Runs on the committing thread while other writers wait, so it must be quick and not use the
  ///   store.
  package func recordCommits(_ record: @escaping @Sendable (Changeset) -> Void) -> CommitRecorder {
    let recorder = CommitRecorder(record)
    delivery.add(recorder)
    return recorder
  }

  /// Stops a recorder.
  package func stopRecording(_ recorder: CommitRecorder) { delivery.remove(recorder) }
}
