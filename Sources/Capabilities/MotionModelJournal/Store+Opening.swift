public import Foundation
public import MotionModel
package import MotionModelStorage

extension Store {
  /// Opens a file, and creates a store with its records. Each commit of the store is written to a journal beside the
  /// file.
  ///
  /// ```swift
  /// let store = try Store(file: URL(filePath: "shop.motionmodel"), models: [Artist.self, Album.self])
  /// try store.table(Artist.self).create { $0.name = "Miles" }     // it is on the disk when this returns
  /// ```
  ///
  /// One process at a time may open a file. If there is none, it is created.
  ///
  /// - Parameters:
  ///   - file: The file, in the compact format. It may be one that ``Store/save(to:as:coding:)`` wrote.
  ///   - models: The models whose records the file may have. It may also have the values of keys.
  ///   - durability: When commits are on the disk.
  ///   - visibility: When readers see commits.
  ///   - history: Which commits can still be read after the store was compacted.
  ///   - compaction: When the store is compacted by itself.
  ///   - migrations: The migrations of records of earlier versions. If one is applied, copies of the files are kept
  ///     beside them, as `shop.before-migration.motionmodel`. So they are when history is kept and a column or model
  ///     has another name than in the files.
  ///   - unknownColumns: What happens to columns in the files that a model does not have.
  ///   - damage: What happens if a journal was changed after it was written.
  ///   - clock: Returns the current time, for timestamps.
  ///   - ids: Generates ids.
  ///   - notificationCenter: The center to which notifications are posted; nil for a store that posts none.
  ///   - adapters: The adapters for models whose records are not in memory, and not in the file.
  ///   - coding: How the file and its journals are encoded, for example encrypted; see `ByteCoding`.
  /// - Throws: ``JournalError``; `FileError` for the file itself; `MigrationError`; `StoreError` when records of the
  ///   file have the same value in a unique column. Nothing is changed then.
  /// - Complexity: O(*n*) in the number of records and of commits in the journal.
  public convenience init(
    file: URL, models: [any Model.Type], durability: Durability = .everyCommit,
    visibility: CommitVisibility = .whenWritten, history: KeptHistory = .none,
    compaction: CompactionPolicy = .automatic, migrations: [Migration] = [], unknownColumns: UnknownColumns = .keep,
    onDamage damage: DamagePolicy = .refuse, clock: @escaping @Sendable () -> Date = { Date() },
    ids: IDGenerator = .standard, notificationCenter: NotificationCenter? = .default,
    adapters: [any StorageAdapter] = [], coding: (any ByteCoding)? = nil
  ) throws {
    try self.init(
      file: file, in: DiskFiles(), models: models, durability: durability, visibility: visibility, history: history,
      compaction: compaction, migrations: migrations, unknownColumns: unknownColumns, onDamage: damage, clock: clock,
      ids: ids, notificationCenter: notificationCenter, adapters: adapters, coding: coding)
  }

  /// Opens a file on any file system.
  package convenience init(
    file: URL, in system: any FileSystem, models: [any Model.Type], durability: Durability = .everyCommit,
    visibility: CommitVisibility = .whenWritten, history: KeptHistory = .none,
    compaction: CompactionPolicy = .automatic, migrations: [Migration] = [], unknownColumns: UnknownColumns = .keep,
    onDamage damage: DamagePolicy = .refuse, clock: @escaping @Sendable () -> Date = { Date() },
    ids: IDGenerator = .standard, notificationCenter: NotificationCenter? = .default,
    adapters: [any StorageAdapter] = [], coding: (any ByteCoding)? = nil
  ) throws {
    let options = JournalOptions(
      durability: durability, visibility: visibility, history: history, compaction: compaction)
    var opening = try Opening(file, models, migrations, unknownColumns, damage, coding, in: system)
    // Defaults of columns, and documents, may ask the store in use, which does not exist yet.
    let journal = try Store.with(Store(notificationCenter: nil)) { try opening.journal(options) }
    self.init(
      opening.records, log: journal, clock: clock, ids: ids, notificationCenter: notificationCenter, adapters: adapters)
    journal.attach(self)
    try runLoadHooks(of: models)
  }

  /// The journal of an opened store; nil for a store that is only in memory, also for a snapshot or a branch.
  public var journal: Journal? { log as? Journal }
}
