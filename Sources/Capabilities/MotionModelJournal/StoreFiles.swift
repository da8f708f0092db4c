import Foundation
import MotionModel
import MotionModelStorage

/// The files of a store at one moment, for reading without the lock.
///
/// The last snapshot and the journals behind it are open as long as this value is there, so they can be read also when
/// the store is written and compacted meanwhile: removed files stay until they are closed. What is kept of the history
/// before them is opened when it is read, one file at a time, because there may be thousands of files.
struct StoreFiles: Sendable {
  let files: JournalFiles
  /// The file of the store.
  let last: Snapshot
  /// What the kept snapshots say, in order.
  let kept: [SnapshotInfo]
  /// The numbers of the journals that lead from the first kept snapshot to the last one, in order and without a gap.
  let earlier: [Int]
  /// The journals behind the last snapshot, in order and without a gap.
  let journals: [Journal]

  struct Snapshot: Sendable {
    let file: any OpenFile
    let info: SnapshotInfo
  }

  struct Journal: Sendable {
    let number: Int
    let log: LogReader
  }

  /// Opens the files of a store, which another process may have open.
  init(_ path: String, _ coding: (any ByteCoding)?, in system: any FileSystem) throws {
    let files = try onDisk(FilePath.name(of: path)) { () throws(DiskError) in try JournalFiles(path, coding, in: system)
    }
    // Opening throws what keeps it from being read.
    func info() -> SnapshotInfo? { try? files.info(of: files.path) }
    var (before, opened) = (info(), Result { try StoreFiles(opening: files) })
    // Another process may replace and remove files between two calls. What was opened meanwhile may not belong
    // together, or lack a part of the history that was removed just before it was opened.
    for _ in 0..<100 {
      let after = info()
      if after == before { break }
      (before, opened) = (after, Result { try StoreFiles(opening: files) })
    }
    self = try opened.get()
  }

  /// Opens files that are not changed meanwhile.
  init(opening files: JournalFiles) throws {
    var files = files
    let file = try onDisk(files.name) { () throws(DiskError) in try files.files.open(files.path, .reading) }
    // A file that was saved has no journals.
    let info = try files.info(of: file) ?? SnapshotInfo(store: UUID(), generation: 0, commits: 0)
    files.store = info.store
    let numbers = try onDisk(files.name, files.journals).filter { $0 >= info.historyStart }
    (self.files, last) = (files, Snapshot(file: file, info: info))
    journals = try Self.openJournals(numbers.filter { $0 >= info.generation }, behind: info, of: files)
    let earlier = try Self.history(numbers.filter { $0 < info.generation }, before: info, of: files)
    kept = try Self.keptSnapshots(from: earlier.first ?? info.generation, before: info, of: files)
    let start = kept.first?.generation ?? info.generation
    self.earlier = earlier.filter { $0 >= start }
  }

  /// Opens the journals behind the last snapshot.
  private static func openJournals(
    _ numbers: [Int], behind info: SnapshotInfo, of files: JournalFiles
  ) throws -> [Journal] {
    func missing(_ number: Int) -> JournalError {
      .missing(file: files.name, journal: FilePath.name(of: files.journal(number)))
    }
    if numbers.isEmpty && info.hasJournal { throw missing(info.generation) }
    return try numbers.enumerated().map { index, number in
      let path = files.journal(number)
      if number != info.generation + index { throw missing(info.generation + index) }
      let log = try onLog(files.name) { () throws(LogError) in try LogReader(path, in: files.files) }
      guard log.header.base == files.base else {
        throw JournalError.otherStore(file: files.name, journal: FilePath.name(of: path))
      }
      return Journal(number: number, log: log)
    }
  }

  /// Returns the numbers of those journals that lead to the last snapshot without a gap.
  private static func history(
    _ numbers: [Int], before info: SnapshotInfo, of files: JournalFiles
  ) throws -> [Int] {
    var history: [Int] = []
    for number in numbers.reversed() {
      guard number + 1 == history.last ?? info.generation,
        let log = try journalIfThere(number, of: files), log.header.base == files.base
      else { break }
      history.append(number)
    }
    return history.reversed()
  }

  private static func keptSnapshots(
    from first: Int, before info: SnapshotInfo, of files: JournalFiles
  ) throws -> [SnapshotInfo] {
    var (kept, next): ([SnapshotInfo], SnapshotInfo) = ([], info)
    for generation in try onDisk(files.name, files.snapshots).reversed()
    where (first..<info.generation).contains(generation) {
      // A snapshot that contradicts its name, or the later snapshots, is not part of the history.
      guard let file = try fileIfThere(files.snapshot(generation), of: files), let found = try files.info(of: file),
        found.store == files.store, found.generation == generation, found.commits <= next.commits
      else { continue }
      kept.append(found)
      next = found
    }
    return kept.reversed()
  }

  // MARK: - Kept files

  /// Opens a journal; nil if there is none any more, because the store was compacted.
  private static func journalIfThere(_ number: Int, of files: JournalFiles) throws(JournalError) -> LogReader? {
    do { return try LogReader(files.journal(number), in: files.files) } catch {
      if case .disk(let error) = error, error.reason == .missing { return nil }
      throw JournalError(error, file: files.name)
    }
  }

  private static func fileIfThere(_ path: String, of files: JournalFiles) throws(JournalError) -> (any OpenFile)? {
    do { return try files.files.open(path, .reading) } catch {
      if error.reason == .missing { return nil }
      throw JournalError(error, file: files.name)
    }
  }

  /// A file of the history was removed after these files were listed, because the store was compacted.
  private struct HistoryRemoved: Error {}

  /// Calls `body` with the files, and with those that there are then if some were removed before they were read.
  ///
  /// - Parameter commit: Returns the number of the commit from which they are read.
  /// - Throws: ``JournalError/noCommit(file:commit:available:)`` if the files do not have that any more.
  func retrying<Result>(from commit: () -> Int, _ body: (StoreFiles) throws -> Result) throws -> Result {
    var opened = self
    while true {
      do { return try body(opened) } catch is HistoryRemoved {
        opened = try StoreFiles(files.path, files.coding, in: files.files)
        let available = try opened.commits
        if available.contains(commit()) { continue }
        throw noCommit(commit(), of: available)
      }
    }
  }

  func noCommit(_ commit: Int, of available: ClosedRange<Int>) -> JournalError {
    .noCommit(file: name, commit: commit, available: available)
  }

  /// Returns the last snapshot that does not have more commits than these; nil if all have.
  func snapshot(upTo commit: Int) -> SnapshotInfo? {
    last.info.commits <= commit ? last.info : kept.last { $0.commits <= commit }
  }

  /// The name of the file in errors.
  var name: String { files.name }

  var url: URL { URL(filePath: files.path) }

  // MARK: - Reading

  /// Reads a snapshot into records.
  func load(_ snapshot: SnapshotInfo, into content: inout some StoreContent) throws {
    do {
      _ = try content.load(SnapshotFile(file(of: snapshot), files.coding, name: name))
    } catch let needed as MigrationNeeded { throw JournalError(needed, file: name) }
  }

  private func file(of snapshot: SnapshotInfo) throws -> any OpenFile {
    if snapshot == last.info { return last.file }
    guard let file = try Self.fileIfThere(files.snapshot(snapshot.generation), of: files) else {
      throw HistoryRemoved()
    }
    return file
  }

  /// Reads all records.
  ///
  /// - Returns: The last journal, read to its end; nil if there is none.
  func readAll(into content: inout some StoreContent) throws -> CommitSource? {
    try load(last.info, into: &content)
    var last: CommitSource?
    for journal in journals {
      content.beginJournal()
      var source = CommitSource(journal.log, of: files)
      while let (bytes, position) = try source.next() {
        do throws(CommitFault) { try content.apply(bytes) } catch {
          throw place(in: journal.log, position).error(error)
        }
      }
      if case .damaged(let damage)? = source.log.end {
        throw JournalError(.damaged(path: journal.log.path, damage), file: name)
      }
      last = source
    }
    return last
  }

  /// Calls `body` with the bytes of each commit behind a snapshot, until it returns false.
  ///
  /// - Parameter beginJournal: Called before the commits of each journal.
  func forEachCommit(
    behind snapshot: SnapshotInfo, _ beginJournal: () -> Void = {}, _ body: (Place, [UInt8]) throws -> Bool
  ) throws {
    for number in earlier where number >= snapshot.generation {
      guard let log = try Self.journalIfThere(number, of: files) else { throw HistoryRemoved() }
      beginJournal()
      guard let end = try readCommits(of: log, body) else { return }
      try checkEnd(of: end, isFollowed: true)
    }
    for (index, journal) in journals.enumerated() {
      beginJournal()
      guard let end = try readCommits(of: journal.log, body) else { return }
      // The last one may be written at this moment, and those behind it may not be used yet.
      try checkEnd(of: end, isFollowed: journals[(index + 1)...].contains { try isUsed($0.log) })
    }
  }

  /// - Returns: The journal at its end; nil if `body` has returned false.
  private func readCommits(of log: LogReader, _ body: (Place, [UInt8]) throws -> Bool) throws -> LogReader? {
    var source = CommitSource(log, of: files)
    while let (bytes, position) = try source.next() {
      if try !body(place(in: log, position), bytes) { return nil }
    }
    return source.log
  }

  private func isUsed(_ log: LogReader) throws -> Bool {
    var source = CommitSource(log, of: files)
    return try source.next() != nil
  }

  /// The numbers of the commits after which the store can be read.
  var commits: ClosedRange<Int> {
    get throws {
      var last = self.last.info.commits
      try forEachCommit(behind: self.last.info) { place, bytes in
        guard let number = CommitReader.number(of: bytes) else { throw place.unreadable("It is not a commit.") }
        last = max(last, number)
        return true
      }
      return (kept.first ?? self.last.info).commits...last
    }
  }

  private func place(in log: LogReader, _ position: Int64) -> Place {
    Place(file: name, journal: FilePath.name(of: log.path), position: position)
  }

  /// Where a commit is.
  struct Place {
    let file: String
    let journal: String
    let position: Int64

    /// The error for a commit that cannot be applied.
    func error(_ fault: CommitFault) -> JournalError {
      fault.needsMigration.map { JournalError($0, file: file) } ?? unreadable(fault.description)
    }

    func unreadable(_ reason: String) -> JournalError {
      .unreadable(journal: journal, place: position, reason: reason)
    }
  }

  /// Throws if a journal does not end as one does behind which others follow.
  private func checkEnd(of log: LogReader, isFollowed: @autoclosure () throws -> Bool) throws {
    switch log.end {
    case .damaged(let damage): throw JournalError(.damaged(path: log.path, damage), file: name)
    case .torn(let position, _) where try isFollowed():
      throw JournalError.damaged(
        journal: FilePath.name(of: log.path), place: position, reason: JournalError.endsBeforeLaterJournal)
    default: return
    }
  }
}

// MARK: - Errors

func onDisk<Value>(_ name: String, _ body: () throws(DiskError) -> Value) throws(JournalError) -> Value {
  do { return try body() } catch { throw JournalError(error, file: name) }
}

func onLog<Value: ~Copyable>(_ name: String, _ body: () throws(LogError) -> Value) throws(JournalError) -> Value {
  do { return try body() } catch { throw JournalError(error, file: name) }
}
