/// Is given each commit of a store, in their order and without a gap, while the next one waits: silenced ones too, and those in a
/// coalesced block one by one.
package final class CommitRecorder: Sendable {
  let record: @Sendable (Changeset) -> Void

  fileprivate init(_ record: @escaping @Sendable (Changeset) -> Void) { self.record = record }
}

extension Store {
  /// Has each commit from now on recorded.
  ///
  /// - Parameter record: It runs on the committing thread while other writers wait, so it must be quick and not use the store.
  package func recordCommits(_ record: @escaping @Sendable (Changeset) -> Void) -> CommitRecorder {
    let recorder = CommitRecorder(record)
    delivery.add(recorder)
    return recorder
  }

  /// Ends a recording.
  package func stopRecording(_ recorder: CommitRecorder) { delivery.remove(recorder) }
}
