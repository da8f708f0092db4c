import MotionModelStorage

/// A file whose content is encoded: its layout, which is the same for each coding.
///
/// | bytes | |
/// |---|---|
/// | 8 | `89 4D 4D 43 0D 0A 1A 0A` |
/// | 4 | the version of the layout, 1 |
/// | 4 | the number of bytes of the coding's name |
/// | 16 | salt: random for each file |
/// | | the coding's name, in UTF-8 |
/// | 4 | checksum of all this (CRC-32C), with which the checksums of the pieces begin |
/// | | the pieces |
///
/// | bytes | of a piece |
/// |---|---|
/// | 4 | checksum of its number (8 bytes, from 0) and of what follows |
/// | 4 | the number of bytes that it has decoded, at most 2¹⁸; and 2³¹ if it is the last one |
/// | 4 | the number of bytes that follow, at most four times as many and 4,096 |
/// | | the encoded bytes |
///
/// Behind the last piece there is nothing. All numbers are little-endian.
package enum CodedFile {
  static let signature: [UInt8] = [0x89, 0x4D, 0x4D, 0x43, 0x0D, 0x0A, 0x1A, 0x0A]
  static let version: UInt32 = 1
  /// Before the name.
  static let headerSize = 32
  static let longestName = 255
  static let pieceHeaderSize = 12
  package static let pieceSize = 1 << 18
  static let lastFlag: UInt32 = 1 << 31

  /// The longest form in which a piece may be encoded.
  static func longest(for count: Int) -> Int { 4 * count + 4_096 }

  static func place(salt: UInt128, index: UInt64, isLast: Bool, count: Int) -> PiecePlace {
    PiecePlace(.file, salt: salt, index: index, flags: isLast ? 1 : 0, count: count)
  }

  /// Returns the checksum of a piece, beginning behind its own bytes.
  static func checksum(of piece: [UInt8], _ coded: [UInt8], index: UInt64, seed: UInt32) -> UInt32 {
    let start = withUnsafeBytes(of: index.littleEndian) { CRC32C.checksum(of: $0, continuing: seed) }
    return CRC32C.checksum(of: coded, continuing: CRC32C.checksum(of: piece, continuing: start))
  }
}
