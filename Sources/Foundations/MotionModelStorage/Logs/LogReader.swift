/// Reads the entries of a log, one after the other.
///
/// ```swift
/// var reader = try LogReader("todos.log", in: DiskFiles())
/// while let entry = try reader.next() { apply(entry.payload) }
/// if reader.end != .clean { … }
/// ```
///
/// A log that another process writes can be followed: ``refresh()`` looks for what was appended since the end.
///
/// It needs memory for the longest entry, and never more than the file is long.
package struct LogReader {
  package let path: String
  package let header: LogHeader
  /// How the log ended, once ``next()`` returned nil.
  package private(set) var end: LogEnd?
  /// Where the next entry begins; after the last one, where the valid part of the log ends.
  package private(set) var position: Int64
  /// The checksum of the last header, with which the next entry has to be chained. Nil directly behind damage.
  private(set) var link: UInt32?
  /// Up to where the log was flushed, as far as its entries know.
  private(set) var flushed = Int64(LogHeader.size)
  /// Where the last payload ends.
  private(set) var payloadEnd: Int64
  /// The damage that the reader went past, the first one.
  private(set) var skipped: LogDamage?
  let files: any FileSystem
  private let seed: UInt32
  private var window: FileWindow

  /// Opens a log.
  ///
  /// - Parameter entry: The entry behind which to begin, or nil for the beginning of the log. If it is not in the log,
  ///   there is damage.
  package init(_ path: String, after entry: LogEntry.Place? = nil, in files: some FileSystem) throws(LogError) {
    self.path = path
    self.files = files
    position = Int64(LogHeader.size)
    payloadEnd = position
    let (window, result) = try LogError.onDisk { () throws(DiskError) in
      var window = try FileWindow(files.open(path, .reading))
      let header = try window.withBytes(at: 0, count: LogHeader.size) { bytes in
        Result { () throws(LogError) in try LogHeader(decoding: bytes, path: path) }
      }
      return (window, header)
    }
    header = try result.get()
    self.window = window
    seed = header.seed
    link = seed
    if let entry { try go(behind: entry) }
  }

  private mutating func go(behind entry: LogEntry.Place) throws(LogError) {
    let isPlace = (position..<window.size).contains(entry.position) && entry.position % 8 == 0
    guard isPlace, let header = try entryHeader(at: entry.position),
      try bytes(at: entry.position, count: EntryHeader.size, { $0.number(at: 28, as: UInt32.self) }) == entry.checksum
    else {
      end = .damaged(LogDamage(position: entry.position, reason: .chain))
      return
    }
    position = entry.position + header.extent
    (link, payloadEnd) = (entry.checksum, position)
  }

  var fileSize: Int64 { window.size }

  /// Waits until the name of the log is on the disk.
  func flushName() throws(DiskError) { try files.flushFolder(FilePath.folder(of: files.destination(of: path))) }

  /// Whether an open file is the one that was read, and has not grown since.
  func hasRead(_ file: any OpenFile) throws(DiskError) -> Bool {
    var other = try FileWindow(file, pieceSize: LogHeader.size)
    let hasHeader = try other.withBytes(at: 0, count: LogHeader.size) { $0.elementsEqual(header.encoded) }
    return hasHeader && other.size == fileSize
  }

  /// Returns the next entry, and nil at the end of what can be read: then ``end`` says how the log ended.
  package mutating func next() throws(LogError) -> LogEntry? {
    while end == nil {
      if position == window.size {
        end = .clean
        break
      }
      switch try finding() {
      case .entry(let payload, let header, let checksum):
        let place = LogEntry.Place(position: position, checksum: checksum)
        let entry = LogEntry(place: place, end: position + header.extent, payload: payload)
        (position, link, flushed) = (entry.end, checksum, max(flushed, header.flushed))
        endsWithMark = header.kind == .mark
        if endsWithMark { continue }
        payloadEnd = entry.end
        return entry
      case .fault(let reason):
        end = try verdict(reason)
      }
    }
    return nil
  }

  /// Looks again at the end of a log, because another process may have appended entries since.
  ///
  /// A torn end may be an entry that is being written: then ``next()`` returns it once it is whole.
  ///
  /// - Returns: Whether ``next()`` should be called.
  package mutating func refresh() throws(LogError) -> Bool {
    if case .damaged = end { return false }
    let before = window.size
    try LogError.onDisk { () throws(DiskError) in try window.refresh() }
    if end == .clean && window.size == before { return false }
    end = nil
    return true
  }

  /// Whether the last entry says that everything was flushed. Then another log may follow.
  package private(set) var endsWithMark = false

  /// Goes to the end of entries that the program has appended itself.
  mutating func skip(to log: borrowing LogFile) {
    (position, link, payloadEnd, end, endsWithMark) = (log.end, log.lastLink, log.end, .clean, false)
  }

  /// Whether nothing was written behind what was read.
  package func isAtEnd() throws(LogError) -> Bool {
    try LogError.onDisk { () throws(DiskError) in try window.file.size() } == position
  }

  /// Whether the path still leads to the file that was read.
  package var isInPlace: Bool { window.file.isInPlace }

  /// Looks again at an end that could not be read.
  mutating func lookAgain() throws(LogError) {
    try LogError.onDisk { () throws(DiskError) in try window.refresh() }
    end = nil
  }

  /// Whether the path leads to another log by now. Logs are replaced, and never used twice.
  package func isReplaced() throws(LogError) -> Bool { try LogReader(path, in: files).header != header }

  /// Continues behind damage, with the next entry whose header is valid.
  ///
  /// - Returns: Whether there is one. If so, ``end`` is nil again, until the end or the next damage.
  package mutating func resume() throws(LogError) -> Bool {
    guard case .damaged(let damage) = end else { return false }
    var start = position
    // An entry that only does not follow the one before is right.
    if damage.reason != .chain { start += try entryHeader(at: position)?.extent ?? 8 }
    guard let found = try nextHeader(from: start, where: { _ in true }) else { return false }
    (position, link, end, skipped) = (found, nil, nil, skipped ?? damage)
    return true
  }

  /// Calls `body` with the bytes between two positions, in pieces.
  mutating func forEachPiece(
    from start: Int64, to end: Int64, _ body: ([UInt8], Int64) throws(DiskError) -> Void
  ) throws(DiskError) {
    var next = start
    while next < end {
      let bytes = try window.withBytes(at: next, count: Int(clamping: min(end - next, 1 << 16))) { Array($0) }
      if bytes.isEmpty { return }  // the file has become shorter
      try body(bytes, next)
      next += Int64(bytes.count)
    }
  }

  // MARK: - One entry

  private enum Finding {
    case entry(payload: [UInt8], EntryHeader, checksum: UInt32)
    case fault(LogDamage.Reason)
  }

  private mutating func finding() throws(LogError) -> Finding {
    let rest = window.size - position
    if rest < EntryHeader.size { return .fault(.tooShort) }
    guard let header = try entryHeader(at: position) else { return .fault(.header) }
    if let link, header.previous != link { return .fault(.chain) }
    if header.extent > rest { return .fault(.tooShort) }
    let (seed, start) = (seed, EntryHeader.size)
    return try bytes(at: position, count: Int(clamping: header.extent)) { bytes in
      guard bytes.count == header.extent,
        CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: bytes[start...]), continuing: seed)
          == header.payloadChecksum
      else { return .fault(.payload) }
      let payload = Array(bytes[start..<start + header.payloadSize])
      return .entry(payload: payload, header, checksum: bytes.number(at: 28, as: UInt32.self))
    }
  }

  private mutating func entryHeader(at position: Int64) throws(LogError) -> EntryHeader? {
    let seed = seed
    return try bytes(at: position, count: EntryHeader.size) { bytes in
      bytes.count == EntryHeader.size ? EntryHeader(decoding: bytes, at: position, seed: seed) : nil
    }
  }

  private mutating func bytes<Value>(
    at position: Int64, count: Int, _ body: (UnsafeRawBufferPointer) -> Value
  ) throws(LogError) -> Value {
    try LogError.onDisk { () throws(DiskError) in try window.withBytes(at: position, count: count, body) }
  }

  // MARK: - The end

  /// Decides whether a loss of power explains an entry that cannot be read.
  ///
  /// It does if the entry looks as if parts of it were not written, and if it was never flushed as far as later entries
  /// know. Nothing behind it was flushed either, so nothing behind it was confirmed as durable. Disks write sectors as
  /// a whole, and new parts of a file are zeros until they are written.
  private mutating func verdict(_ reason: LogDamage.Reason) throws(LogError) -> LogEnd {
    let position = position
    let damaged = LogEnd.damaged(LogDamage(position: position, reason: reason))
    if window.size < position { return damaged }
    switch reason {
    case .chain: return damaged
    case .tooShort: break
    case .header:
      let empty = try bytes(at: position, count: EntryHeader.size) { Sector.countEmpty(in: $0, at: position) }
      if empty == 0 { return damaged }
    case .payload:
      guard let header = try entryHeader(at: position) else { return damaged }
      let start = position + Int64(EntryHeader.size)
      let empty = try bytes(at: start, count: header.payloadSize) { Sector.countEmpty(inPayload: $0, at: start) }
      if empty <= header.emptySectors { return damaged }
    }
    let proof = try nextHeader(from: position + 8) { $0.flushed > position }
    return proof == nil ? .torn(at: position, count: window.size - position) : damaged
  }

  /// Returns the position of the next valid header that meets a condition.
  ///
  /// Entries with a valid header are skipped, even if the payload is damaged, so each byte is read once.
  private mutating func nextHeader(
    from start: Int64, where condition: (EntryHeader) -> Bool
  ) throws(LogError) -> Int64? {
    var next = start
    while next + Int64(EntryHeader.size) <= window.size {
      guard let header = try entryHeader(at: next) else {
        next += 8
        continue
      }
      if condition(header) { return next }
      next += header.extent
    }
    return nil
  }
}

/// An entry of a log.
package struct LogEntry: Hashable, Sendable {
  package let place: Place
  /// Where it ends in the file, with its padding. A writer calls this the position of the entry.
  package let end: Int64
  package let payload: [UInt8]

  /// Returns where an entry ends that begins at a position.
  package static func end(ofPayload count: Int, at position: Int64) -> Int64 {
    position + Int64(EntryHeader.size + EntryHeader.padded(count))
  }

  /// The position and the checksum of an entry: with them, a reader continues behind it, or notices that it is gone.
  package struct Place: Hashable, Sendable {
    /// Where the entry begins in the file.
    package let position: Int64
    /// The checksum of its header.
    package let checksum: UInt32

    package init(position: Int64, checksum: UInt32) { (self.position, self.checksum) = (position, checksum) }
  }
}

/// How a log ends.
package enum LogEnd: Hashable, Sendable {
  /// With its last entry.
  case clean
  /// With an entry of which parts were not written, and which was not flushed: a process or a system ended while it
  /// wrote. It is the first of `count` bytes, of which none were ever said to be durable.
  case torn(at: Int64, count: Int64)
  /// With damage that no crash explains.
  case damaged(LogDamage)
}
