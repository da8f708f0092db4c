import Foundation
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
    #expect(try log.append([[1, 2, 3], []]) == 64 + 40 + 32)
    #expect(try log.append([]) == 136)
    try log.append([large])
    #expect(log.flushed == 64)
    try log.flush()
    #expect(log.flushed == log.end)
    #expect(try payloads(path, in: files) == ([[1, 2, 3], [], large], .clean))

    let reader = try LogReader(path, in: files)
    #expect(reader.header.base == 42)
    #expect(throws: LogError.disk(DiskError(.lock, path, .inUse(process: nil)))) { _ = try LogFile(continuing: reader) }
    _ = consume log
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
    #expect(bytes.count == 104)
    #expect(bytes[64..<72] == [3, 0, 0, 0, 1, 0, 0, 0])  // length and kind
    #expect(bytes[72..<80] == [64, 0, 0, 0, 0, 0, 0, 0])  // flushed
    let seed = CRC32C.checksum(of: Array(bytes[..<60]))
    #expect(bytes[80..<84] == seed.littleEndianBytes[...])  // previous
    #expect(bytes[84..<88] == [0, 0, 0, 0])  // empty sectors
    #expect(bytes[88..<92] == CRC32C.checksum(of: [1, 2, 3, 0, 0, 0, 0, 0], continuing: seed).littleEndianBytes[...])
    let position = CRC32C.checksum(of: [64, 0, 0, 0, 0, 0, 0, 0], continuing: seed)
    #expect(bytes[92..<96] == CRC32C.checksum(of: Array(bytes[64..<92]), continuing: position).littleEndianBytes[...])
    #expect(bytes[96...] == [1, 2, 3, 0, 0, 0, 0, 0])
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
      let reason: LogDamage.Reason = bit / 8 < Int(position) + 32 ? .header : .payload
      #expect(end == .damaged(LogDamage(position: position, reason: reason)))
    }
  }

  /// Zeros that belong to a payload are no unwritten sectors.
  @Test func `a changed bit is damage also beside zeros`() throws {
    let payload = [1] + [UInt8](repeating: 0, count: 3000) + [3]
    let whole = Sample.log([payload])
    for index in [96, 1024, 3097] {
      var bytes = whole
      bytes[index] ^= 1
      let damage = LogDamage(position: 64, reason: .payload)
      #expect(try payloads(LogPromise.path, in: Sample.disk(bytes)) == ([], .damaged(damage)), "\(index)")
    }
    // The last sector, which holds the 3.
    let torn = Array(whole[..<3072]) + [UInt8](repeating: 0, count: whole.count - 3072)
    let end = LogEnd.torn(at: 64, count: Int64(whole.count) - 64)
    #expect(try payloads(LogPromise.path, in: Sample.disk(torn)) == ([], end))
  }

  @Test func `a log that was closed knows that its last entries were flushed`() throws {
    for isClosed in [false, true] {
      let disk = SimulatedDisk()
      var log = try LogFile(creating: LogPromise.path, base: 1, in: disk)
      try log.append([[1], [UInt8](repeating: 7, count: 2000)])
      if isClosed { try log.close() } else { try log.flush() }
      var bytes = try #require(disk.content(of: LogPromise.path))
      for index in 1024..<1536 { bytes[index] = 0 }
      let (found, end) = try payloads(LogPromise.path, in: Sample.disk(bytes))
      #expect(found == [[1]])
      #expect(
        end
          == (isClosed
            ? .damaged(LogDamage(position: 104, reason: .payload)) : .torn(at: 104, count: Int64(bytes.count) - 104)))
    }
  }

  @Test func `a log that is closed again and again does not grow`() throws {
    let disk = SimulatedDisk()
    var log = try LogFile(creating: LogPromise.path, base: 1, in: disk)
    try log.close()
    #expect(disk.content(of: LogPromise.path)?.count == 64)
    log = try LogFile(continuing: LogReader(LogPromise.path, in: disk))
    try log.append([[1]])
    for _ in 0..<3 {
      try log.close()
      log = try LogFile(continuing: LogReader(LogPromise.path, in: disk))
    }
    #expect(disk.content(of: LogPromise.path)?.count == 64 + 40 + 32)
    #expect(try payloads(LogPromise.path, in: disk) == ([[1]], .clean))
  }

  // MARK: - Following

  @Test func `a reader follows a log that grows, is cut and is replaced`() throws {
    let disk = SimulatedDisk()
    var log = try LogFile(creating: LogPromise.path, base: 1, in: disk)
    var reader = try LogReader(LogPromise.path, in: disk)
    #expect(try reader.next() == nil)
    #expect(try !reader.refresh())
    try log.append([[1], [2]])
    #expect(try reader.next() == nil)
    #expect(try reader.refresh())
    #expect(try [reader.next(), reader.next(), reader.next()].map { $0?.payload } == [[1], [2], nil])
    #expect(reader.end == .clean)

    // An entry that is being written.
    let whole = try #require(disk.content(of: LogPromise.path))
    try log.append([[3]])
    let grown = try #require(disk.content(of: LogPromise.path))
    disk.write(Array(grown.dropLast(5)), at: LogPromise.path)
    #expect(try reader.refresh())
    #expect(try reader.next() == nil)
    #expect(reader.end == .torn(at: Int64(whole.count), count: 35))
    disk.write(grown, at: LogPromise.path)
    #expect(try reader.refresh())
    #expect(try reader.next()?.payload == [3])

    disk.write(whole, at: LogPromise.path)
    #expect(try reader.refresh() == false || reader.next() == nil)
    #expect(reader.end == .damaged(LogDamage(position: Int64(grown.count), reason: .tooShort)))
    #expect(try !reader.refresh())
    #expect(try !reader.isReplaced())
    disk.put(LogHeader(base: 1).encoded, at: LogPromise.path)
    #expect(try reader.isReplaced())
  }

  @Test func `a reader begins behind any entry, and its log can be continued`() throws {
    let disk = Sample.disk(Sample.log([[1], [2], [3]]))
    var first = try LogReader(LogPromise.path, in: disk)
    var places: [LogEntry.Place] = []
    while let entry = try first.next() { places.append(entry.place) }
    for (number, place) in places.enumerated() {
      var reader = try LogReader(LogPromise.path, after: place, in: disk)
      var found: [[UInt8]] = []
      while let entry = try reader.next() { found.append(entry.payload) }
      #expect(found == Array([[2], [3]].dropFirst(number)))
      #expect(reader.end == .clean)
    }
    var log = try LogFile(continuing: LogReader(LogPromise.path, after: places[1], in: disk))
    try log.append([[4]])
    #expect(try payloads(LogPromise.path, in: disk) == ([[1], [2], [3], [4]], .clean))
  }

  @Test func `a place of another log, or of an entry that is gone, is damage`() throws {
    let disk = Sample.disk(Sample.log([[1], [2], [3]]))
    var other = try LogReader(LogPromise.path, in: Sample.disk(Sample.log([[1], [2], [3]])))
    let stranger = try #require(try other.next()?.place)
    let places = [
      stranger, LogEntry.Place(position: stranger.position, checksum: stranger.checksum ^ 1),
      LogEntry.Place(position: 72, checksum: 1), LogEntry.Place(position: 105, checksum: 1),
      LogEntry.Place(position: 184, checksum: 1), LogEntry.Place(position: -8, checksum: 1),
      LogEntry.Place(position: .max, checksum: 1),
    ]
    for place in places {
      var reader = try LogReader(LogPromise.path, after: place, in: disk)
      #expect(try reader.next() == nil)
      #expect(reader.end == .damaged(LogDamage(position: place.position, reason: .chain)))
    }
  }

  @Test func `a log that changed after it was read is not continued`() throws {
    let bytes = Sample.log([[1], [2]])
    let others = [bytes + [1], Array(bytes.dropLast(40)), Sample.log([[1], [2]])]
    for other in others {
      for isReplaced in [false, true] {
        let disk = Sample.disk(bytes)
        var reader = try LogReader(LogPromise.path, in: disk)
        while try reader.next() != nil {}
        if isReplaced { disk.put(other, at: LogPromise.path) } else { disk.write(other, at: LogPromise.path) }
        let error = LogError.changedMeanwhile(path: LogPromise.path)
        #expect(throws: error) { _ = try LogFile(continuing: reader) }
        #expect(
          error.description
            == "The log data/todos.log cannot be continued, because it changed after it was read: another process may be writing it."
        )
        #expect(disk.content(of: LogPromise.path) == other)
        #expect(disk.allNames(in: "data") == ["todos.log"])
      }
    }
  }

  @Test func `where a log could not be created there is none, so that the next attempt succeeds`() throws {
    for call in Sample.callsOfCreation.indices {
      let disk = SimulatedDisk(.failing(call, .other(code: 5)))
      #expect(throws: LogError.self) { _ = try LogFile(creating: LogPromise.path, base: 7, in: disk) }
      #expect(disk.allNames(in: "data") == [])
      _ = try LogFile(creating: LogPromise.path, base: 7, in: disk)
    }
  }

  @Test func `a pipe is no log, and nobody waits for its other end`() throws {
    #expect(mkfifo(path, 0o600) == 0)
    let error = LogError.disk(DiskError(.open, path, .notAFile))
    #expect(throws: error) { _ = try LogReader(path, in: DiskFiles()) }
  }

  @Test func `a second end at the same place is kept too`() throws {
    let whole = Sample.log([[1], [2]])
    let disk = Sample.disk(Array(whole.dropLast(1)))
    var copies: [String?] = []
    for tail in [[5], [6, 6], nil] as [[UInt8]?] {
      if let tail { disk.write(Array(whole[..<104]) + tail, at: LogPromise.path) }
      copies.append(try LogFile(continuing: LogReader(LogPromise.path, in: disk)).repair?.copy)
    }
    #expect(copies == ["data/todos.log.cut-104", "data/todos.log.cut-104-2", nil])
    #expect(disk.content(of: "data/todos.log.cut-104") == [5])
    #expect(disk.content(of: "data/todos.log.cut-104-2") == [6, 6])
  }

  @Test func `a torn end is cut off without a copy if the disk is full, and what is behind damage is not`() throws {
    let whole = Sample.log([[1], [2]])
    let disk = Sample.disk(Array(whole.dropLast(1)))
    disk.fail([.write]) { $0.hasSuffix(".saving") }
    var log = try LogFile(continuing: LogReader(LogPromise.path, in: disk))
    #expect(log.repair == LogRepair(position: 104, count: 39, copy: nil))
    #expect(disk.allNames(in: "data") == ["todos.log"])
    try log.append([[3]])
    #expect(try payloads(LogPromise.path, in: disk) == ([[1], [3]], .clean))
    var damaged = Sample.log([[1], [2], [3]])
    damaged[64 + 40 + 32] ^= 1
    let other = Sample.disk(damaged)
    other.fail([.write]) { $0.hasSuffix(".saving") }
    #expect(throws: LogError.self) {
      _ = try LogFile(continuing: LogReader(LogPromise.path, in: other), recovering: true)
    }
    #expect(other.content(of: LogPromise.path) == damaged)
    for reason in [DiskError.Reason.readOnly, .notPermitted, .other(code: 5)] {
      let refusing = Sample.disk(Array(whole.dropLast(1)))
      refusing.fail([.write], reason) { $0.hasSuffix(".saving") }
      #expect(throws: LogError.self) { _ = try LogFile(continuing: LogReader(LogPromise.path, in: refusing)) }
      #expect(refusing.content(of: LogPromise.path) == Array(whole.dropLast(1)))
    }
  }

  @Test func `what was cut off has the permissions of the log, and a new log those of a file`() throws {
    let files = DiskFiles()
    try folder.put([], "store")
    try files.open(folder("store"), .writing).setPermissions(0o600)
    _ = try LogFile(creating: path, base: 1, permissionsOf: folder("store"), in: files)
    #expect(try files.status(of: path)?.permissions == 0o600)
    try files.open(path, .writing).write([1], at: 64)
    let repair = try LogFile(continuing: LogReader(path, in: files)).repair
    #expect(try repair?.copy.flatMap { try files.status(of: $0)?.permissions } == 0o600)
  }

  @Test func `a log keeps its lock until it is closed, or gone`() throws {
    let files = DiskFiles()
    var closed = try LogFile(
      creating: folder("closed"), base: 1, lock: FileLock(of: folder("store"), in: files), in: files)
    #expect(throws: DiskError.self) { try FileLock(of: folder("store"), in: files) }
    try closed.close()
    try closed.close()
    #expect(throws: LogError.closed(path: folder("closed"))) { try closed.append([[1]]) }
    #expect(throws: LogError.closed(path: folder("closed"))) { try closed.flush() }
    do {
      let log = try LogFile(creating: path, base: 1, lock: FileLock(of: folder("store"), in: files), in: files)
      #expect(throws: DiskError.self) { try FileLock(of: folder("store"), in: files) }
      _ = log.path
    }
    _ = try FileLock(of: folder("store"), in: files)
  }

  // MARK: - Damage

  @Test func `a damaged log is refused, or continued where it was right`() throws {
    let entries: [[UInt8]] = [[1], [2], [3]]
    var bytes = Sample.log(entries)
    bytes[64 + 40 + 32] ^= 1
    let disk = Sample.disk(bytes)
    let error = LogError.damaged(path: LogPromise.path, LogDamage(position: 104, reason: .payload))
    #expect(throws: error) { _ = try LogFile(continuing: LogReader(LogPromise.path, in: disk)) }
    #expect(
      error.description
        == "The log data/todos.log is damaged at byte 104: the payload does not have the checksum that its header says."
    )
    #expect(disk.content(of: LogPromise.path) == bytes)
    var log = try LogFile(continuing: LogReader(LogPromise.path, in: disk), recovering: true)
    #expect(log.repair == LogRepair(position: 104, count: 80, copy: "data/todos.log.cut-104"))
    #expect(disk.content(of: "data/todos.log.cut-104") == Array(bytes[104...]))
    try log.append([[4]])
    #expect(try payloads(LogPromise.path, in: disk) == ([[1], [4]], .clean))
  }

  @Test func `a reader can go on behind damage, and a writer cannot`() throws {
    var bytes = Sample.log([[1], [2], [3], [4], [5]])
    bytes[64 + 40] ^= 1  // the header of the second
    bytes[64 + 3 * 40 + 32] ^= 1  // the payload of the fourth
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
        .damaged(LogDamage(position: 104, reason: .header)), .damaged(LogDamage(position: 184, reason: .payload)),
        .clean,
      ])
    #expect(throws: LogError.damaged(path: LogPromise.path, LogDamage(position: 104, reason: .header))) {
      _ = try LogFile(continuing: reader, recovering: true)
    }
  }

  @Test func `entries of other logs and other places are no entries`() throws {
    let entries = [[UInt8]](repeating: [1], count: 3)
    let bytes = Sample.log(entries)
    let position = Int64(Sample.end(of: [[1], [1]]))
    // Of another log with the same content, and of this one with the second entry in the third one's place.
    for third in [Array(Sample.log(entries)[Int(position)...]), Array(bytes[Int(position) - 40..<Int(position)])] {
      var reader = try LogReader(LogPromise.path, in: Sample.disk(Array(bytes[..<Int(position)]) + third))
      while try reader.next() != nil {}
      #expect(reader.end == .damaged(LogDamage(position: position, reason: .header)))
    }
  }
}

extension UInt32 {
  fileprivate var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}
