public import Foundation
package import MotionModel
import MotionModelStorage

/// What an opened store writes its commits to: a journal beside its file, from which they are read when it is opened
/// again.
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
/// - ``durable()``
/// - ``compact()``
/// - ``backup(to:)``
/// - ``close()``
/// ### Other processes
/// - ``refresh()``
/// - ``suspend()``
/// ### What is not saved
/// - ``unsavedCommits``
/// - ``failure``
/// - ``compactionFailure``
/// ### History
/// - ``history``
public final class Journal: Sendable {
  /// The file of the store.
  public let file: URL
  /// When commits are on the disk.
  public var durability: Durability { options.durability }
  /// When readers see commits.
  public var visibility: CommitVisibility { options.visibility }
  /// What opening the store found.
  public let recovery: Recovery

  let files: JournalFiles
  let models: [any Model.Type]
  let unknownColumns: UnknownColumns
  let options: JournalOptions
  let state: Monitor<State>
  package let sharing: Store.OvertakenPolicy?
  package let process: Changeset.Statement?
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
    /// Whether the history is kept that ends with the failure.
    var hasKeptHistory = false
    /// When the next attempt is made to begin a new journal.
    var nextAttempt = ContinuousClock.now
    var isCompacting = false
    /// How large the journal becomes before the store is compacted; nil if it never is.
    var compactionLimit: Int64?
    var compactionFailure: JournalError?
    /// The number of the last commit, and of the last one that is known to be on the disk.
    var lastCommit: Int
    var durableCommit: Int
    /// Held until the journal is closed.
    var lock: FileLock?
    /// The file's generation, and that of a replacement whose outcome is unknown.
    var generation: Int
    var attemptedGeneration: Int?
    /// The file when it was last looked at.
    var seenFile: FileVersion?
    /// How far the files were read to which other processes write, too; nil if none does.
    var followed: FollowedFiles?
    /// A model whose records were left out.
    var modelLeftOut: String? { followed?.records.modelLeftOut }
    /// The numbers that the process gives to new records, by the slots of their models.
    var numbers: [Int: OwnNumbers] = [:]
    /// Whether the tables do not have them as given yet.
    var hasNewNumbers = false
  }

  /// - Parameters:
  ///   - sharing: What becomes of commits that others overtake, in files that other processes write, too.
  ///   - process: The name of this process among them.
  init(
    _ file: URL, _ files: JournalFiles, _ state: consuming State, _ models: [any Model.Type],
    _ unknownColumns: UnknownColumns, _ options: JournalOptions, _ recovery: Recovery,
    sharing: Store.OvertakenPolicy? = nil, process: String? = nil
  ) {
    (self.file, self.files, self.models, self.unknownColumns) = (file, files, models, unknownColumns)
    (self.options, self.recovery, self.sharing) = (options, recovery, sharing)
    self.process = process.map { Changeset.Statement(process: $0) }
    self.state = Monitor(state)
    self.state.withLock { setCompactionLimit(&$0) }
  }

  deinit {
    do throws(LogError) { try state.withLock { state throws(LogError) in try state.writer?.close() } } catch {
      // Another process has compacted the store.
      if sharing != nil && error.isMissing { return }
      let reason = JournalError(error, file: files.name)
      Log.warning("\(reason) Commits may be missing: call close() before the store goes, which throws this.")
    }
  }

  /// Sets the store, which exists only after the journal.
  func attach(_ store: Store) { self.store.withLock { $0.store = store } }

  /// The store; nil once it is released.
  var liveStore: Store? { store.withLock { $0.store } }
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
