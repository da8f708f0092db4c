public import Foundation
import MotionModel
import MotionModelStorage

/// What an opened store writes its commits to: a journal beside its file, from which they are read when it is opened again.
///
/// ```swift
/// let store = try Store(file: url, models: [Todo.self], durability: .every(.seconds(1)))
/// try store.table(Todo.self).create { $0.name = "Walk the dog" }
/// try store.journal?.flush()     // it is on the disk
/// ```
///
/// ## Topics
/// ### What it does
/// - ``file``
/// - ``durability``
/// - ``visibility``
/// - ``recovery``
/// ### Saving
/// - ``flush()``
/// - ``compact()``
/// - ``close()``
public final class Journal: Sendable {
  /// The file of the store.
  public let file: URL
  /// When commits are on the disk.
  public let durability: Durability
  /// When readers see commits.
  public let visibility: CommitVisibility
  /// What opening the store found.
  public let recovery: Recovery

  let files: JournalFiles
  let state: Monitor<State>
  private let store = Monitor(StoreReference())

  struct StoreReference: Sendable { weak var store: Store? }

  struct State: ~Copyable, Sendable {
    /// The journal that takes commits; nil after it was closed.
    var writer: LogWriter?
    /// Its number.
    var number: Int
    var encoder: CommitEncoder
    /// Why the journal takes no commits: it could not be written.
    var failure: LogError?
    /// When the next attempt is made to begin a new journal.
    var nextAttempt = ContinuousClock.now
    var isCompacting = false
    /// Held until the journal is closed.
    var lock: FileLock?
  }

  init(
    _ file: URL, _ files: JournalFiles, _ log: consuming LogFile, number: Int, _ encoder: CommitEncoder, lock: FileLock,
    _ durability: Durability, _ visibility: CommitVisibility, _ recovery: Recovery
  ) {
    (self.file, self.files, self.recovery) = (file, files, recovery)
    (self.durability, self.visibility) = (durability, visibility)
    state = Monitor(
      State(writer: LogWriter(log, policy: durability.policy), number: number, encoder: encoder, lock: lock))
  }

  deinit { try? state.withLock { state in try state.writer?.close() } }

  /// Sets the store, which exists only after the journal.
  func attach(_ store: Store) { self.store.withLock { $0.store = store } }

  /// The store, as long as somebody holds it.
  var liveStore: Store? { store.withLock { $0.store } }

  private func error(_ error: LogError) -> JournalError { JournalError(error, file: files.name) }

  // MARK: - Saving

  /// Blocks the thread until all commits that have returned are on the disk.
  ///
  /// If the disk refuses to flush the journal, all records are written to a new file, as ``compact()`` does.
  ///
  /// - Throws: ``JournalError`` if some of them may not be.
  public func flush() throws(JournalError) {
    let writer = try openWriter()
    do throws(LogError) { try writer.flush() } catch { try recover(from: error, of: writer) }
  }

  /// Begins anew after a journal could not be flushed.
  private func recover(from failure: LogError, of writer: LogWriter) throws(JournalError) {
    // A transaction has the lock of writers, and its commit, or the next one, begins anew.
    guard let store = liveStore, store.savepoint == nil else { throw error(failure) }
    try store.asOnlyWriter { () throws(JournalError) in
      try state.withLock { state throws(JournalError) in
        // Another thread may have begun anew since.
        guard state.writer === writer else { return }
        state.failure = failure
        try beginAnewAsAsked(&state)
      }
    }
  }

  private func openWriter() throws(JournalError) -> LogWriter {
    guard let writer = state.withLock({ $0.writer }) else { throw .closed(file: files.name) }
    return writer
  }

  /// Flushes, and lets another process open the file. Later commits are refused.
  ///
  /// A store that nobody holds any more closes its journal by itself, without telling whether that succeeded.
  public func close() throws(JournalError) {
    let (writer, lock) = state.withLock { state in
      defer { (state.writer, state.lock) = (nil, nil) }
      return (state.writer, state.lock)
    }
    // Another process may open the file only when everything was written.
    defer { withExtendedLifetime(lock) {} }
    do throws(LogError) { try writer?.close() } catch { throw self.error(error) }
  }
}

extension Durability {
  var policy: LogWriter.Policy {
    switch self {
    case .everyCommit: .everyEntry
    case .every(let time): .interval(time)
    case .manual: .manual
    }
  }
}
