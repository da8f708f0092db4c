/// The first 64 bytes of a log. All numbers are little-endian.
///
///     0   8  "MMLOG", then the bytes 0D 0A 1A, which a transfer as text would change
///     8   4  version of the format, 1
///     12  4  zero
///     16 16  salt: random, so that entries of another log are never taken for this one's
///     32 16  base: chosen by the caller, such as the id of the snapshot on which the log builds
///     48 12  zeros
///     60  4  checksum of the bytes before it
package struct LogHeader: Hashable, Sendable {
  package let salt: UInt128
  package let base: UInt128

  package init(salt: UInt128 = Randomness.longBits(), base: UInt128) { (self.salt, self.base) = (salt, base) }

  static let size = 64
  package static let version: UInt32 = 1
  private static let magic = Array("MMLOG".utf8) + [0x0D, 0x0A, 0x1A]

  /// The start value of the checksums of entries, and the previous checksum of the first entry: the checksum of the
  /// header's bytes before its own checksum. A CRC of all 64 bytes would be the same for each log, because a CRC of
  /// bytes and their CRC is constant.
  var seed: UInt32 { CRC32C.checksum(of: encodedWithoutChecksum) }

  package var encoded: [UInt8] {
    var bytes = encodedWithoutChecksum
    bytes.append(number: CRC32C.checksum(of: bytes))
    return bytes
  }

  private var encodedWithoutChecksum: [UInt8] {
    var bytes = Self.magic
    bytes.append(number: Self.version)
    bytes.append(number: 0 as UInt32)
    bytes.append(number: salt)
    bytes.append(number: base)
    bytes.append(contentsOf: repeatElement(0, count: 12))
    return bytes
  }

  /// Reads a header.
  init(decoding bytes: UnsafeRawBufferPointer, path: String) throws(LogError) {
    guard bytes.count >= Self.magic.count, bytes.prefix(Self.magic.count).elementsEqual(Self.magic) else {
      throw .notALog(path: path)
    }
    guard bytes.count == Self.size else { throw .damagedHeader(path: path) }
    let version = bytes.number(at: 8, as: UInt32.self)
    guard version <= Self.version else { throw .newer(path: path, version: version) }
    self.init(salt: bytes.number(at: 16, as: UInt128.self), base: bytes.number(at: 32, as: UInt128.self))
    // A header has one encoding, so every changed byte is noticed.
    guard bytes.elementsEqual(encoded) else { throw .damagedHeader(path: path) }
  }
}

extension [UInt8] {
  mutating func append(number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}

extension UnsafeRawBufferPointer {
  func number<Number: FixedWidthInteger & BitwiseCopyable>(at offset: Int, as type: Number.Type) -> Number {
    Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: type))
  }
}
