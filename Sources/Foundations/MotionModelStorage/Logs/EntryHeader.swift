/// The 32 bytes before the payload of an entry, at a position that is a multiple of 8. All numbers are little-endian.
///
///     0   4  length of the payload
///     4   4  kind: 1 is a payload, 2 a mark without payload, which records how far the log was flushed
///     8   8  position up to which the log was flushed when the entry was written
///     16  4  checksum of the previous entry's header, against missing and exchanged entries
///     20  4  number of sectors of the payload that are zeros; any other zero sector was not written
///     24  4  checksum of the payload and its padding
///     28  4  checksum of the position and of the bytes before
///     32     payload, then zeros up to a multiple of 8
///
/// Both checksums begin with the seed of the log (``LogHeader/seed``). That of the header includes that of the payload,
/// so the chain of headers covers everything.
struct EntryHeader: Hashable {
  var length: UInt32
  var kind: Kind
  var flushed: Int64
  var previous: UInt32
  var emptySectors: UInt32
  var payloadChecksum: UInt32

  enum Kind: UInt32 {
    case payload = 1
    case mark
  }

  static let size = 32

  /// The largest payload, 1 GiB. A reader never believes a larger length.
  static let maximumLength: UInt32 = 1 << 30

  /// How many bytes the payload has: at most ``maximumLength``.
  var payloadSize: Int { Int(truncatingIfNeeded: length) }
  /// How many bytes the entry takes: header, payload and padding.
  var extent: Int64 { Int64(Self.size) + Int64(Self.padded(payloadSize)) }

  static func padded(_ length: Int) -> Int { (length + 7) & ~7 }

  /// Returns the checksum of all but the last 4 bytes of a header, at a position of the log.
  static func checksum(of bytes: UnsafeRawBufferPointer, at position: Int64, seed: UInt32) -> UInt32 {
    let start = withUnsafeBytes(of: position.littleEndian) { CRC32C.checksum(of: $0, continuing: seed) }
    return CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: bytes[..<28]), continuing: start)
  }

  /// Appends an entry that is to be written at a position.
  ///
  /// - Returns: The checksum of its header.
  static func append(
    _ kind: Kind, _ payload: UnsafeRawBufferPointer, to bytes: inout [UInt8], at position: Int64, previous: UInt32,
    flushed: Int64, seed: UInt32
  ) -> UInt32 {
    let start = bytes.count
    bytes.append(number: UInt32(payload.count))
    bytes.append(number: kind.rawValue)
    bytes.append(number: flushed)
    bytes.append(number: previous)
    bytes.append(number: Sector.countEmpty(inPayload: payload, at: position + Int64(size)))
    bytes.append(number: 0 as UInt64)
    bytes.append(contentsOf: payload)
    bytes.append(contentsOf: repeatElement(0, count: padded(payload.count) - payload.count))
    return bytes.withUnsafeMutableBytes { bytes in
      let entry = UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
      let payload = CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: entry[size...]), continuing: seed)
      entry.storeBytes(of: payload.littleEndian, toByteOffset: 24, as: UInt32.self)
      let header = checksum(of: UnsafeRawBufferPointer(entry), at: position, seed: seed)
      entry.storeBytes(of: header.littleEndian, toByteOffset: 28, as: UInt32.self)
      return header
    }
  }
}

extension EntryHeader {
  /// Reads a header, and returns nil if it was not written at this position of this log.
  init?(decoding bytes: UnsafeRawBufferPointer, at position: Int64, seed: UInt32) {
    // The first two conditions fail for zeros and for nearly all other bytes, so that a search for headers is quick.
    guard let kind = Kind(rawValue: bytes.number(at: 4, as: UInt32.self)) else { return nil }
    self.kind = kind
    length = bytes.number(at: 0, as: UInt32.self)
    flushed = bytes.number(at: 8, as: Int64.self)
    previous = bytes.number(at: 16, as: UInt32.self)
    emptySectors = bytes.number(at: 20, as: UInt32.self)
    payloadChecksum = bytes.number(at: 24, as: UInt32.self)
    guard flushed >= LogHeader.size, flushed <= position, length <= Self.maximumLength,
      bytes.number(at: 28, as: UInt32.self) == Self.checksum(of: bytes, at: position, seed: seed)
    else { return nil }
  }
}

/// What a disk writes as a whole or not at all.
enum Sector {
  static let size: Int64 = 512

  /// Returns how many of the sectors that hold bytes of a file have only zeros of them.
  ///
  /// - Parameter position: Where the bytes are in the file. Of the first and the last sector only the part counts that
  ///   belongs to the bytes.
  static func countEmpty(in bytes: UnsafeRawBufferPointer, at position: Int64) -> UInt32 {
    var (count, start): (UInt32, Int) = (0, 0)
    while start < bytes.count {
      let end = min(bytes.count, start + Int(truncatingIfNeeded: size - (position + Int64(start)) % size))
      if isZero(bytes, start, end) { count += 1 }
      start = end
    }
    return count
  }

  /// Returns how many sectors of an entry's payload are empty, except the sector with the end of its header, which is
  /// written with the header.
  static func countEmpty(inPayload bytes: UnsafeRawBufferPointer, at position: Int64) -> UInt32 {
    let next = (position + size - 1) / size * size
    let start = Int(truncatingIfNeeded: next - position)
    guard start < bytes.count else { return 0 }
    return countEmpty(in: UnsafeRawBufferPointer(rebasing: bytes[start...]), at: next)
  }

  private static func isZero(_ bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> Bool {
    for index in start..<end where bytes[index] != 0 { return false }
    return true
  }
}
