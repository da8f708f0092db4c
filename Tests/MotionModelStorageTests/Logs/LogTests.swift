@testable import MotionModelStorage
import MotionModelStorageTestSupport
import Testing

/// Logs on a disk on which nothing fails, and what they refuse.
struct LogTests {
  private let folder: TemporaryFolder
  private var path: String { folder("log") }

  init() throws { folder = try TemporaryFolder() }

  private func payloads(_ path: String, in files: some FileSystem) throws -> ([[UInt8]], LogEnd?) {
    var reader = try LogReader(path, in: files)
    var payloads: [[UInt8]] = []
    while let entry = try reader.next() { payloads.append(entry.payload) }
    return (payloads, reader.end)
  }

  @Test func `entries are read as they were written, also by the next writer`() throws {
    let files = DiskFiles()
    let large = [UInt8](repeating: 5, count: 200_000)
    var log = try LogFile(creating: path, base: 42, in: files)
    #expect(try log.append([[1, 2, 3], []]) == 64 + 32 + 24)
    #expect(try log.append([]) == 120)
    try log.append([large])
    #expect(log.flushed == 64)
    try log.flush()
    #expect(log.flushed == log.end)
    #expect(try payloads(path, in: files) == ([[1, 2, 3], [], large], .clean))

    let reader = try LogReader(path, in: files)
    #expect(reader.header.base == 42)
    log = try LogFile(continuing: reader)
    #expect(log.repair == nil)
    try log.append([[4]])
    #expect(try payloads(path, in: files) == ([[1, 2, 3], [], large, [4]], .clean))
    #expect(try folder.names() == ["log"])
  }

  @Test func `the bytes of a log are those that the decision shows`() throws {
    let header = LogHeader(salt: 0x0102, base: 0x0304).encoded
    #expect(header.count == 64)
    #expect(header.prefix(18) == [77, 77, 76, 79, 71, 13, 10, 26, 1, 0, 0, 0, 0, 0, 0, 0, 2, 1])
    #expect(header[32..<34] == [4, 3])
    let bytes = Sample.log([[1, 2, 3]])
    #expect(bytes.count == 96)
    #expect(bytes[64..<68] == [3, 0, 0, 0])  // length
    #expect(bytes[68..<72] == CRC32C.checksum(of: Array(bytes[..<60])).littleEndianBytes[...])  // previous
    #expect(bytes[72..<80] == [64, 0, 0, 0, 0, 0, 0, 0])  // flushed
    let seed = CRC32C.checksum(of: Array(bytes[..<60]))
    #expect(bytes[80..<84] == CRC32C.checksum(of: [1, 2, 3, 0, 0, 0, 0, 0], continuing: seed).littleEndianBytes[...])
    let position = CRC32C.checksum(of: [64, 0, 0, 0, 0, 0, 0, 0], continuing: seed)
    #expect(bytes[84..<88] == CRC32C.checksum(of: Array(bytes[64..<84]), continuing: position).littleEndianBytes[...])
    #expect(bytes[88...] == [1, 2, 3, 0, 0, 0, 0, 0])
  }

  @Test func `what is no log is refused`() throws {
    let disk = SimulatedDisk()
    #expect(throws: LogError.disk(DiskError(.open, "log", .missing))) { try LogReader("log", in: disk) }
    let good = LogHeader(base: 1).encoded
    for bytes in [[], [1], Array("MMLOG\n".utf8), Array(repeating: 0, count: 64), Array(repeating: 77, count: 200)] {
      disk.put(bytes, at: "log")
      #expect(throws: LogError.notALog(path: "log")) { try LogReader("log", in: disk) }
    }
    for index in 8..<64 where !(8..<12).contains(index) {
      var bytes = good
      bytes[index] ^= 1
      disk.put(bytes, at: "log")
      #expect(throws: LogError.damagedHeader(path: "log")) { try LogReader("log", in: disk) }
    }
    disk.put(Array(good.dropLast()), at: "log")
    #expect(throws: LogError.damagedHeader(path: "log")) { try LogReader("log", in: disk) }
    var newer = good
    newer[8] = 2
    disk.put(newer, at: "log")
    let error = LogError.newer(path: "log", version: 2)
    #expect(throws: error) { try LogReader("log", in: disk) }
    #expect(error.description == "The log log is in version 2 of the format, and this library reads up to 1.")
  }

  @Test func `a log is not created where a file is`() throws {
    let disk = SimulatedDisk()
    disk.put([1], at: "log")
    #expect(throws: LogError.disk(DiskError(.open, "log", .exists))) {
      _ = try LogFile(creating: "log", base: 1, in: disk)
    }
    #expect(disk.content(of: "log") == [1])
  }

  @Test func `after a failed write or flush the log refuses everything with the first error`() throws {
    for kind in [DiskCall.Kind.write, .flush] {
      let good = SimulatedDisk()
      let attempt = { (disk: SimulatedDisk) in
        var log = try LogFile(creating: "log", base: 1, in: disk)
        try log.append([[1]])
        try log.flush()
      }
      try attempt(good)
      let call = try #require(good.log.lastIndex { $0.kind == kind })
      let disk = SimulatedDisk(.failing(call, .diskFull))
      var log = try LogFile(creating: "log", base: 1, in: disk)
      let error = LogError.disk(DiskError(kind == .write ? .write : .flush, "log", .diskFull))
      #expect(throws: error) {
        try log.append([[1]])
        try log.flush()
      }
      let calls = disk.log.count
      for _ in 0..<2 {
        #expect(throws: error) { try log.append([[2]]) }
        #expect(throws: error) { try log.flush() }
      }
      #expect(log.failure == error)
      #expect(disk.log.count == calls)
    }
  }

  // MARK: - Ends

  private static let entries: [[UInt8]] = [[1, 2, 3], Array(repeating: 7, count: 700), [4], Array(1...100)]

  @Test func `a log that is cut off anywhere is torn, and is repaired`() throws {
    let whole = Sample.log(Self.entries)
    let ends = Self.entries.indices.map { Sample.end(of: Array(Self.entries[...$0])) }
    for count in 64..<whole.count {
      let disk = Sample.disk(Array(whole[..<count]))
      let left = ends.filter { $0 <= count }
      let end = left.last ?? 64
      let isClean = end == count
      #expect(
        try payloads(LogPromise.path, in: disk)
          == (Array(Self.entries[..<left.count]), isClean ? .clean : .torn(at: Int64(end), count: Int64(count - end))))
      var log = try LogFile(continuing: LogReader(LogPromise.path, in: disk))
      let copy = "\(LogPromise.path).cut-\(end)"
      #expect(
        log.repair == (isClean ? nil : LogRepair(position: Int64(end), count: Int64(count - end), copy: copy)))
      #expect(disk.content(of: copy) == (isClean ? nil : Array(whole[end..<count])))
      try log.append([[9]])
      #expect(try payloads(LogPromise.path, in: disk) == (Array(Self.entries[..<left.count]) + [[9]], .clean))
    }
  }

  @Test func `zeros from the begin of a sector on are a torn end`() throws {
    let whole = Sample.log(Self.entries)
    for start in [64, 512] {
      let bytes = Array(whole[..<start]) + Array(repeating: 0, count: whole.count - start + 5000)
      let disk = Sample.disk(bytes)
      var reader = try LogReader(LogPromise.path, in: disk)
      while try reader.next() != nil {}
      #expect(reader.end == .torn(at: reader.position, count: Int64(bytes.count) - reader.position))
      #expect(reader.position <= start)
    }
  }

  /// An entry that was flushed cannot be torn: a later one proves it.
  @Test func `an unwritten part of an entry that was flushed is damage`() throws {
    let entries = [[1], [UInt8](repeating: 7, count: 2000), [2]]
    for flushed in 0...2 {
      var bytes = Sample.log(entries, flushed: flushed)
      for index in 1024..<1536 { bytes[index] = 0 }
      var reader = try LogReader(LogPromise.path, in: Sample.disk(bytes))
      while try reader.next() != nil {}
      let position = Int64(Sample.end(of: [[1]]))
      #expect(
        reader.end
          == (flushed < 2
            ? .torn(at: position, count: Int64(bytes.count) - position)
            : .damaged(LogDamage(position: position, reason: .payload))))
    }
  }

  @Test func `each changed bit is found, and all before it is read`() throws {
    let entries: [[UInt8]] = [[1, 2, 3], Array(1...60), [4], Array(1...100)]
    let whole = Sample.log(entries)
    for bit in 64 * 8..<whole.count * 8 {
      var bytes = whole
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      let expected = entries.indices.prefix { Sample.end(of: Array(entries[...$0])) * 8 <= bit }.count
      let (found, end) = try payloads(LogPromise.path, in: Sample.disk(bytes))
      #expect(found == Array(entries.prefix(expected)))
      let position = Int64(Sample.end(of: Array(entries.prefix(expected))))
      let reason: LogDamage.Reason = bit / 8 < Int(position) + 24 ? .header : .payload
      #expect(end == .damaged(LogDamage(position: position, reason: reason)))
    }
  }

  @Test func `a damaged log is refused, or continued where it was right`() throws {
    let entries: [[UInt8]] = [[1], [2], [3]]
    var bytes = Sample.log(entries)
    bytes[64 + 32 + 24] ^= 1
    let disk = Sample.disk(bytes)
    let error = LogError.damaged(path: LogPromise.path, LogDamage(position: 96, reason: .payload))
    #expect(throws: error) { _ = try LogFile(continuing: LogReader(LogPromise.path, in: disk)) }
    #expect(
      error.description
        == "The log data/todos.log is damaged at byte 96: the payload does not have the checksum that its header says.")
    #expect(disk.content(of: LogPromise.path) == bytes)
    var log = try LogFile(continuing: LogReader(LogPromise.path, in: disk), recovering: true)
    #expect(log.repair == LogRepair(position: 96, count: 64, copy: "data/todos.log.cut-96"))
    #expect(disk.content(of: "data/todos.log.cut-96") == Array(bytes[96...]))
    try log.append([[4]])
    #expect(try payloads(LogPromise.path, in: disk) == ([[1], [4]], .clean))
  }

  @Test func `a reader can go on behind damage, and a writer cannot`() throws {
    var bytes = Sample.log([[1], [2], [3], [4], [5]])
    bytes[64 + 32] ^= 1  // the header of the second
    bytes[64 + 3 * 32 + 24] ^= 1  // the payload of the fourth
    let disk = Sample.disk(bytes)
    var reader = try LogReader(LogPromise.path, in: disk)
    var found: [[UInt8]] = []
    var damages: [LogEnd?] = []
    repeat {
      while let entry = try reader.next() { found.append(entry.payload) }
      damages.append(reader.end)
    } while try reader.resume()
    #expect(found == [[1], [3], [5]])
    #expect(
      damages == [
        .damaged(LogDamage(position: 96, reason: .header)), .damaged(LogDamage(position: 160, reason: .payload)),
        .clean,
      ])
    #expect(throws: LogError.damaged(path: LogPromise.path, LogDamage(position: 96, reason: .header))) {
      _ = try LogFile(continuing: reader, recovering: true)
    }
  }

  @Test func `entries of other logs and other places are no entries`() throws {
    let entries = [[UInt8]](repeating: [1], count: 3)
    let bytes = Sample.log(entries)
    let position = Int64(Sample.end(of: [[1], [1]]))
    // Of another log with the same content, and of this one with the second entry in the third one's place.
    for third in [Array(Sample.log(entries)[Int(position)...]), Array(bytes[Int(position) - 32..<Int(position)])] {
      var reader = try LogReader(LogPromise.path, in: Sample.disk(Array(bytes[..<Int(position)]) + third))
      while try reader.next() != nil {}
      #expect(reader.end == .damaged(LogDamage(position: position, reason: .header)))
    }
  }
}

extension UInt32 {
  fileprivate var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
