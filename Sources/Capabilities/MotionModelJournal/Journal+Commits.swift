import Foundation
package import MotionModel
package import MotionModelStorage

extension Journal: CommitLog {
  /// Throws if it is certain that a commit would be refused.
  package func check(_ changeset: Changeset) throws(StoreError) {
    try state.withLock { state throws(StoreError) in
      let writer = try requireOpen(state)
      var encoder = state.encoder
      _ = try encoder.encode(changeset)
      // A flush that no call waited for may have failed.
      state.failure = state.failure ?? writer.failure
      if state.failure != nil { try beginAnew(&state, isCommitted: false) }
    }
  }

  /// Appends a commit to the journal.
  ///
  /// If that fails, the journal is not tried again: the disk may have any part of it. The records without the commit
  /// are written to a new snapshot, and the commit to a new journal behind that. Memory has all records, so nothing is
  /// lost.
  package func append(
    _ changeset: Changeset, _ ends: [TableEnd], _ kept: [KeptChange]
  ) throws(StoreError) -> AppendedEntry {
    let first = try attempt(changeset, ends, kept)
    if case .success(let entry) = first { return entry }
    if sharing != nil, case .failure(let error) = first { throw refusal(error.description, isCommitted: false) }
    try state.withLock { state throws(StoreError) in try beginAnew(&state, isCommitted: false) }
    switch try attempt(changeset, ends, kept) {
    case .success(let entry): return entry
    case .failure(let error): throw refusal(error.description, isCommitted: false)
    }
  }

  package func noteGap(upTo number: Int, _ reason: StoreError) {
    state.withLock { state in
      state.lastCommit = max(state.lastCommit, number)
      noteIncomplete(reason.description, in: &state)
    }
  }

  package func confirm(_ entry: AppendedEntry, of changeset: Changeset) throws(StoreError) {
    if durability != .everyCommit || visibility != .whenWritten { return }
    do throws(LogError) {
      try entry.waitUntilDurable()
      noteDurable(changeset.id)
    } catch {
      if sharing != nil {
        if noteFailure(error, upTo: changeset.id) { throw refusal(error.description, isCommitted: true) }
        return
      }
      guard let store = liveStore else { throw refusal(error.description, isCommitted: true) }
      try store.asOnlyWriter { () throws(StoreError) in
        try state.withLock { state throws(StoreError) in
          if state.writer == nil { throw refusal(error.description, isCommitted: true) }
          // Another thread may have started over since, with a snapshot that has this commit.
          guard state.writer === entry.writer else { return }
          state.failure = error
          try beginAnew(&state, isCommitted: true)
        }
      }
    }
  }

  /// - Returns: The entry, or why the journal could not be written.
  private func attempt(
    _ changeset: Changeset, _ ends: [TableEnd], _ kept: [KeptChange]
  ) throws(StoreError) -> Result<AppendedEntry, LogError> {
    let result = try state.withLock { state throws(StoreError) -> Result<AppendedEntry, LogError> in
      let writer = try requireOpen(state)
      if let failure = state.failure { return .failure(failure) }
      if sharing != nil { return try attemptInTurn(changeset, ends, kept, &state, writer) }
      let commit = try state.encoder.encoding(changeset, ends, kept)
      let entries = try entries(of: commit.bytes, for: writer, from: writer.progress.end)
      state.encoder = commit.encoder
      let result = note(Result { () throws(LogError) in try writer.append(entries) }, in: &state)
      if case .success(let entry) = result {
        state.lastCommit = max(state.lastCommit, changeset.id)
        compactIfLarge(&state, end: entry.end)
      }
      return result
    }
    guard visibility == .whenDurable, case .success(let entry) = result else { return result }
    let flushed = Result { () throws(LogError) in try entry.waitUntilDurable() }
    return state.withLock { state in
      if case .success = flushed { state.durableCommit = state.lastCommit }
      return note(flushed.map { entry }, in: &state)
    }
  }

  @discardableResult
  private func requireOpen(_ state: borrowing State) throws(StoreError) -> LogWriter {
    if let writer = state.writer { return writer }
    throw refusal(JournalError.closedReason, isCommitted: false)
  }

  /// Returns the entries of a commit.
  func entries(
    of commit: consuming [UInt8], for writer: LogWriter, from position: Int64
  ) throws(StoreError) -> [[UInt8]] {
    let pieces = CommitPieces.of(commit)
    guard let coding = files.coding else { return pieces }
    do throws(PieceFault) {
      return try EntryCoding(coding: coding, salt: writer.header.salt).encoded(pieces, from: position)
    } catch {
      throw refusal("The commit cannot be encoded with \(coding.name): \(error.reason)", isCommitted: false)
    }
  }

  private func note<Value>(_ result: Result<Value, LogError>, in state: inout State) -> Result<Value, LogError> {
    if case .failure(let error) = result { state.failure = error }
    return result
  }

  /// Notes that the files lack commits of memory, so that the next commit or flush starts over with a new snapshot.
  private func noteIncomplete(_ reason: String, in state: inout State) {
    state.failure = state.failure ?? .incomplete(path: files.journal(state.number), reason: reason)
  }

  func refusal(_ reason: String, isCommitted: Bool) -> StoreError {
    .notJournaled(file: files.name, isCommitted: isCommitted, reason: reason)
  }
}

extension CommitEncoder {
  /// Returns the bytes of a commit, and the encoder behind it. Models are mentioned when the commit is written, and not
  /// if it is refused.
  func encoding(
    _ changeset: Changeset, _ ends: [TableEnd], _ kept: [KeptChange] = []
  ) throws(StoreError) -> (bytes: [UInt8], encoder: CommitEncoder) {
    var encoder = self
    return (try encoder.encode(changeset, ends, kept), encoder)
  }
}

/// A commit as the entries of a log: a large one takes several, so that a reader needs no more memory than for a piece
/// at a time until it is whole.
///
/// The first byte of an entry has a bit each for the first and the last piece. If a crash cut off the last pieces of a
/// commit, the next commit begins with its first piece, and the incomplete one is not read.
enum CommitPieces {
  static let (first, last): (UInt8, UInt8) = (1, 2)
  static let size = 1 << 26

  /// Divides a commit. One that fits into an entry, as most do, becomes it without a copy.
  static func of(_ commit: consuming [UInt8], size: Int = size) -> [[UInt8]] {
    if commit.count <= size {
      commit.insert(first | last, at: 0)
      return [commit]
    }
    return stride(from: 0, to: commit.count, by: size).map { start in
      let end = min(start + size, commit.count)
      return [(start == 0 ? first : 0) | (end == commit.count ? last : 0)] + commit[start..<end]
    }
  }

  /// Joins the entries of a log to commits.
  struct Joiner {
    /// Nil between commits, and while the entries are of a commit whose first ones were not read.
    private var pieces: [UInt8]?

    /// - Returns: The commit that the entry completes; nil if it continues.
    mutating func add(_ entry: [UInt8]) -> [UInt8]? {
      guard let flags = entry.first else { return nil }
      if flags & CommitPieces.first != 0 { pieces = [] }
      pieces? += entry.dropFirst()
      if flags & CommitPieces.last == 0 { return nil }
      return pieces.take()
    }
  }
}
