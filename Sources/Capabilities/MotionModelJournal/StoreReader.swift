import Foundation
import MotionModel
import MotionModelStorage

/// What the files of a store are read into: records with the types of their models, or without.
protocol StoreContent {
  associatedtype Commit

  /// Reads a snapshot.
  ///
  /// - Returns: What it says of the store; nil for a file that is not the snapshot of an opened store.
  mutating func load(_ file: SnapshotFile) throws -> SnapshotInfo?
  /// Begins to read another journal.
  mutating func beginJournal()
  /// Applies a commit.
  @discardableResult mutating func apply(_ commit: [UInt8]) throws(CommitFault) -> Commit
  /// Notes that commits of the journal are missing. If a later one is refused, the content must be discarded.
  mutating func noteGap()
}

extension StoredRecords: StoreContent {}
extension UntypedRecords: StoreContent {}

/// Reads the files of a store that is locked: the snapshot, and the journals that follow it.
///
/// It writes nothing, and removes only journals that were never used.
struct StoreReader<Content: StoreContent> {
  private(set) var content: Content
  private var files: JournalFiles
  private let damagePolicy: DamagePolicy
  private var found: FoundFiles
  /// Whether the first journal behind the snapshot must be there.
  private var hasJournal = false

  init(_ files: JournalFiles, into content: Content, _ damagePolicy: DamagePolicy) {
    (self.files, self.content, self.damagePolicy) = (files, content, damagePolicy)
    found = FoundFiles(store: files.store)
  }

  /// Reads everything.
  ///
  /// - Throws: ``MigrationNeeded`` for records of an earlier version, if the content has the types of models.
  mutating func read() throws -> FoundFiles {
    try readSnapshot()
    let following = try journals(from: found.first)
    found.last = following.last ?? found.first
    if following.isEmpty && hasJournal { try orRecover { reader in try reader.noteMissing(reader.found.first) } }
    for (index, number) in following.enumerated() {
      try orRecover { reader in
        let expected = index == 0 ? reader.found.first : following[index - 1] + 1
        if number != expected { try reader.noteMissing(expected) }
        reader.found.log = try reader.read(number, isLast: index == following.count - 1)
      }
      if found.recovery.damage == nil { continue }
      found.log = nil
      if found.damaged.isEmpty { found.damaged = Array(following[index...]) }
      if damagePolicy == .recover { break }
    }
    return found
  }

  /// Calls `body`. With the policy `recover`, damage that it throws is noted instead.
  private mutating func orRecover(_ body: (inout Self) throws -> Void) throws {
    do { try body(&self) } catch let error as JournalError where error.isDamage && damagePolicy == .recover {
      found.recovery.damage = error
    }
  }

  private mutating func noteMissing(_ number: Int) throws(JournalError) {
    try note(.missing(file: files.name, journal: FilePath.name(of: files.journal(number))))
  }

  // MARK: - The snapshot

  private mutating func readSnapshot() throws {
    if let info = try snapshot() {
      (found.isOpenedStore, found.store, found.first) = (true, info.store, info.generation)
      (files.store, hasJournal) = (info.store, info.hasJournal)
    } else if let journal = try journals(from: 0).first {
      throw JournalError.otherStore(file: files.name, journal: FilePath.name(of: files.journal(journal)))
    }
  }

  private mutating func snapshot() throws -> SnapshotInfo? {
    let file = try onDisk(files.name) { () throws(DiskError) in
      try files.files.exists(files.path) ? files.files.open(files.path, .reading) : nil
    }
    return try file.flatMap { try content.load(SnapshotFile($0, files.coding, name: files.name)) }
  }

  // MARK: - The journals

  /// Returns the numbers of the journals from `first` on. Unused journals at the end are removed, except the one that
  /// the snapshot names.
  ///
  /// A journal is created before its predecessor is flushed for the last time, or before the file is replaced, and is
  /// used afterwards. So the predecessor of an unused journal may be torn, and takes the next commits.
  private func journals(from first: Int) throws -> [Int] {
    var numbers = try onDisk(files.name) { () throws(DiskError) in try files.journals().filter { $0 >= first } }
    while let last = numbers.last, last > first || !found.isOpenedStore, try isUnused(last) {
      try onDisk(files.name) { () throws(DiskError) in try files.files.remove(files.journal(last)) }
      numbers.removeLast()
    }
    return numbers
  }

  private func isUnused(_ number: Int) throws -> Bool {
    // Errors are reported later, when the journal is read.
    guard var log = try? LogReader(files.journal(number), in: files.files) else { return false }
    return try onLog(files.name) { () throws(LogError) in try log.next() == nil && log.end == .clean }
  }

  /// Applies the commits of one journal; with the policy `salvage`, also commits behind damage.
  ///
  /// - Returns: The journal, read to its end; nil if it does not begin as a journal does, which is noted.
  private mutating func read(_ number: Int, isLast: Bool) throws -> LogReader? {
    let path = files.journal(number)
    let opened = Result { () throws(JournalError) in
      try onLog(files.name) { () throws(LogError) in try LogReader(path, in: files.files) }
    }
    if case .failure(let error) = opened { try note(error) }
    guard case .success(let log) = opened else { return nil }
    guard log.header.base == files.base else {
      throw JournalError.otherStore(file: files.name, journal: FilePath.name(of: path))
    }
    content.beginJournal()
    var source = CommitSource(log, of: files)
    repeat {
      try readCommits(of: &source, isLast: isLast)
    } while try onLog(files.name) { () throws(LogError) in try source.resume() }
    return source.log
  }

  /// Applies the commits of a journal up to its end, or to damage, which is noted.
  private mutating func readCommits(of source: inout CommitSource, isLast: Bool) throws {
    let journal = FilePath.name(of: source.log.path)
    while let (commit, position) = try nextCommit(of: &source) {
      do throws(CommitFault) { try apply(commit) } catch {
        if let needed = error.needsMigration { throw needed }
        if found.recovery.damage == nil {
          throw JournalError.unreadable(journal: journal, place: position, reason: error.description)
        }
        found.recovery.leftOut += 1
        continue
      }
      found.recovery.commits += 1
    }
    switch source.log.end {
    case .damaged(let damage): try note(JournalError(.damaged(path: source.log.path, damage), file: files.name))
    case .torn(let position, _) where !isLast:
      // It was flushed before the next one was used.
      try note(.damaged(journal: journal, place: position, reason: JournalError.endsBeforeLaterJournal))
    default: break
    }
  }

  private mutating func nextCommit(
    of source: inout CommitSource
  ) throws(JournalError) -> (bytes: [UInt8], position: Int64)? {
    while true {
      do throws(JournalError) { return try source.next() } catch {
        guard case .unreadable = error, found.recovery.damage != nil else { throw error }
        found.recovery.leftOut += 1
      }
    }
  }

  private mutating func apply(_ commit: [UInt8]) throws(CommitFault) {
    // A commit that does not fit would leave the content half changed.
    let before = found.recovery.damage == nil ? nil : content
    do throws(CommitFault) { try content.apply(commit) } catch {
      if let before { content = before }
      throw error
    }
  }

  /// Notes damage, behind which reading continues; throws it unless the policy is `salvage`.
  private mutating func note(_ damage: JournalError) throws(JournalError) {
    guard damage.isDamage && damagePolicy == .salvage else { throw damage }
    found.recovery.damage = found.recovery.damage ?? damage
    content.noteGap()
  }
}

/// What was found in the files of a store, besides the records.
struct FoundFiles {
  /// Whether the file is that of an opened store. Otherwise there is none, or a store saved it that was not opened.
  var isOpenedStore = false
  /// The store, which its journals name.
  var store: UUID
  /// The number of the first journal behind the snapshot.
  var first = 0
  /// The number of the last journal; that of the first one if there is none.
  var last = 0
  /// The last journal; nil if there is none, or a journal is damaged.
  var log: LogReader?
  /// The numbers of the first damaged journal and of all later ones.
  var damaged: [Int] = []
  var recovery = Recovery()
}
