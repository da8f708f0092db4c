/// A log that is open for writing: entries are appended, and flushed, and nothing else ever changes.
///
/// ```swift
/// var log = try LogFile(creating: "todos.log", base: snapshot, in: files)
/// try log.append([changes])
/// try log.flush()
///
/// var reader = try LogReader("todos.log", in: files)
/// while let entry = try reader.next() { apply(entry.payload) }
/// var log = try LogFile(continuing: reader)
/// ```
///
/// After a write or a flush failed, the log is dead: every call throws the first error. What it wrote can be read by
/// opening it again; what was flushed before is there.
///
/// Only one thread of one process may use it at a time. The process takes the ``FileLock`` before it reads the log.
/// Until it is closed, the log holds this lock and a lock on its own file, in case the file of the first lock is
/// removed.
package struct LogFile: ~Copyable, Sendable {
  package let path: String
  package let header: LogHeader
  package let repair: LogRepair?
  /// Where the last entry ends.
  package private(set) var end: Int64
  /// Up to where everything is on the disk.
  package private(set) var flushed: Int64
  /// Why the log is dead.
  package private(set) var failure: LogError?
  let file: any OpenFile
  private let seed: UInt32
  private var link: UInt32
  private var buffer: [UInt8] = []
  /// Where the last payload ends, and up to where the entries themselves say that the log was flushed.
  private var payloads: (end: Int64, flushed: Int64)
  private var lock: FileLock?
  /// What holds the lock of the log's own file.
  private let ownLock: any OpenFile
  /// Whether several processes append, of which each has the lock of the file while it does.
  private var isShared = false

  // MARK: - Opening

  /// Creates an empty log. A file of this name must not exist. If it throws, none does.
  ///
  /// - Parameters:
  ///   - base: What the log builds on. The reader finds it in the header.
  ///   - model: A file whose permissions the log gets; nil for those that new files have.
  ///   - lock: The lock that the log keeps.
  package init(
    creating path: String, base: UInt128, permissionsOf model: String? = nil, lock: FileLock? = nil,
    in files: some FileSystem
  ) throws(LogError) {
    let header = LogHeader(base: base)
    let (file, ownLock) = try LogError.onDisk { () throws(DiskError) -> (any OpenFile, any OpenFile) in
      if try files.exists(path) { throw DiskError(.open, path, .exists) }
      // By a replacement, so that there never is a log with half a header.
      var replacement = try FileReplacement(of: path, permissionsOf: model, in: files)
      try replacement.write(header.encoded)
      let ownLock = try replacement.locked()
      do throws(DiskError) {
        try replacement.commit()
        return (try files.open(path, .writing), ownLock)
      } catch {
        // The next attempt must find none, also if the last step of the commit has failed.
        try? files.remove(path)
        throw error
      }
    }
    (self.path, self.header, self.file, self.ownLock, repair) = (path, header, file, ownLock, nil)
    (end, flushed) = (Int64(LogHeader.size), Int64(LogHeader.size))
    payloads = (end, flushed)
    seed = header.seed
    link = seed
    self.lock = lock
  }

  /// Continues a log where its entries end, after the caller has read them. What the reader found is durable then.
  ///
  /// A torn end is copied to a file beside the log, unless the disk is full, and cut off. Damage is refused, because
  /// the log has lost something that was durable, and so is a log that is not as it was read.
  ///
  /// - Parameters:
  ///   - recovering: Whether a damaged log is continued where the damage begins. What is behind is copied to a file
  ///     beside the log, and cut off.
  ///   - lock: The lock that the log keeps.
  package init(
    continuing reader: consuming LogReader, recovering: Bool = false, lock: FileLock? = nil
  ) throws(LogError) {
    while try reader.next() != nil {}
    if let damage = reader.skipped { throw .damaged(path: reader.path, damage) }
    if case .damaged(let damage) = reader.end, !recovering { throw .damaged(path: reader.path, damage) }
    guard let (file, repair) = try Self.open(&reader) else { throw .changedMeanwhile(path: reader.path) }
    (path, header, self.file, ownLock, self.repair) = (reader.path, reader.header, file, file, repair)
    (end, flushed, payloads) = (reader.position, reader.position, (reader.payloadEnd, reader.flushed))
    seed = header.seed
    // Not `?? seed`: the closure of `??` must not hold a structure that is not complete (Swift 6.3 releases it twice).
    link = reader.link ?? reader.header.seed
    self.lock = lock
  }

  /// Continues a log to which several processes append. It takes no lock, and changes nothing.
  package init(sharing reader: LogReader) throws(LogError) {
    file = try LogError.onDisk { () throws(DiskError) in
      let file = try reader.files.open(reader.path, .writing)
      // The process that created the log may have ended before its name was on the disk.
      try reader.flushName()
      return file
    }
    (path, header, repair) = (reader.path, reader.header, nil)
    (ownLock, isShared, seed) = (file, true, header.seed)
    (end, flushed, link) = (reader.position, Int64(LogHeader.size), seed)
    payloads = (end, flushed)
    follow(reader)
  }

  /// Continues where a reader has ended, because other processes have appended entries.
  mutating func follow(_ reader: borrowing LogReader) {
    (end, link, payloads.end) = (reader.position, reader.link ?? seed, reader.payloadEnd)
  }

  /// Opens the file of a log that was read, makes its entries durable, and cuts off what is behind.
  ///
  /// - Returns: Nil if it is not the file that was read.
  private static func open(_ reader: inout LogReader) throws(LogError) -> (any OpenFile, LogRepair?)? {
    do throws(DiskError) {
      let file = try reader.files.open(reader.path, .writing)
      guard try file.takeLock() else { throw DiskError(.lock, reader.path, .inUse(process: nil)) }
      if try !reader.hasRead(file) { return nil }
      // The process that wrote the log may have ended before it flushed the log or its name, and the entries were read
      // from the system's memory. They are written again, because a flush may have failed: the system then takes for
      // written what it could not write.
      try reader.forEachPiece(from: reader.flushed, to: reader.position) { bytes, position throws(DiskError) in
        try file.write(bytes, at: position)
      }
      let repair = try cut(&reader, file)
      try file.flush(.everything)
      try reader.flushName()
      return (file, repair)
    } catch { throw .disk(error) }
  }

  private static func cut(_ reader: inout LogReader, _ file: any OpenFile) throws(DiskError) -> LogRepair? {
    guard reader.position < reader.fileSize else { return nil }
    var copy: String?
    do throws(DiskError) { copy = try copyEnd(of: &reader) } catch {
      // A full disk is often why the end is torn, and must not keep the log from being opened. A torn entry was never
      // durable; what is behind damage was.
      guard error.reason == .diskFull, case .torn = reader.end else { throw error }
    }
    try file.cut(to: reader.position)
    return LogRepair(position: reader.position, count: reader.fileSize - reader.position, copy: copy)
  }

  /// Copies what is behind the entries to a file beside the log.
  private static func copyEnd(of reader: inout LogReader) throws(DiskError) -> String {
    let name = "\(reader.path).cut-\(reader.position)"
    let copy = try reader.files.freePath { "\(name)\($0)" }
    var replacement = try FileReplacement(
      of: copy, permissionsOf: reader.path, leftoverOf: reader.path, in: reader.files)
    try reader.forEachPiece(from: reader.position, to: reader.fileSize) { bytes, _ throws(DiskError) in
      try replacement.write(bytes)
    }
    try replacement.commit()
    return copy
  }

  // MARK: - Writing

  /// Appends entries with one write. They are durable after the next flush.
  ///
  /// - Returns: The position of the last entry: ``flushed`` reaches it when all are durable.
  @discardableResult package mutating func append(_ payloads: [[UInt8]]) throws(LogError) -> Int64 {
    if let failure { throw failure }
    if let long = payloads.first(where: { $0.count > EntryHeader.maximumLength }) {
      throw .tooLong(path: path, length: long.count)
    }
    try write(payloads, .payload)
    return end
  }

  private mutating func write(_ entries: [[UInt8]], _ kind: EntryHeader.Kind) throws(LogError) {
    buffer.removeAll(keepingCapacity: true)
    var link = link
    for payload in entries {
      link = payload.withUnsafeBytes {
        EntryHeader.append(
          kind, $0, to: &buffer, at: end + Int64(buffer.count), previous: link, flushed: flushed, seed: seed)
      }
    }
    do { try file.write(buffer, at: end) } catch { throw die(of: error) }
    end += Int64(buffer.count)
    self.link = link
    if !entries.isEmpty { payloads.flushed = flushed }
    if kind == .payload { payloads.end = end }
    if buffer.capacity > Self.keptCapacity { buffer = [] }
  }

  /// Waits until all entries are on the disk.
  package mutating func flush() throws(LogError) {
    if let failure { throw failure }
    if flushed == end { return }
    do { try file.flushInPlace() } catch { throw die(of: error) }
    flushed = end
  }

  /// Flushes, writes down that everything was flushed, and lets go of the locks. Without the mark nothing in the file
  /// says so of the last entries, and damage there could be taken for a torn end.
  package mutating func close() throws(LogError) {
    let closed = LogError.closed(path: path)
    if failure == closed { return }
    defer { releaseLocks() }
    try flush()
    if !isShared && payloads.flushed < payloads.end { try mark() }
    failure = closed
  }

  /// Writes down that everything was flushed.
  mutating func mark() throws(LogError) {
    try write([[]], .mark)
    try flush()
  }

  /// The checksum of the last header.
  var lastLink: UInt32 { link }

  /// Lets go of the locks, before a log is closed that cannot be written any more.
  mutating func releaseLocks() {
    ownLock.releaseLock()
    lock = nil
  }

  /// Notes the result of a flush of ``file`` that began when the log ended at a position, by a caller that did not
  /// want to block the log meanwhile.
  mutating func noteFlush(upTo position: Int64, _ result: Result<Void, DiskError>) {
    switch result {
    case .success: flushed = max(flushed, position)
    case .failure(let error): failure = failure ?? .disk(error)
    }
  }

  /// How large a buffer may stay in memory between two appends.
  private static let keptCapacity = 1 << 20

  private mutating func die(of error: DiskError) -> LogError {
    failure = .disk(error)
    return .disk(error)
  }
}

/// What was cut off from a log when it was opened.
package struct LogRepair: Hashable, Sendable {
  /// Where the log ends now.
  package let position: Int64
  /// How many bytes were cut off.
  package let count: Int64
  /// The path of the file that holds them now; nil if the disk had no room for it.
  package let copy: String?
}
