import Foundation
import MotionModel
import MotionModelStorage

/// Reads the files of a store: the snapshot, and the journals that follow it.
struct Opening {
  private let file: URL
  private var files: JournalFiles
  private let lock: FileLock
  private let damagePolicy: DamagePolicy
  private let models: [any Model.Type]
  private let unknown: UnknownColumns
  private(set) var records: StoredRecords
  /// The records as they are, without the types of their models, while files of an earlier version are read.
  private var untyped: UntypedRecords?
  /// What is read, before anything is read into it.
  private let empty: () -> StoredRecords
  private var recovery = Recovery()

  init(
    _ file: URL, _ models: [any Model.Type], _ migrations: [Migration], _ unknown: UnknownColumns,
    _ damagePolicy: DamagePolicy, _ coding: (any ByteCoding)?, in system: any FileSystem
  ) throws {
    let path = file.path(percentEncoded: false)
    var names: Set<String> = []
    // Two types may have one name, in two modules, or one may be passed twice.
    let models = Array(Dictionary(models.map { (ObjectIdentifier($0), $0) }) { first, _ in first }.values)
    (self.models, self.unknown) = (models, unknown)
    if let model = models.map({ String(describing: $0) }).first(where: { !names.insert($0).inserted }) {
      throw FileError.sameName(file: file.lastPathComponent, model: model)
    }
    (self.file, self.damagePolicy) = (file, damagePolicy)
    (files, lock) = try MotionModelJournal.onDisk(file.lastPathComponent) { () throws(DiskError) in
      (try JournalFiles(path, coding, in: system), try FileLock(of: path, in: system))
    }
    empty = { StoredRecords(of: models, migrations: migrations, unknown: unknown) }
    records = empty()
    try onDisk { () throws(DiskError) in try files.removeLeftovers() }
  }

  /// Reads everything, and returns the journal that takes the commits from now on.
  mutating func journal(_ options: JournalOptions) throws -> Journal {
    var (first, found, number) = try readFiles()
    try records.checkUniqueness()
    if untyped != nil { try keepBackup(from: first) }
    let mustBeginAnew = records.closeGaps() || records.usesFormerNames || untyped != nil
    if mustBeginAnew { number += 1 }
    let log: OpenLog
    if let found, !mustBeginAnew { log = found } else { log = try beginAnew(number) }
    // What a process left that ended between replacing the file and removing the journals before it.
    try onDisk { () throws(DiskError) in try files.removeNeedlessJournals(below: first) }
    return Journal(
      file, files, log.take(), number: number, commits: records.commits, records.encoder, lock: lock, models, unknown,
      options, recovery)
  }

  /// Reads the snapshot and the journals; if they are of an earlier version, once more without types.
  ///
  /// - Returns: The number of the first journal behind the snapshot, the journal that takes commits, and its number.
  ///   Without a journal, the store begins anew.
  private mutating func readFiles() throws -> (first: Int, log: OpenLog?, number: Int) {
    do {
      let first = try readSnapshot()
      let (log, number) = try readJournals(from: first)
      return (first, log, number)
    } catch is MigrationNeeded {
      (records, recovery) = (empty(), Recovery())
      let bytes = try files.decoded(onDisk { () throws(DiskError) in try files.files.bytes(of: files.path) })
      untyped = try UntypedRecords(bytes, file: files.name, idColumns: records.idColumns)
    }
    let first = try readSnapshot()
    let (log, number) = try readJournals(from: first)
    if let untyped { try records.load(untyped, file: files.name) }
    return (first, log, number)
  }

  /// Copies the files of an earlier version, before they are replaced by those of the present one. The snapshot is copied
  /// last: without it, the other copies belong to an attempt that ended in between.
  private func keepBackup(from first: Int) throws {
    try onDisk { () throws(DiskError) in
      let copy = try files.files.freePath(forCopyOf: files.path, called: Migration.backupName)
      for number in try files.journals() where number >= first {
        try files.files.copy(files.journal(number), to: "\(copy).journal-\(number)")
      }
      try files.files.copy(files.path, to: copy)
    }
  }

  // MARK: - The snapshot

  /// - Returns: The number of the first journal that follows.
  private mutating func readSnapshot() throws -> Int {
    let (path, system) = (files.path, files.files)
    let exists = try onDisk { () throws(DiskError) in try system.exists(path) }
    if let untyped {
      if let info = untyped.info {
        files.store = info.store
        return info.generation
      }
    } else if exists {
      let file = try onDisk { () throws(DiskError) in try system.open(path, .reading) }
      if let info = try records.load(SnapshotFile(file, files.coding, name: files.name)) {
        files.store = info.store
        return info.generation
      }
    }
    let journals = try onDisk { () throws(DiskError) in try files.journals() }
    if let journal = journals.first {
      throw JournalError.otherStore(file: files.name, journal: FilePath.name(of: files.journal(journal)))
    }
    // A new file, or one that was saved by a store that was not opened.
    if untyped == nil { try write(generation: 0) }
    return 0
  }

  private func write(generation: Int) throws {
    do throws(SnapshotError) {
      try records.write(to: files.path, of: files.store, generation: generation, files.coding, in: files.files)
    } catch {
      switch error {
      case .coding(let error): throw error
      case .disk(let error): throw JournalError(error, file: files.name)
      case .value(let error): throw error
      }
    }
  }

  // MARK: - The journals

  /// Applies all commits.
  ///
  /// - Returns: The journal that takes the next ones, and its number. There is none if there was none, and the records
  ///   are yet to be migrated: it would not belong to the file if the migration failed.
  private mutating func readJournals(from first: Int) throws -> (OpenLog?, number: Int) {
    let following = try followingJournals(first)
    for (index, number) in following.enumerated() {
      if number != first + index {
        throw JournalError.missing(file: files.name, journal: FilePath.name(of: files.journal(first + index)))
      }
      let isLast = index == following.count - 1
      do {
        let reader = try read(number, isLast: isLast)
        if isLast { return (try continued(reader), number) }
      } catch let error as JournalError where error.isDamage && damagePolicy == .recover {
        return try recovered(from: error, Array(following[index...]))
      }
    }
    if untyped != nil { return (nil, first) }
    records.beginJournal()
    let log = try onLog { () throws(LogError) in OpenLog(try files.createJournal(first)) }
    return (log, first)
  }

  /// Returns the numbers of the journals that follow a snapshot, and removes those at the end that were never used.
  ///
  /// A journal is created before the one before it is flushed for the last time, and used afterwards. So the one before
  /// an unused one may be torn, and takes the next commits.
  private func followingJournals(_ first: Int) throws -> [Int] {
    var numbers = try onDisk { () throws(DiskError) in try files.journals().filter { $0 >= first } }
    while numbers.count > 1, let last = numbers.last, try isUnused(last) {
      try onDisk { () throws(DiskError) in try files.files.remove(files.journal(last)) }
      numbers.removeLast()
    }
    return numbers
  }

  private func isUnused(_ number: Int) throws -> Bool {
    // What is wrong with it is said when it is read.
    guard var reader = try? LogReader(files.journal(number), in: files.files) else { return false }
    return try onLog { () throws(LogError) in try reader.next() == nil && reader.end == .clean }
  }

  /// Applies the commits of one journal.
  private mutating func read(_ number: Int, isLast: Bool) throws -> LogReader {
    let path = files.journal(number)
    var reader = try onLog { () throws(LogError) in try LogReader(path, in: files.files) }
    guard reader.header.base == files.base else {
      throw JournalError.otherStore(file: files.name, journal: FilePath.name(of: path))
    }
    records.beginJournal()
    untyped?.beginJournal()
    var source = CommitSource(reader, of: files)
    while let (commit, position) = try source.next() {
      do throws(CommitFault) { try apply(commit) } catch {
        if error.needsMigration { throw MigrationNeeded() }
        throw JournalError.unreadable(journal: FilePath.name(of: path), place: position, reason: error.description)
      }
      recovery.commits += 1
    }
    reader = source.log
    switch reader.end {
    case .damaged(let damage): throw JournalError(.damaged(path: path, damage), file: files.name)
    case .torn(let position, _) where !isLast:
      // It was flushed before the next one was used.
      throw JournalError.damaged(
        journal: FilePath.name(of: path), place: position, reason: JournalError.endsBeforeLaterJournal)
    default: return reader
    }
  }

  private mutating func apply(_ commit: [UInt8]) throws(CommitFault) {
    if untyped == nil { _ = try records.apply(commit) } else { try untyped?.apply(commit) }
  }

  private mutating func continued(_ reader: LogReader) throws -> OpenLog {
    let log = OpenLog(try onLog { () throws(LogError) in try LogFile(continuing: reader) })
    if let repair = log.repair {
      recovery.cutOff = Recovery.CutOff(count: Int(repair.count), copy: FilePath.name(of: repair.copy))
    }
    return log
  }

  /// Begins anew with what precedes the damage.
  private mutating func recovered(from damage: JournalError, _ lost: [Int]) throws -> (OpenLog?, number: Int) {
    recovery.damage = damage
    // Kept before they are needless, because whoever opens the store next removes needless journals. They are needed
    // until the new snapshot is there, so they are copied and not renamed.
    try onDisk { () throws(DiskError) in
      for number in lost { try files.keepCopy(ofJournal: number) }
    }
    let number = (lost.last ?? 0) + 1
    // While records are yet to be migrated, there is no snapshot of them.
    return (untyped == nil ? try beginAnew(number) : nil, number)
  }

  /// Writes the records to a new snapshot, with a new journal behind it.
  ///
  /// The snapshot is first: beside a file that was saved, a journal would belong to no store if the process ended then.
  private mutating func beginAnew(_ number: Int) throws -> OpenLog {
    records.beginJournal()
    try write(generation: number)
    let log = try onLog { () throws(LogError) in OpenLog(try files.createJournal(number)) }
    try onDisk { () throws(DiskError) in try files.remove(below: number) }
    return log
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
