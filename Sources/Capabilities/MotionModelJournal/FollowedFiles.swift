import MotionModel
import MotionModelStorage

/// How far the files of a store were read, while the store continues to write them.
struct FollowedFiles {
  private let path: String
  private let system: any FileSystem
  private let models: [any Model.Type]
  private let coding: (any ByteCoding)?
  private let unknown: UnknownColumns
  private var records: StoredRecords
  private var files: JournalFiles?
  /// The number of the journal that is read.
  private var number = 0
  /// Nil before there is that journal.
  private var source: CommitSource?
  /// Whether the last look at the files failed. It is not known then how far they were read.
  private var mustReload = false

  init(
    _ path: String, in system: any FileSystem, _ models: [any Model.Type], _ unknown: UnknownColumns,
    _ coding: (any ByteCoding)?
  ) {
    (self.path, self.system, self.models, self.unknown, self.coding) = (path, system, models, unknown, coding)
    records = StoredRecords(of: models, unknown: unknown)
  }

  private var name: String { FilePath.name(of: path) }

  // MARK: - All

  /// Reads everything.
  ///
  /// - Parameter store: The store that gets the records; nil for a new one.
  mutating func reload(in store: Store?) throws -> StoredRecords {
    let opened = try StoreFiles(path, coding, in: system)
    var all = StoredRecords(of: models, unknown: unknown, in: store)
    try opened.load(opened.last.info, into: &all)
    files = opened.files
    number = opened.last.info.generation
    source = nil
    for journal in opened.journals {
      all.beginJournal()
      (number, source) = (journal.number, CommitSource(journal.log, of: opened.files))
      while let (commit, position) = try next() { try apply(commit, position) { _ = try all.apply($0) } }
      if case .damaged(let damage)? = source?.log.end {
        throw JournalError(.damaged(path: journal.log.path, damage), file: name)
      }
    }
    records = all
    return all
  }

  private mutating func next() throws -> (bytes: [UInt8], position: Int64)? {
    try source?.next()
  }

  private func apply(_ commit: [UInt8], _ position: Int64, _ body: ([UInt8]) throws -> Void) throws {
    do { try body(commit) } catch let error as CommitFault {
      let journal = source.map { FilePath.name(of: $0.log.path) } ?? name
      throw StoreFiles.Place(file: name, journal: journal, position: position).error(error)
    }
  }

  // MARK: - What is new

  /// Applies what was written since to a store.
  ///
  /// If it throws, the next call reads everything again.
  mutating func refresh(_ store: Store) throws {
    let failed = mustReload
    mustReload = true
    if failed { try replaceAll(in: store) } else { try readOn(in: store) }
    mustReload = false
  }

  private mutating func readOn(in store: Store) throws {
    while true {
      guard try readNew(store) else { return try replaceAll(in: store) }
      guard let next = try openJournal(number + 1) else { break }
      guard let isNext = try isNext(next, store) else { return try replaceAll(in: store) }
      if !isNext { return }
      (number, source) = (number + 1, next)
      records.beginJournal()
    }
    // The store may have been compacted twice since, or may have started over after its disk failed.
    if try !isCurrent(store) { return try replaceAll(in: store) }
    if case .damaged(let damage)? = source?.log.end {
      throw JournalError(.damaged(path: source?.log.path ?? path, damage), file: name)
    }
  }

  private mutating func replaceAll(in store: Store) throws {
    var all = try reload(in: store)
    try store.follow(&all)
    records = all
  }

  /// Applies the new commits of the journal that is read.
  ///
  /// - Returns: False if they do not follow the last one.
  private mutating func readNew(_ store: Store) throws -> Bool {
    if source == nil { source = try openJournal(number) }
    guard try onLog(name, { () throws(LogError) in try source?.refresh() }) == true else { return true }
    while let (commit, position) = try next() {
      guard Self.follows(commit, store) else { return false }
      try apply(commit, position) { try store.follow($0, &records) }
    }
    return true
  }

  private static func follows(_ commit: [UInt8], _ store: Store) -> Bool {
    guard let number = CommitReader.number(of: commit) else { return false }
    return number == 0 || number == store.commitCount + 1
  }

  /// Decides whether to continue with the next journal, which is used when the one before is complete.
  ///
  /// - Returns: Nil if it does not follow the commits that were read.
  private mutating func isNext(_ next: CommitSource, _ store: Store) throws -> Bool? {
    var next = next
    if let (first, _) = try next.next() {
      // What was written before the next journal was used.
      guard try readNew(store) else { return nil }
      return Self.follows(first, store) ? true : nil
    }
    guard let info = try files?.info(of: path), info.generation > number else { return false }
    return info.generation == number + 1 && info.commits == store.commitCount ? true : nil
  }

  /// Whether the files are still those that were read.
  private func isCurrent(_ store: Store) throws -> Bool {
    guard let files, let info = try files.info(of: path), info.store == files.store else { return false }
    if source == nil { return info.generation == number && info.commits == store.commitCount }
    // If the disk does not say, everything is read again, which throws what is wrong.
    return (try? source?.log.isReplaced()) == false
  }

  private func openJournal(_ number: Int) throws -> CommitSource? {
    guard let files else { return nil }
    do throws(LogError) {
      let log = try LogReader(files.journal(number), in: files.files)
      return log.header.base == files.base ? CommitSource(log, of: files) : nil
    } catch {
      if case .disk(let error) = error, error.reason == .missing { return nil }
      throw JournalError(error, file: name)
    }
  }
}
