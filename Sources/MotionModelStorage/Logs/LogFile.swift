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
/// One thread at a time may use it, and one process: the caller holds the ``FileLock``.
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

  // MARK: - Opening

  /// Creates an empty log. A file of this name must not exist.
  ///
  /// - Parameter base: What the log builds on. The reader finds it in the header.
  package init(creating path: String, base: UInt128, in files: some FileSystem) throws(LogError) {
    let header = LogHeader(base: base)
    let file = try onDisk { () throws(DiskError) in
      if try files.exists(path) { throw DiskError(.open, path, .exists) }
      // By a replacement, so that there never is a log with half a header.
      var replacement = try FileReplacement(of: path, in: files)
      try replacement.write(header.encoded)
      try replacement.commit()
      return try files.open(path, .writing)
    }
    (self.path, self.header, self.file, repair) = (path, header, file, nil)
    (end, flushed) = (Int64(LogHeader.size), Int64(LogHeader.size))
    seed = header.seed
    link = seed
  }

  /// Continues a log where its entries end, after the caller has read them. What the reader found is durable then.
  ///
  /// A torn end is copied to a file beside the log, and cut off. Damage is refused, because the log has lost something
  /// that was durable.
  ///
  /// - Parameter recovering: Whether a damaged log is continued where the damage begins. What is behind is copied to a
  ///   file beside the log, and cut off.
  package init(continuing reader: consuming LogReader, recovering: Bool = false) throws(LogError) {
    while try reader.next() != nil {}
    if let damage = reader.skipped { throw .damaged(path: reader.path, damage) }
    if case .damaged(let damage) = reader.end, !recovering { throw .damaged(path: reader.path, damage) }
    let (file, repair) = try Self.open(&reader)
    (path, header, self.file, self.repair) = (reader.path, reader.header, file, repair)
    (end, flushed) = (reader.position, reader.position)
    seed = header.seed
    link = reader.link ?? seed
  }

  /// Opens the file of a log that was read, makes its entries durable, and cuts off what is behind.
  private static func open(_ reader: inout LogReader) throws(LogError) -> (any OpenFile, LogRepair?) {
    do {
      let file = try reader.files.open(reader.path, .writing)
      // The process that wrote the log may have ended before it flushed the log or its name, and the entries were read
      // from the system's memory. They are written again, because a flush may have failed: the system then takes for
      // written what it could not write.
      try reader.forEachPiece(from: reader.flushed, to: reader.position) { bytes, position throws(DiskError) in
        try file.write(bytes, at: position)
      }
      let repair = try cut(&reader, file)
      try file.flush(.everything)
      try reader.files.flushFolder(FilePath.folder(of: reader.path))
      return (file, repair)
    } catch { throw .disk(error) }
  }

  private static func cut(_ reader: inout LogReader, _ file: any OpenFile) throws(DiskError) -> LogRepair? {
    guard reader.position < reader.fileSize else { return nil }
    let copy = "\(reader.path).cut-\(reader.position)"
    var replacement = try FileReplacement(of: copy, in: reader.files)
    try reader.forEachPiece(from: reader.position, to: reader.fileSize) { bytes, _ throws(DiskError) in
      try replacement.write(bytes)
    }
    try replacement.commit()
    try file.cut(to: reader.position)
    return LogRepair(position: reader.position, count: reader.fileSize - reader.position, copy: copy)
  }

  // MARK: - Writing

  /// Appends entries with one write. They are durable after the next flush.
  ///
  /// - Returns: The position of the last entry: ``flushed`` reaches it when all are durable.
  @discardableResult
  package mutating func append(_ payloads: [[UInt8]]) throws(LogError) -> Int64 {
    if let failure { throw failure }
    if let long = payloads.first(where: { $0.count > EntryHeader.maximumLength }) {
      throw .tooLong(path: path, length: long.count)
    }
    buffer.removeAll(keepingCapacity: true)
    var link = link
    for payload in payloads {
      link = payload.withUnsafeBytes {
        EntryHeader.append(
          $0, to: &buffer, at: end + Int64(buffer.count), previous: link, flushed: flushed, seed: seed)
      }
    }
    do { try file.write(buffer, at: end) } catch { throw die(of: error) }
    end += Int64(buffer.count)
    self.link = link
    if buffer.capacity > Self.keptCapacity { buffer = [] }
    return end
  }

  /// Waits until all entries are on the disk.
  package mutating func flush() throws(LogError) {
    if let failure { throw failure }
    if flushed == end { return }
    do { try file.flush(.content) } catch { throw die(of: error) }
    flushed = end
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
  /// The path of the file that holds them now.
  package let copy: String
}
