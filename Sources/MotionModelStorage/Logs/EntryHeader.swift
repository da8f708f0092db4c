/// The 24 bytes before the payload of an entry, at a position that is a multiple of 8. All numbers are little-endian.
///
///     0   4  length of the payload
///     4   4  checksum of the header of the entry before, so that none can be missing or exchanged
///     8   8  position up to which the log was flushed when the entry was written
///     16  4  checksum of the payload and its padding
///     20  4  checksum of the position and of the bytes before
///     24     payload, then zeros up to a multiple of 8
///
/// Both checksums begin with the seed of the log (``LogHeader/seed``). That of the header includes that of the payload,
/// so the chain of headers covers everything.
struct EntryHeader: Hashable {
  var length: UInt32
  var previous: UInt32
  var flushed: Int64
  var payloadChecksum: UInt32

  static let size = 24

  /// The largest payload, 1 GiB. A reader never believes a larger length.
  static let maximumLength: UInt32 = 1 << 30

  /// How many bytes the entry takes: header, payload and padding.
  var extent: Int64 { Int64(Self.size) + Int64(Self.padded(Int(length))) }

  static func padded(_ length: Int) -> Int { (length + 7) & ~7 }

  /// Returns the checksum of 20 bytes of a header, at a position of the log.
  static func checksum(of bytes: UnsafeRawBufferPointer, at position: Int64, seed: UInt32) -> UInt32 {
    let start = withUnsafeBytes(of: position.littleEndian) { CRC32C.checksum(of: $0, continuing: seed) }
    return CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: bytes[..<20]), continuing: start)
  }

  /// Appends an entry that is to be written at a position.
  ///
  /// - Returns: The checksum of its header.
  static func append(
    _ payload: UnsafeRawBufferPointer, to bytes: inout [UInt8], at position: Int64, previous: UInt32, flushed: Int64,
    seed: UInt32
  ) -> UInt32 {
    let start = bytes.count
    bytes.append(number: UInt32(payload.count))
    bytes.append(number: previous)
    bytes.append(number: flushed)
    bytes.append(number: 0 as UInt64)
    bytes.append(contentsOf: payload)
    bytes.append(contentsOf: repeatElement(0, count: padded(payload.count) - payload.count))
    return bytes.withUnsafeMutableBytes { bytes in
      let entry = UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
      let payload = CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: entry[size...]), continuing: seed)
      entry.storeBytes(of: payload.littleEndian, toByteOffset: 16, as: UInt32.self)
      let header = checksum(of: UnsafeRawBufferPointer(entry), at: position, seed: seed)
      entry.storeBytes(of: header.littleEndian, toByteOffset: 20, as: UInt32.self)
      return header
    }
  }
}

extension EntryHeader {
  /// Reads a header, and returns nil if it was not written at this position of this log.
  init?(decoding bytes: UnsafeRawBufferPointer, at position: Int64, seed: UInt32) {
    length = bytes.number(at: 0, as: UInt32.self)
    previous = bytes.number(at: 4, as: UInt32.self)
    flushed = bytes.number(at: 8, as: Int64.self)
    payloadChecksum = bytes.number(at: 16, as: UInt32.self)
    // The first line fails for zeros and for nearly all other bytes, so that a search for headers is quick.
    guard flushed >= LogHeader.size, flushed <= position, length <= Self.maximumLength,
      bytes.number(at: 20, as: UInt32.self) == Self.checksum(of: bytes, at: position, seed: seed)
    else { return nil }
  }
}
