import Foundation
import MotionModel
import MotionModelStorage

/// Opens the files of a store: reads them, and decides how they go on.
struct Opening {
  private let file: URL
  private var files: JournalFiles
  private let lock: FileLock
  private let damagePolicy: DamagePolicy
  private let models: [any Model.Type]
  private let unknown: UnknownColumns
  private(set) var records: StoredRecords

  init(
    _ file: URL, _ models: [any Model.Type], _ migrations: [Migration], _ unknown: UnknownColumns,
    _ damagePolicy: DamagePolicy, _ coding: (any ByteCoding)?, lock: FileLock? = nil,
    leavesOutModels: Bool = false, in system: any FileSystem
  ) throws {
    let path = try file.filePath
    var names: Set<String> = []
    // Two types may have one name, in two modules, or one may be passed twice.
    let models = Array(Dictionary(models.map { (ObjectIdentifier($0), $0) }) { first, _ in first }.values)
    (self.models, self.unknown) = (models, unknown)
    if let model = models.map({ String(describing: $0) }).first(where: { !names.insert($0).inserted }) {
      throw FileError.sameName(file: file.lastPathComponent, model: model)
    }
    (self.file, self.damagePolicy) = (file, damagePolicy)
    (files, self.lock) = try MotionModelJournal.onDisk(file.lastPathComponent) { () throws(DiskError) in
      try JournalFiles.locked(path, coding, lock, in: system)
    }
    records = StoredRecords(
      of: models, migrations: migrations, unknown: unknown, leavesOutModels: leavesOutModels)
    try onDisk { () throws(DiskError) in try files.removeLeftovers() }
  }

  /// Reads everything, and returns the journal that takes the commits from now on.
  ///
  /// Until all is read, migrated and checked, the files stay as they are.
  mutating func journal(_ options: JournalOptions) throws -> Journal {
    var (found, isMigrated) = try read()
    files.store = found.store
    try records.checkUniqueness()
    // Commits of the store keep up what holds between records. Files that others wrote, migrations and lost commits do
    // not.
    if isMigrated || !found.isOpenedStore { try records.checkParents() }
    let mayMiscount =
      isMigrated || !found.isOpenedStore || found.recovery.damage != nil || records.hasDerivedColumns
    // What is counted may have been left out.
    let isRecounted = try mayMiscount && records.modelLeftOut == nil && records.recount()
    let isNew = records.closeGaps() || isRecounted || records.usesFormerNames || isMigrated || !found.damaged.isEmpty
    if isNew || !found.isOpenedStore, let model = records.modelLeftOut {
      throw FileError.unknownModel(file: files.name, model: model)
    }
    // Copied while they are still needed, because the next process that opens the store removes needless journals. They
    // are needed until the new snapshot is there, so they are not renamed.
    try onDisk { () throws(DiskError) in for number in found.damaged { try files.keepCopy(ofJournal: number) } }
    let log = try found.log.map { try continued($0, &found.recovery) }
    if try isMigrated || (isNew && hasHistory(found, options.history)) {
      let name = isMigrated || found.damaged.isEmpty ? Migration.backupName : Self.recoveryName
      try onLog { () throws(LogError) in
        try files.keepAll(
          called: name, files.path, found.first, isFollowed: found.damaged.first == found.first, without: found.damaged)
      }
    }
    let (next, number) = try next(found, log, isNew: isNew)
    lock.keepFile()
    let state = Journal.State(
      writer: LogWriter(next.take(), policy: options.durability.policy), number: number, encoder: records.encoder,
      lastCommit: records.commits, durableCommit: records.commits, lock: lock,
      generation: found.isOpenedStore && !isNew ? found.first : number)
    return Journal(file, files, state, models, unknown, options, found.recovery)
  }

  /// Reads the files; if they are of an earlier version, reads them again without types, and migrates the records.
  private mutating func read() throws -> (FoundFiles, isMigrated: Bool) {
    do {
      var typed = StoreReader(files, into: records, damagePolicy)
      let found = try typed.read()
      records = typed.content
      return (found, false)
    } catch is MigrationNeeded {}
    var untyped = StoreReader(files, into: UntypedRecords(idColumns: records.idColumns), damagePolicy)
    let found = try untyped.read()
    try records.load(untyped.content, file: files.name)
    return (found, true)
  }

  // MARK: - Continuing

  private func continued(_ reader: LogReader, _ recovery: inout Recovery) throws -> OpenLog {
    let log = OpenLog(try onLog { () throws(LogError) in try LogFile(continuing: reader) })
    if let repair = log.repair {
      recovery.cutOff = Recovery.CutOff(count: Int(clamping: repair.count), copy: repair.copy.map(FilePath.name))
    }
    return log
  }

  /// What a copy of the files is called of which a journal is damaged.
  private static let recoveryName = "before-recovery"

  /// Whether the files have, or are to have, commits from before the snapshot.
  private func hasHistory(_ found: FoundFiles, _ history: KeptHistory) throws -> Bool {
    try found.isOpenedStore && (history != .none || onDisk(files.snapshots).contains { $0 < found.first })
  }

  /// Returns the journal that takes the next commits, and its number: the last one, or a new one, if need be behind a
  /// new snapshot.
  private mutating func next(
    _ found: FoundFiles, _ log: OpenLog?, isNew: Bool
  ) throws -> (log: OpenLog, number: Int) {
    if !found.isOpenedStore { return (try beginAnew(0), 0) }
    if isNew { return (try beginAnew(found.last + 1), found.last + 1) }
    // What a process left that ended between replacing the file and removing the journals before it.
    try onDisk { () throws(DiskError) in try files.removeNeedlessJournals(below: found.first) }
    if let log { return (log, found.last) }
    records.beginJournal()
    return (try created(found.last), found.last)
  }

  /// Writes the records to a new snapshot, with a new journal behind it.
  ///
  /// The journal is written first, so a snapshot never names a journal that was not written. If the process ends in
  /// between, the next one finds an unused journal.
  private mutating func beginAnew(_ number: Int) throws -> OpenLog {
    records.beginJournal()
    let log = try created(number)
    do throws(SnapshotError) {
      try records.write(
        to: files.path, of: files.store, generation: number, hasJournal: true, files.coding, in: files.files)
    } catch {
      // The journal stays: the file may have been replaced, though its folder was not flushed.
      switch error {
      case .coding(let error): throw error
      case .disk(let error): throw JournalError(error, file: files.name)
      case .value(let error): throw error
      }
    }
    try onDisk { () throws(DiskError) in try files.remove(below: number) }
    return log
  }

  private func created(_ number: Int) throws -> OpenLog {
    try onLog { () throws(LogError) in OpenLog(try files.createJournal(number)) }
  }

  // MARK: - Errors

  private func onDisk<Value>(_ body: () throws(DiskError) -> Value) throws(JournalError) -> Value {
    try MotionModelJournal.onDisk(files.name, body)
  }

  private func onLog<Value: ~Copyable>(_ body: () throws(LogError) -> Value) throws(JournalError) -> Value {
    try MotionModelJournal.onLog(files.name, body)
  }
}

/// A log on its way to the journal that owns it: structures that cannot be copied cannot be in a tuple.
final class OpenLog {
  private var log: LogFile?
  let repair: LogRepair?

  init(_ log: consuming LogFile) {
    repair = log.repair
    self.log = consume log
  }

  /// Gives the log away, once.
  func take() -> LogFile {
    guard let log = log.take() else { preconditionFailure("a log that was given away") }
    return log
  }
}
