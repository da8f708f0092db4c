public import Foundation
public import MotionModel
package import MotionModelStorage

extension Store {
  /// Opens a file that other processes read and write at the same time, and creates a store with its records.
  ///
  /// ```swift
  /// let store = try Store(sharing: URL(filePath: "shop.motionmodel"), models: [Artist.self, Album.self])
  /// try store.table(Album.self).create { $0.title = "Kind of Blue" }     // others have it in milliseconds
  /// ```
  ///
  /// Each process opens the file so. Each has all records in memory, appends its commits to the journal, and reads the
  /// commits of other processes: observers, live results and histories have them, with `changeset.metadata.process`.
  /// Hooks run in the process that makes a commit. See <doc:Sharing>.
  ///
  /// - Parameters:
  ///   - file: The file, on a disk of this machine. If there is none, it is created.
  ///   - models: The models whose records the file may have.
  ///   - leavesOutModels: Whether the file may have records of other models, too. They stay in the file, and this
  ///     process neither has nor changes them.
  ///   - durability: When commits of this process are on the disk.
  ///   - overtaken: What becomes of a transaction when another process has committed since it began. By default, its
  ///     body runs again.
  ///   - history: Which commits can still be read after this process has compacted the store.
  ///   - compaction: When this process compacts the store by itself.
  ///   - migrations: The migrations of records of earlier versions. They are applied if no other process has the file
  ///     open.
  ///   - unknownColumns: What happens to columns in the files that a model does not have.
  ///   - damage: What happens if a journal was changed after it was written, and no other process has the file open.
  ///   - process: What the commits of this process are called.
  ///   - clock: Returns the current time, for timestamps.
  ///   - ids: Generates ids.
  ///   - notificationCenter: The center to which notifications are posted; nil for a store that posts none.
  ///   - coding: How the file and its journals are encoded, the same in all processes.
  /// - Throws: ``JournalError``, also if a process has the file open for itself; `FileError` for the file itself;
  ///   `MigrationError`; `StoreError` when records have the same value in a unique column.
  /// - Complexity: O(*n*) in the number of records and of commits in the journal; twice for the first process.
  public convenience init(
    sharing file: URL, models: [any Model.Type], leavesOutModels: Bool = false,
    durability: Durability = .everyCommit, overtaken: Store.OvertakenPolicy = .runAgain(atMost: 64),
    history: KeptHistory = .none, compaction: CompactionPolicy = .automatic,
    migrations: [Migration] = [], unknownColumns: UnknownColumns = .keep, onDamage damage: DamagePolicy = .refuse,
    process: String = ProcessInfo.processInfo.processName, clock: @escaping @Sendable () -> Date = { Date() },
    ids: IDGenerator = .standard, notificationCenter: NotificationCenter? = .default,
    coding: (any ByteCoding)? = nil
  ) throws {
    try self.init(
      sharing: file, in: DiskFiles(), models: models, leavesOutModels: leavesOutModels, durability: durability,
      overtaken: overtaken, history: history, compaction: compaction, migrations: migrations,
      unknownColumns: unknownColumns, onDamage: damage,
      process: process, clock: clock, ids: ids, notificationCenter: notificationCenter, coding: coding)
    journal?.watch()
  }

  /// Opens a file on any file system. Other commits are read before each transaction, and when the store is refreshed.
  package convenience init(
    sharing file: URL, in system: any FileSystem, models: [any Model.Type], leavesOutModels: Bool = false,
    durability: Durability = .everyCommit, overtaken: Store.OvertakenPolicy = .runAgain(atMost: 64),
    history: KeptHistory = .none, compaction: CompactionPolicy = .automatic,
    migrations: [Migration] = [], unknownColumns: UnknownColumns = .keep, onDamage damage: DamagePolicy = .refuse,
    process: String = "test", clock: @escaping @Sendable () -> Date = { Date() }, ids: IDGenerator = .standard,
    notificationCenter: NotificationCenter? = nil, coding: (any ByteCoding)? = nil
  ) throws {
    let (path, name) = (try file.filePath, file.lastPathComponent)
    let options = JournalOptions(durability: durability, history: history, compaction: compaction)
    let lock = try Self.shareLock(of: path, in: system)
    var recovery = Recovery()
    if lock.isAlone {
      if try !onDisk(name, lock.isKept) { throw JournalError.noLocks(file: name) }
      var opening = try Opening(
        file, models, migrations, unknownColumns, damage, coding, lock: lock, leavesOutModels: leavesOutModels,
        in: system)
      let journal = try Store.with(Store(notificationCenter: nil)) { try opening.journal(options) }
      try journal.close()
      recovery = journal.recovery
      try onDisk(name, lock.share)
    }
    var followed = FollowedFiles(
      path, in: system, models, unknownColumns, coding, sharing: durability.policy, leavesOutModels: leavesOutModels)
    let records = try Store.with(Store(notificationCenter: nil)) { try followed.reload(in: nil) }
    try records.checkUniqueness()
    guard let files = followed.files, let writer = followed.writer else {
      throw JournalError.missing(file: name, journal: name + ".journal-\(followed.number)")
    }
    let number = UInt32(truncatingIfNeeded: Randomness.bits())
    let state = Journal.State(
      writer: writer, number: followed.number, encoder: followed.records.encoder, lastCommit: records.commits,
      durableCommit: records.commits, lock: lock, generation: 0, followed: followed)
    let journal = Journal(
      file, files, state, models, unknownColumns, options, recovery, sharing: overtaken,
      process: "\(process) \(ProcessInfo.processInfo.processIdentifier) \(number)")
    self.init(
      records, log: journal, clock: clock, ids: ids, notificationCenter: notificationCenter, adapters: [])
    journal.attach(self)
    try runLoadHooks(of: models)
  }

  /// Takes the lock, which the first process has alone.
  private static func shareLock(of path: String, in system: any FileSystem) throws -> FileLock {
    var attempt = 0
    while true {
      attempt += 1
      do throws(DiskError) {
        let lock = try FileLock(sharing: path, in: system)
        // The first process may have ended before it had created the file.
        if lock.isAlone || attempt > 20 { return lock }
        if try system.exists(system.destination(of: path)) { return lock }
      } catch { throw JournalError(sharing: error, file: FilePath.name(of: path)) }
      pause(beforeRetry: min(attempt, 3))
    }
  }
}
