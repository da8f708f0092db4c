/// Receives every commit of a store, in order and while the next commit waits. Silenced commits are included, and
/// the commits in a coalesced block arrive one by one.
package final class CommitRecorder: Sendable {
  package typealias Marking = @Sendable (_ number: Int, inout Changeset.Metadata) -> Void

  let mark: Marking?
  let record: @Sendable (Changeset) -> Void

  fileprivate init(_ mark: Marking?, _ record: @escaping @Sendable (Changeset) -> Void) {
    (self.mark, self.record) = (mark, record)
  }
}

extension Store {
  /// Starts recording each commit from now on.
  ///
  /// Both closures run on the committing thread while other writers wait, so they must be quick and not use the store.
  ///
  /// - Parameters:
  ///   - mark: Receives the number of a commit that is about to be made, and changes its metadata, which the log has
  ///     then, too. The log may still refuse the commit.
  ///   - record: Receives the commit.
  package func recordCommits(
    marking mark: CommitRecorder.Marking? = nil, _ record: @escaping @Sendable (Changeset) -> Void
  ) -> CommitRecorder {
    let recorder = CommitRecorder(mark, record)
    delivery.add(recorder)
    return recorder
  }

  /// Stops a recorder.
  package func stopRecording(_ recorder: CommitRecorder) { delivery.remove(recorder) }
}
