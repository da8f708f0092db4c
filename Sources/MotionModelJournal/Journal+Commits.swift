package import MotionModel
package import MotionModelStorage

extension Journal: CommitLog {
  /// Appends a commit to the journal.
  ///
  /// If that fails, the journal is not tried again, because nobody knows what the disk has of it. The records without the
  /// commit are written to a new snapshot, and the commit to a new journal behind that. Memory has all records, so
  /// nothing is lost.
  package func append(_ changeset: Changeset) throws(StoreError) -> AppendedEntry {
    if case .success(let entry) = try attempt(changeset) { return entry }
    try state.withLock { state throws(StoreError) in try beginAnew(&state, isCommitted: false) }
    switch try attempt(changeset) {
    case .success(let entry): return entry
    case .failure(let error): throw refusal(error.description, isCommitted: false)
    }
  }

  package func confirm(_ entry: AppendedEntry, of changeset: Changeset) throws(StoreError) {
    if durability != .everyCommit || visibility != .whenWritten { return }
    do throws(LogError) { try entry.waitUntilDurable() } catch {
      guard let store = liveStore else { throw refusal(error.description, isCommitted: true) }
      try store.asOnlyWriter { () throws(StoreError) in
        try state.withLock { state throws(StoreError) in
          // Another thread may have begun anew since, with a snapshot that has this commit.
          guard state.writer === entry.writer else { return }
          state.failure = error
          try beginAnew(&state, isCommitted: true)
        }
      }
    }
  }

  /// - Returns: The entry, or why the journal could not be written.
  private func attempt(_ changeset: Changeset) throws(StoreError) -> Result<AppendedEntry, LogError> {
    let result = try state.withLock { state throws(StoreError) -> Result<AppendedEntry, LogError> in
      guard let writer = state.writer else {
        throw refusal(JournalError.closed(file: files.name).description, isCommitted: false)
      }
      if let failure = state.failure { return .failure(failure) }
      let pieces = CommitPieces.of(try state.encoder.encode(changeset))
      return note(Result { () throws(LogError) in try writer.append(pieces) }, in: &state)
    }
    guard visibility == .whenDurable, case .success(let entry) = result else { return result }
    let flushed = Result { () throws(LogError) in try entry.waitUntilDurable() }
    return state.withLock { state in note(flushed.map { entry }, in: &state) }
  }

  private func note<Value>(_ result: Result<Value, LogError>, in state: inout State) -> Result<Value, LogError> {
    if case .failure(let error) = result { state.failure = error }
    return result
  }

  func refusal(_ reason: String, isCommitted: Bool) -> StoreError {
    .notJournaled(file: files.name, isCommitted: isCommitted, reason: reason)
  }
}

/// A commit as the entries of a log: a large one takes several, so that a reader needs no more memory than for a piece
/// at a time until it is whole.
///
/// The first byte of an entry is 0 for the last piece, and 1 for one that is continued.
enum CommitPieces {
  private static let size = 1 << 26

  static func of(_ commit: [UInt8]) -> [[UInt8]] {
    stride(from: 0, to: max(1, commit.count), by: size).map { start in
      let end = min(start + size, commit.count)
      return [end == commit.count ? 0 : 1] + commit[start..<end]
    }
  }

  /// Joins the entries of a log to commits.
  struct Joiner {
    private var pieces: [UInt8] = []

    /// - Returns: The commit that the entry completes; nil if it continues.
    mutating func add(_ entry: [UInt8]) -> [UInt8]? {
      pieces += entry.dropFirst()
      if entry.first == 1 { return nil }
      defer { pieces = [] }
      return pieces
    }
  }
}
