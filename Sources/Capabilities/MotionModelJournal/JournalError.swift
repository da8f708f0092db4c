import MotionModelStorage
import MotionModelValues
public import MotionModel

/// A store that could not be opened, saved or compacted. Its files are as they were.
@nonexhaustive
public enum JournalError: DescribedError, Hashable {
  /// The file is open already: in another process, whose id is given if it is known, or in this one. A store that is
  /// open gets this error too, when its files and its lock were removed, and another process has opened it since.
  case inUse(file: String, process: Int32?)
  /// Several processes cannot share the file, because locks do nothing on its disk.
  case noLocks(file: String)
  /// The process may not write the files, so it cannot share them.
  case notWritable(file: String)
  /// The store has its files for itself, so it cannot release its locks and continue later.
  case notShared(file: String)
  /// The system refuses to read or write; with its reason.
  case disk(file: String, reason: String)
  /// Another program has replaced the file of an opened store, or its journal. The store does not write over them.
  case replaced(file: String)
  /// A journal beside the file is that of another store, so its commits do not belong to these records.
  case otherStore(file: String, journal: String)
  /// A journal is missing that was there when the file was written, or between the file and the journals beside it.
  case missing(file: String, journal: String)
  /// A journal was changed after it was written, or does not fit the file; `place` is the position in bytes.
  case damaged(journal: String, place: Int64, reason: String)
  /// A commit in a journal cannot be read, though it is as it was written: it has records of a model that was not
  /// passed, or values that do not fit.
  case unreadable(journal: String, place: Int64, reason: String)
  /// The files do not have a commit, because it was not made, or is not kept; they have the available ones.
  case noCommit(file: String, commit: Int, available: ClosedRange<Int>)
  /// The files have records of an earlier version of a model, which only a process migrates that has them for itself.
  case needsMigration(file: String, model: String, version: Int, known: Int)
  /// The files have records of a model that this process does not know, so it can neither compact nor copy them.
  case unknownModel(file: String, model: String)
  /// There are already files of an opened store where a backup is to be written.
  case backupExists(file: String)
  /// The journal was closed.
  case closed(file: String)
  /// It cannot be done inside a transaction.
  case inTransaction(file: String)
}

extension JournalError {
  /// One sentence that names the file, the reason, and what to do.
  public var description: String {
    switch self {
    case .inUse(let file, let process):
      "The file \(file) cannot be opened or written, because \(process.map { "process \($0)" } ?? "another process") has "
        + "it open: close it there, or follow it."
    case .noLocks(let file):
      "The store \(file) cannot be shared, because locks do nothing on its disk: keep it on a disk of this machine."
    case .notWritable(let file):
      """
      The store \(file) cannot be shared, because this process may not write its files: permit it to write them and their folder, \
      or open the store with Store(following:models:), which only reads.
      """
    case .notShared(let file):
      "The store \(file) cannot release its locks, because it is open for this process alone: close it, or open it with sharing."
    case .disk(let file, let reason): "The store \(file) cannot be read or written: \(reason.behindColon)"
    case .replaced(let file):
      """
      The store \(file) cannot be written, because another program has replaced its files: move those away, or write the \
      records to another file with backup(to:).
      """
    case .otherStore(let file, let journal):
      "The journal \(journal) does not belong to the file \(file): put the file back that was there, or move the journal away."
    case .missing(let file, let journal):
      """
      The journal \(journal) of the file \(file) is missing: put it back, or open the store with onDamage: .recover to go on without \
      its commits and all later ones.
      """
    case .damaged(let journal, let place, let reason):
      """
      The journal \(journal) is damaged at byte \(place), because \(reason): open the store with onDamage: .recover to keep what \
      precedes it, or with .salvage to keep what follows, too.
      """
    case .unreadable(let journal, let place, let reason):
      "The commit at byte \(place) of the journal \(journal) cannot be read: \(reason.behindColon)"
    case .noCommit(let file, let commit, let available):
      """
      The store \(file) cannot be read as it was after commit \(commit), because its files have the commits \
      \(available.lowerBound) to \(available.upperBound).
      """
    case .needsMigration(let file, let model, let version, let known):
      """
      The store \(file) has records of \(model) in version \(version), and this program has version \(known): open the store with its \
      migrations first, while no other process has it open.
      """
    case .unknownModel(let file, let model):
      """
      The store \(file) cannot be compacted or copied by this process, because it has records of \(model), a model \
      that the process does not know: leave that to a process that knows it, or pass its type in models.
      """
    case .backupExists(let file):
      "The backup cannot be written to \(file), because a store with a journal is there: choose another name."
    case .closed(let file): "The store \(file) cannot be written, because it was closed."
    case .inTransaction(let file):
      "The store \(file) cannot be refreshed, compacted or closed inside a transaction: do it afterwards."
    }
  }
}

extension JournalError {
  /// Why a commit is refused behind ``Journal/close()``.
  static let closedReason = "It was closed."

  static let endsBeforeLaterJournal = "it ends there, though a later journal follows"

  /// Whether a journal is not there, or is not as it was written.
  var isDamage: Bool {
    switch self {
    case .damaged, .missing: true
    default: false
    }
  }

  init(_ needed: MigrationNeeded, file: String) {
    self = .needsMigration(file: file, model: needed.model, version: needed.version, known: needed.known)
  }

  /// The error of opening a file for writing that other processes write, too.
  init(sharing error: DiskError, file: String) {
    switch error.reason {
    case .notPermitted, .readOnly: self = .notWritable(file: file)
    default: self.init(error, file: file)
    }
  }

  init(_ error: DiskError, file: String) {
    switch error.reason {
    case .inUse(let process): self = .inUse(file: file, process: process)
    case .replaced: self = .replaced(file: file)
    default: self = .disk(file: file, reason: error.description)
    }
  }

  init(_ error: LogError, file: String) {
    switch error {
    case .disk(let error): self.init(error, file: file)
    case .damaged(let path, let damage):
      self = .damaged(journal: FilePath.name(of: path), place: damage.position, reason: damage.reason.description)
    case .damagedHeader(let path), .notALog(let path):
      self = .damaged(journal: FilePath.name(of: path), place: 0, reason: "it does not begin as a journal does")
    default: self = .disk(file: file, reason: error.description)
    }
  }
}
