import MotionModel

/// Puts the commits of a store on a tape.
final class CommitWatch: Sendable {
  let tape = CommitTape()
  private let store: Store
  private let recorder: CommitRecorder

  init(_ store: Store) {
    self.store = store
    recorder = store.recordCommits { [tape] in tape.add($0) }
  }

  func end() { store.stopRecording(recorder) }
}
