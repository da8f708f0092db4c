@testable import MotionModelStorage
import MotionModelStorageTestSupport
import MotionModelTestSupport
import Testing

/// Logs with random damage. `MOTIONMODEL_SEED` repeats a run.
struct LogFuzzTests {
  @Test(arguments: 0..<8)
  func `damage never becomes an entry, and all entries before it are read`(part: Int) throws {
    var random = TestSeed.generator(100 + part)
    var log = RandomLog(&random)
    for number in 0..<1250 {
      if number % 5 == 0 { log = RandomLog(&random) }
      let bytes = log.damaged(&random)
      let same = zip(log.bytes, bytes).prefix { $0 == $1 }.count
      let whole = log.entries.prefix { $0.end <= same }
      var found: [LogEntry] = []
      do {
        var reader = try LogReader(LogPromise.path, in: Sample.disk(bytes))
        while let entry = try reader.next() { found.append(entry) }
        #expect(found.starts(with: whole), "number \(number): \(found.count) of \(whole.count)")
        #expect(log.entries.starts(with: found), "number \(number): an entry that was not written")
        // Behind damage, the rest is found too, in order.
        while try reader.resume() { while let entry = try reader.next() { found.append(entry) } }
      } catch {
        #expect(same < 64, "number \(number): \(error)")
      }
      #expect(Set(found).isSubset(of: log.entries))
      #expect(found.map(\.place.position) == found.map(\.place.position).sorted())
    }
  }

  /// A log says how long its entries are. A length that is not true must not cost memory or time.
  @Test(arguments: [UInt32.max, 1 << 31, (1 << 30) + 1, 1 << 30, 1 << 20] as [UInt32])
  func `a hostile length is no reason to read or allocate`(length: UInt32) throws {
    // With valid checksums, as only somebody with intent writes them.
    var bytes = LogHeader(salt: 1, base: 1).encoded
    let seed = CRC32C.checksum(of: Array(bytes[..<60]))
    var header = withUnsafeBytes(of: length.littleEndian) { Array($0) }
    header += [1, 0, 0, 0, 64, 0, 0, 0, 0, 0, 0, 0]
    header += withUnsafeBytes(of: seed.littleEndian) { Array($0) } + [0, 0, 0, 0, 1, 2, 3, 4]
    let position = CRC32C.checksum(of: [64, 0, 0, 0, 0, 0, 0, 0], continuing: seed)
    header += withUnsafeBytes(of: CRC32C.checksum(of: header, continuing: position).littleEndian) { Array($0) }
    bytes += header + [UInt8](repeating: 1, count: 2000)
    let disk = Sample.disk(bytes)
    var reader = try LogReader(LogPromise.path, in: disk)
    #expect(try reader.next() == nil)
    #expect(
      reader.end
        == (length > 1 << 30
          ? .damaged(LogDamage(position: 64, reason: .header)) : .torn(at: 64, count: Int64(bytes.count - 64))))
    #expect(try !reader.resume())
    #expect(disk.log.filter { $0.kind == .read }.count <= 3)
  }
}

/// A log of random entries.
private struct RandomLog {
  let bytes: [UInt8]
  let entries: [LogEntry]

  init(_ random: inout SplitMix64) {
    let payloads = (0..<random.number(0...12)).map { _ in
      let length = random.pick([0, 1, 7, 8, 9, 30, 100, 487, 488, 600, 1100])
      // Zeros and few different bytes, which look like unwritten parts and like one another.
      let kind = random.number(0...2)
      return (0..<length).map { _ in
        kind == 0 ? 0 : kind == 1 ? UInt8(random.number(0...1)) : UInt8(random.number(0...255))
      }
    }
    let bytes = Sample.log(payloads, flushed: random.number(0...payloads.count))
    self.bytes = bytes
    entries = payloads.indices.map { index in
      let position = Sample.end(of: Array(payloads[..<index]))
      let checksum = bytes[position + 28..<position + 32].reversed().reduce(0) { $0 << 8 | UInt32($1) }
      return LogEntry(
        place: LogEntry.Place(position: Int64(position), checksum: checksum),
        end: Int64(Sample.end(of: Array(payloads[...index]))), payload: payloads[index])
    }
  }

  func damaged(_ random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<random.pick([1, 1, 1, 2, 4]) {
      let start = random.number(0...bytes.count)
      let end = min(bytes.count, start + random.pick([1, 2, 4, 8, 24, 100, 512, 5000]))
      let entry = random.pickAny(entries)
      switch random.number(0...8) {
      case 0: if start < bytes.count { bytes[start] ^= 1 << UInt8(random.number(0...7)) }
      case 1: bytes.removeSubrange(start...)
      case 2: bytes.removeSubrange(start..<end)
      case 3: for index in start..<end { bytes[index] = 0 }
      case 4: bytes += Array(repeating: 0, count: random.number(1...1000))
      case 5: bytes.insert(contentsOf: bytes[start..<end], at: random.number(0...bytes.count))
      case 6:  // an entry again, in any place
        if let entry, entry.end <= bytes.count {
          bytes.insert(contentsOf: bytes[Int(entry.place.position)..<Int(entry.end)], at: start / 8 * 8)
        }
      case 7:  // a length, or another number of a header
        if let entry {
          let number = random.pick([UInt64(1) << 63, .max, 1 << 31, 1 << 30, 0, 64])
          let place = Int(entry.place.position) + random.pick([0, 8, 16])
          withUnsafeBytes(of: number.littleEndian) { number in
            for (index, byte) in number.enumerated() where place + index < bytes.count { bytes[place + index] = byte }
          }
        }
      default:  // two entries change places
        if let entry, let other = random.pickAny(entries), other.end <= bytes.count, entry.end <= bytes.count,
          entry.payload.count == other.payload.count
        {
          for index in 0..<Int(entry.end - entry.place.position) {
            bytes.swapAt(Int(entry.place.position) + index, Int(other.place.position) + index)
          }
        }
      }
    }
    return bytes
  }
}
