import Foundation
import MotionModel
import MotionModelStorage

/// The files of a store at one moment, open for reading without the lock.
///
/// They can be read for as long as this value is there, also when the store is written and compacted meanwhile: removed
/// files stay until nobody has them open.
struct StoreFiles: Sendable {
  let files: JournalFiles
  /// The kept snapshots and the last one, in order.
  let snapshots: [Snapshot]
  /// All journals behind the first snapshot, in order and without a gap.
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
    var failure: any Error = JournalError.disk(file: files.name, reason: "its files change all the time.")
    // Another process may replace and remove files between two calls.
    for _ in 0..<100 {
      let before = try? files.info(of: files.path)
      do {
        let opened = try StoreFiles(opening: files)
        if opened.last.info == before ?? opened.last.info {
          self = opened
          return
        }
      } catch {
        failure = error
        if before == nil || (try? files.info(of: files.path)) == before { throw error }
      }
    }
    throw failure
  }

  /// Opens files that nobody changes meanwhile.
  init(opening files: JournalFiles) throws {
    var files = files
    let name = files.name
    let file = try onDisk(name) { () throws(DiskError) in try files.files.open(files.path, .reading) }
    // A file that was saved has no journals.
    let info = try files.info(of: file) ?? SnapshotInfo(store: UUID(), generation: 0, commits: 0)
    files.store = info.store
    let journals = try Self.openJournals(of: files, info)
    var snapshots = [Snapshot(file: file, info: info)]
    let first = journals.first?.number ?? info.generation
    for generation in try onDisk(name, files.snapshots).reversed()
    where (first..<info.generation).contains(generation) {
      let file = try onDisk(name) { () throws(DiskError) in
        try files.files.open(files.snapshot(generation), .reading)
      }
      // One that says something else than its name and the later ones is no part of the history.
      if let info = try files.info(of: file), info.store == files.store, info.generation == generation,
        info.commits <= snapshots[0].info.commits
      {
        snapshots.insert(Snapshot(file: file, info: info), at: 0)
      }
    }
    (self.files, self.snapshots) = (files, snapshots)
    self.journals = journals.filter { $0.number >= snapshots[0].info.generation }
  }

  /// Opens the journals without a gap that end with the last one, and lead to it.
  private static func openJournals(of files: JournalFiles, _ info: SnapshotInfo) throws -> [Journal] {
    let generation = info.generation
    var journals: [Journal] = []
    for number in try onDisk(files.name, files.journals).reversed() where number >= info.historyStart {
      if let next = journals.first?.number, next != number + 1 {
        if next <= generation { break }
        throw JournalError.missing(file: files.name, journal: FilePath.name(of: files.journal(next - 1)))
      }
      let path = files.journal(number)
      let log = try onLog(files.name) { () throws(LogError) in try LogReader(path, in: files.files) }
      guard log.header.base == files.base else {
        if number < generation { break }
        throw JournalError.otherStore(file: files.name, journal: FilePath.name(of: path))
      }
      journals.insert(Journal(number: number, log: log), at: 0)
    }
    if let first = journals.first?.number, first > generation {
      throw JournalError.missing(file: files.name, journal: FilePath.name(of: files.journal(generation)))
    }
    return journals
  }

  /// The snapshot that is the file of the store.
  var last: Snapshot { snapshots[snapshots.count - 1] }

  /// Returns the last snapshot that does not have more commits than these; nil if all have.
  func snapshot(upTo commit: Int) -> Snapshot? { snapshots.last { $0.info.commits <= commit } }

  /// The name of the file in errors.
  var name: String { files.name }

  var url: URL { URL(filePath: files.path) }

  // MARK: - Reading

  /// Reads a snapshot into records.
  func load(_ snapshot: Snapshot, into content: inout some StoreContent) throws {
    do { _ = try content.load(SnapshotFile(snapshot.file, files.coding, name: name)) } catch is MigrationNeeded {
      throw JournalError.needsMigration(file: name)
    }
  }

  /// Calls `body` with the bytes of each commit behind a snapshot, until it returns false.
  ///
  /// - Parameter beginJournal: Called before the commits of each journal.
  func forEachCommit(
    behind snapshot: Snapshot, _ beginJournal: () -> Void = {}, _ body: (Place, [UInt8]) throws -> Bool
  ) throws {
    let following = journals.filter { $0.number >= snapshot.info.generation }
    for (index, journal) in following.enumerated() {
      beginJournal()
      var source = CommitSource(journal.log, of: files)
      while let (bytes, position) = try source.next() {
        if try !body(place(in: journal.log, position), bytes) { return }
      }
      try checkEnd(of: source.log, before: following[(index + 1)...])
    }
  }

  /// The numbers of the commits after which the store can be read.
  var commits: ClosedRange<Int> {
    get throws {
      var last = self.last.info.commits
      try forEachCommit(behind: self.last) { place, bytes in
        guard let number = CommitReader.number(of: bytes) else { throw place.unreadable("It is not a commit.") }
        last = max(last, number)
        return true
      }
      return snapshots[0].info.commits...last
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
      fault.needsMigration ? .needsMigration(file: file) : unreadable(fault.description)
    }

    func unreadable(_ reason: String) -> JournalError {
      .unreadable(journal: journal, place: position, reason: reason)
    }
  }

  /// Throws if a journal does not end as one does behind which others follow.
  private func checkEnd(of log: LogReader, before later: ArraySlice<Journal>) throws {
    switch log.end {
    case .damaged(let damage): throw JournalError(.damaged(path: log.path, damage), file: name)
    case .torn(let position, _):
      // The last one may be written at this moment, and those behind it may not be used yet.
      for journal in later {
        var source = CommitSource(journal.log, of: files)
        if try source.next() == nil { continue }
        throw JournalError.damaged(
          journal: FilePath.name(of: log.path), place: position, reason: JournalError.endsBeforeLaterJournal)
      }
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
