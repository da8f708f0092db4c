public import Foundation
import MotionModel
import MotionModelStorage

extension Journal {
  /// Blocks the thread until all commits that have returned are on the disk.
  ///
  /// If the disk refuses to flush the journal, all records are written to a new file, as ``compact()`` does.
  ///
  /// - Throws: ``JournalError`` if some of them may not be.
  public func flush() throws(JournalError) {
    let (writer, commit, failure) = try openWriter()
    if let failure { return try recover(from: failure, of: writer) }
    do throws(LogError) { try writer.flush() } catch { return try recover(from: error, of: writer) }
    try conclude(commit, writer)
  }

  /// Suspends the task until all commits that have returned are on the disk. Otherwise it is like ``flush()``.
  public func durable() async throws(JournalError) {
    let (writer, commit, failure) = try openWriter()
    if let failure { return try recover(from: failure, of: writer) }
    do throws(LogError) { try await writer.durable() } catch { return try recover(from: error, of: writer) }
    try conclude(commit, writer)
  }

  /// Notes that a commit is on the disk, and writes the file of the store again if it was removed.
  private func conclude(_ commit: Int, _ writer: LogWriter) throws(JournalError) {
    if sharing == nil, let loss = state.withLock({ lossOfFile(&$0) }) {
      return try recover(from: .disk(loss), of: writer)
    }
    noteDurable(commit)
  }

  /// How many commits are in memory and may not be on the disk, at most.
  ///
  /// After a failure these are all since the last one that is known to be there. A store that is closed has none, or
  /// they are lost.
  public var unsavedCommits: Int {
    state.withLock { state in
      guard let writer = state.writer else { return 0 }
      let (end, flushed) = writer.progress
      if state.failure == nil && end == flushed { state.durableCommit = state.lastCommit }
      return state.lastCommit - state.durableCommit
    }
  }

  /// Why commits are refused, or why they may not be on the disk: the disk is full, or read-only, or the files are
  /// gone. Nil if the journal is well.
  ///
  /// Each commit tries again to write everything, and so do ``flush()`` and ``compact()``.
  public var failure: JournalError? {
    state.withLock { state in
      var failure = state.failure ?? state.writer?.failure
      // Another process has compacted the store.
      if sharing != nil, failure?.isMissing == true { failure = nil }
      return failure.map { JournalError($0, file: files.name) }
    }
  }

  /// Why the store could not be compacted by itself the last time; nil if it could.
  public var compactionFailure: JournalError? { state.withLock { $0.compactionFailure } }

  private func openWriter() throws(JournalError) -> (LogWriter, commit: Int, failure: LogError?) {
    let (writer, commit, failure) = state.withLock { ($0.writer, $0.lastCommit, $0.failure) }
    guard let writer else { throw .closed(file: files.name) }
    return (writer, commit, failure)
  }

  func noteDurable(_ commit: Int) { state.withLock { $0.durableCommit = max($0.durableCommit, commit) } }

  /// Starts over with a new snapshot after a journal could not be flushed.
  private func recover(from failure: LogError, of writer: LogWriter) throws(JournalError) {
    if sharing != nil {
      if noteFailure(failure, upTo: state.withLock { $0.lastCommit }) { throw JournalError(failure, file: files.name) }
      return
    }
    // An open transaction has the lock of writers; its commit, or the next one, starts over.
    guard let store = liveStore, store.savepoint == nil else { throw JournalError(failure, file: files.name) }
    try store.asOnlyWriter { () throws(JournalError) in
      try state.withLock { state throws(JournalError) in
        // Another thread may have started over since.
        guard state.writer === writer else { return }
        state.failure = failure
        try beginAnewAsAsked(&state)
      }
    }
  }

  /// Flushes, and lets another process open the file. Later commits are refused.
  ///
  /// If the journal has failed, everything is written to a new file first. A store closes its journal when it is
  /// released, and warns in the `Log` if some commits may not be on the disk.
  ///
  /// - Throws: ``JournalError`` if some commits may not be on the disk. The store is closed all the same, but inside a
  ///   transaction (``JournalError/inTransaction(file:)``).
  public func close() throws(JournalError) {
    if liveStore?.savepoint != nil { throw .inTransaction(file: files.name) }
    let result = Result { () throws(JournalError) in
      // Flushed here and not by the writer, which cannot start over.
      if state.withLock({ $0.writer != nil }) { try flush() }
    }
    let (writer, lock) = state.withLock { ($0.writer.take(), $0.lock.take()) }
    // Another process may open the file only when everything was written. It would remove the temporary file of a
    // thread that compacts the store.
    defer { withExtendedLifetime(lock) {} }
    state.wait { state in state.isCompacting ? nil : () }
    let closing = Result { () throws(LogError) in try writer?.close() }
    // The error of starting over says more than the earlier one.
    try result.get()
    do { try closing.get() } catch {
      if sharing == nil || !error.isMissing { throw JournalError(error, file: files.name) }
    }
  }

  // MARK: - Backups

  /// Writes the records, as they are after the last commit, to another file, which can be opened as a store of its own.
  ///
  /// Readers and writers continue meanwhile. When it returns, the file is on the disk; a file that was there is
  /// replaced in one step.
  ///
  /// - Throws: ``JournalError`` if the disk refuses it, or an opened store is there.
  /// - Complexity: O(*n*) in the number of records.
  public func backup(to url: URL) throws(JournalError) {
    guard let store = liveStore else { throw .closed(file: files.name) }
    let name = url.lastPathComponent
    try state.withLock { state throws(JournalError) in try requireAllModels(state) }
    guard url.isFileURL else { throw .disk(file: name, reason: "\(url) is not the URL of a file.") }
    let copy = try onDisk(name) { () throws(DiskError) in
      try JournalFiles(url.path(percentEncoded: false), files.coding, in: files.files)
    }
    let journals = try onDisk(name) { () throws(DiskError) in try copy.journals() }
    if copy.path == files.path || !journals.isEmpty { throw .backupExists(file: name) }
    // The copy is a store of its own: the journals of this one do not belong to it.
    do throws(SnapshotError) {
      try store.storedRecords(of: models).write(
        to: copy.path, of: copy.store, generation: 0, hasJournal: false, permissionsOf: files.path, files.coding,
        in: files.files)
    } catch { throw failure(error, of: name) }
  }

  func failure(_ error: SnapshotError, of name: String) -> JournalError {
    switch error {
    case .disk(let error): JournalError(error, file: name)
    case .value(let error): .disk(file: name, reason: error.description)
    case .coding(let error): .disk(file: name, reason: error.description)
    }
  }
}
