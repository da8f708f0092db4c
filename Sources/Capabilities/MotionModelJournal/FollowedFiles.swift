import MotionModel
import MotionModelStorage

/// How far the files of a store were read, while the store continues to write them.
struct FollowedFiles {
  private let path: String
  /// The name of the file, in errors.
  private let name: String
  private let system: any FileSystem
  private let models: [any Model.Type]
  private let coding: (any ByteCoding)?
  private let unknown: UnknownColumns
  private let leavesOutModels: Bool
  /// When commits are flushed that the process makes itself; nil if it makes none.
  private let sharing: LogWriter.Policy?
  private(set) var records: StoredRecords
  private(set) var files: JournalFiles?
  /// The number of the journal that is read.
  private(set) var number = 0
  /// What appends commits to the journal.
  private(set) var writer: LogWriter?
  /// Nil before there is that journal.
  private var source: CommitSource?
  /// Whether the last look at the files failed. It is not known then how far they were read.
  private var mustReload = false

  init(
    _ path: String, in system: any FileSystem, _ models: [any Model.Type], _ unknown: UnknownColumns,
    _ coding: (any ByteCoding)?, sharing: LogWriter.Policy? = nil, leavesOutModels: Bool = false
  ) {
    (self.sharing, self.leavesOutModels, name) = (sharing, leavesOutModels, FilePath.name(of: path))
    (self.path, self.system, self.models, self.unknown, self.coding) = (path, system, models, unknown, coding)
    records = StoredRecords(of: models, unknown: unknown, leavesOutModels: leavesOutModels)
  }

  // MARK: - All

  /// Reads everything.
  ///
  /// - Parameter store: The store that gets the records; nil for a new one.
  mutating func reload(in store: Store?) throws -> StoredRecords {
    for _ in 0..<20 {
      let all = try read(in: store)
      if try openWriter() { return all }
    }
    throw JournalError.missing(file: name, journal: "\(name).journal-\(number)")
  }

  private mutating func read(in store: Store?) throws -> StoredRecords {
    let opened = try StoreFiles(path, coding, in: system)
    var all = StoredRecords(of: models, unknown: unknown, leavesOutModels: leavesOutModels, in: store)
    source = try opened.readAll(into: &all)
    (files, number) = (opened.files, opened.journals.last?.number ?? opened.last.info.generation)
    records = all
    records.forget()
    return all
  }

  /// Opens the journal that is read for writing, if the process writes to it.
  ///
  /// - Returns: False if it is gone: another process has compacted the store meanwhile.
  private mutating func openWriter() throws(JournalError) -> Bool {
    guard let sharing, let log = source?.log else { return true }
    do throws(LogError) {
      writer = LogWriter(try LogFile(sharing: log), policy: sharing)
      return true
    } catch {
      if error.isMissing { return false }
      if case .disk(let error) = error { throw JournalError(sharing: error, file: name) }
      throw JournalError(error, file: name)
    }
  }

  // MARK: - Appending

  /// Appends a commit of the process itself, which is not read again.
  ///
  /// - Parameters:
  ///   - commit: The bytes of the commit, if it mentions models.
  ///   - entries: Its entries.
  /// - Returns: Nil if other processes have appended something that was not read.
  mutating func append(_ entries: [[UInt8]], mentions commit: [UInt8]?) throws(LogError) -> AppendedEntry? {
    guard let writer else { return nil }
    let entry = try writer.inTurn { () throws(LogError) -> AppendedEntry? in
      try isAtEnd() ? try source?.append(entries, by: writer) : nil
    }
    // It is not written otherwise.
    if entry != nil, let commit { try? records.note(commit) }
    return entry
  }

  /// Takes another writer after one could not write.
  mutating func renewWriter() { _ = try? openWriter() }

  /// Ends the journal if everything in it was read, and begins another one behind it.
  ///
  /// - Returns: Whether it did.
  mutating func beginJournal() throws(JournalError) -> Bool {
    guard let writer, let files else { return false }
    let hasBegun = try onLog(name) { () throws(LogError) in
      try writer.inTurn { () throws(LogError) in
        guard try isAtEnd(), let log = source?.log else { return false }
        try writer.conclude(behind: log)
        var next = try files.createJournal(number + 1)
        try next.close()
        return true
      }
    }
    guard hasBegun, let next = try openJournal(number + 1) else { return false }
    mustReload = try !move(to: next)
    return !mustReload
  }

  /// Continues with the next journal.
  ///
  /// - Returns: False if it is gone already.
  private mutating func move(to next: CommitSource) throws(JournalError) -> Bool {
    (number, source) = (number + 1, next)
    records.beginJournal()
    return try openWriter()
  }

  /// Calls `body` while no other process can replace the snapshot, if the journal is the last one.
  func inLastTurn<Failure: DiskFailure>(_ body: () throws(Failure) -> Void) throws(Failure) {
    guard let writer, let files else { return }
    try writer.inTurn { () throws(Failure) in
      let isNext = try Failure.onDisk { () throws(DiskError) in try system.exists(files.journal(number + 1)) }
      if !isNext && source?.log.isInPlace == true { try body() }
    }
  }

  /// Where the next entry begins.
  var position: Int64 { mutating get { source?.position ?? 0 } }

  /// Lets an encoder go on behind what was read, if a writer still has the journal.
  ///
  /// - Returns: Whether it has.
  mutating func advance(_ encoder: inout CommitEncoder, of writer: LogWriter) -> Bool {
    if self.writer !== writer { return false }
    records.advance(&encoder)
    return true
  }

  // MARK: - What is new

  /// Reads everything at the next call if the journal that is read was removed.
  mutating func expectOthers() { mustReload = mustReload || source?.log.isInPlace == false }

  /// Whether there may be something that was not read.
  mutating func isBehind() throws -> Bool {
    if mustReload || writer?.failure != nil { return true }
    return try onLog(name) { () throws(LogError) in try !isAtEnd() }
  }

  /// Whether all of the journal was read, and the commits do not go on in another one.
  private mutating func isAtEnd() throws(LogError) -> Bool {
    guard let end = try source?.look(), end.isAtEnd else { return false }
    guard end.endsWithMark, let log = source?.log else { return true }
    return try files?.isConcluded(log, number) != true
  }

  /// Reads the next commit, and applies it to the records of a store.
  ///
  /// If it throws, the next call reads everything again.
  ///
  /// - Returns: Whether there is one.
  mutating func next(_ commit: inout FollowedState, in store: Store) throws -> Bool {
    let failed = mustReload
    mustReload = true
    let isFound = try failed ? replaceAll(&commit, store) : readOn(&commit, store)
    mustReload = false
    return isFound
  }

  private mutating func readOn(_ commit: inout FollowedState, _ store: Store) throws -> Bool {
    while true {
      if let isFound = try readNew(&commit, store) { return isFound }
      guard let next = try openJournal(number + 1) else { break }
      var first = next
      let bytes = try first.next()?.bytes
      if bytes == nil && sharing == nil {
        // It may be used, or not.
        guard let info = try files?.info(of: path), info.generation > number else { return false }
        if info.generation != number + 1 || info.commits != commit.commits { return try replaceAll(&commit, store) }
      } else {
        // What was written before the next journal was used.
        if let isFound = try readNew(&commit, store) { return isFound }
        if let bytes, !Self.follows(bytes, commit) { return try replaceAll(&commit, store) }
      }
      if try !move(to: next) { return try replaceAll(&commit, store) }
    }
    // The store may have been compacted twice since, or may have started over after its disk failed.
    if try !isCurrent(commit) { return try replaceAll(&commit, store) }
    if case .damaged(let damage)? = source?.log.end {
      throw JournalError(.damaged(path: source?.log.path ?? path, damage), file: name)
    }
    return false
  }

  private mutating func replaceAll(_ commit: inout FollowedState, _ store: Store) throws -> Bool {
    let known = files?.store
    var all = try reload(in: store)
    // Another program may have shortened or replaced the files: what was read would be gone.
    if sharing != nil, let known, known != files?.store || all.commits < commit.commits {
      throw JournalError.replaced(file: name)
    }
    all.replaceAll(in: &commit, at: store.clock())
    return true
  }

  /// Applies the next commit of the journal that is read.
  ///
  /// - Returns: Whether there is one that follows the last one, or everything was read again; nil at the end.
  private mutating func readNew(_ commit: inout FollowedState, _ store: Store) throws -> Bool? {
    if source == nil {
      source = try openJournal(number)
      _ = try openWriter()
    }
    guard try onLog(name, { () throws(LogError) in try source?.refresh() }) == true else { return nil }
    for isLast in [false, true] {
      if let (bytes, position) = try source?.next() {
        if !Self.follows(bytes, commit) { return try replaceAll(&commit, store) }
        do throws(CommitFault) { try records.follow(bytes, in: &commit) } catch {
          let journal = source.map { FilePath.name(of: $0.log.path) } ?? name
          throw StoreFiles.Place(file: name, journal: journal, position: position).error(error)
        }
        return true
      }
      // Only with the lock is it known that no other process is writing it at the moment.
      guard let writer, source?.log.end != .clean, !isLast else { break }
      try onLog(name) { () throws(LogError) in try source?.cutOff(by: writer) }
    }
    return nil
  }

  private static func follows(_ bytes: [UInt8], _ commit: FollowedState) -> Bool {
    guard let number = CommitReader.number(of: bytes) else { return false }
    return number == 0 || number == commit.commits + 1
  }

  /// Whether the files are still those that were read.
  private func isCurrent(_ commit: FollowedState) throws -> Bool {
    if sharing != nil { return source?.log.isInPlace == true }
    guard let files, let info = try files.info(of: path), info.store == files.store else { return false }
    if source == nil { return info.generation == number && info.commits == commit.commits }
    // If the disk does not say, everything is read again, which throws what is wrong.
    return (try? source?.log.isReplaced()) == false
  }

  private func openJournal(_ number: Int) throws(JournalError) -> CommitSource? {
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
