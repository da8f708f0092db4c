public import Foundation
package import MotionModel
package import MotionModelStorage

/// Keeps a replica of an opened store up to date, by reading the journal that the store writes.
///
/// ```swift
/// let replica = try Store(following: url, models: [Todo.self])
/// Task { try await replica.follower?.follow(every: .milliseconds(100)) }
/// for await changeset in replica.commits() { print(changeset.id, changeset) }
/// ```
///
/// A commit arrives with its number, date and metadata, and observers of the replica are notified of it. Hooks do not
/// run: they have run in the store that made the commit. When the store was compacted more than once since the last
/// look, the replica reads the file again, and the difference is one commit.
///
/// A commit may arrive before it is on the disk. If the power goes then, it is gone from the files, and a replica that
/// saw it reads the file again.
///
/// ## Topics
/// - ``file``
/// - ``refresh()``
/// - ``follow(every:)``
public final class Follower: Sendable {
  /// The file of the store that is followed.
  public let file: URL

  private let state = Monitor(State())

  private struct State {
    weak var store: Store?
    var files: FollowedFiles?
    /// The thread that refreshes.
    var thread: ThreadNumber?
  }

  init(file: URL) { self.file = file }

  func begin(_ store: Store, _ files: FollowedFiles) {
    state.withLock { ($0.store, $0.files) = (store, files) }
  }

  /// Applies the commits that were made since the last call.
  ///
  /// - Returns: How many there were; 0 also for a call by an observer while another one is under way on the same
  ///   thread.
  /// - Throws: ``JournalError`` if the files cannot be read, or are damaged. The replica has the commits before that.
  /// - Complexity: O(*k*) in the number of changes; O(*n*) in the number of records if the file has to be read again.
  @discardableResult
  public func refresh() throws -> Int {
    let name = file.lastPathComponent
    guard let store = state.withLock({ $0.store }) else { throw JournalError.closed(file: name) }
    if store.savepoint != nil { throw JournalError.inTransaction(file: name) }
    guard var files = begin() else { return 0 }
    defer { end(files) }
    let before = store.commitCount
    // Defaults of columns, and documents, may ask the store in use.
    try Store.with(store) { while try store.follow({ try files.next(&$0, in: store) }) {} }
    return store.commitCount - before
  }

  /// Takes the files for this thread, when no other thread has them.
  private func begin() -> FollowedFiles? {
    state.wait { state -> FollowedFiles?? in
      if state.thread == .current { return .some(nil) }
      guard state.thread == nil, let files = state.files.take() else { return nil }
      state.thread = .current
      return files
    }
  }

  private func end(_ files: FollowedFiles) {
    state.change { ($0.files, $0.thread) = (files, nil) }
  }

  /// Refreshes again and again, until the task is cancelled or the store is gone.
  ///
  /// - Parameter interval: How long it waits between two looks at the files.
  /// - Throws: The errors of ``refresh()``.
  public func follow(every interval: Duration = .milliseconds(100)) async throws {
    while !Task.isCancelled, state.withLock({ $0.store != nil }) {
      try refresh()
      try? await Task.sleep(for: interval)
    }
  }
}

extension Follower: CommitLog {
  package func check(_ changeset: Changeset) throws(StoreError) { throw refusal }

  package func append(
    _ changeset: Changeset, _ ends: [TableEnd], _ kept: [KeptChange]
  ) throws(StoreError) -> AppendedEntry { throw refusal }

  package func noteGap(upTo number: Int, _ reason: StoreError) {}

  package func confirm(_ entry: AppendedEntry, of changeset: Changeset) throws(StoreError) {}

  private var refusal: StoreError { .readOnlyReplica(file: file.lastPathComponent) }
}
