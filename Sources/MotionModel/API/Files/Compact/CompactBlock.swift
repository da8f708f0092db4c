import MotionModelStorage

/// A part of a file in the compact format, with a checksum.
///
/// | bytes | |
/// |---|---|
/// | 4 | the checksum of what follows (CRC-32C) |
/// | 4 | the kind |
/// | 8 | the number of bytes of the content |
/// | | the content |
///
/// A file begins with eight bytes that no text begins with, and that show whether a program changed the ends of lines.
enum CompactBlock {
  enum Kind: UInt32 {
    /// What the file holds: a dictionary.
    case file = 1
    /// What the file says about the records of a model: a dictionary.
    case section = 2
    /// The number of the records of which the following blocks hold a column each.
    case rows = 3
    case column = 4
    /// The end of the file, without content.
    case end = 5
  }

  static let signature: [UInt8] = [0x89, 0x4D, 0x4D, 0x44, 0x0D, 0x0A, 0x1A, 0x0A]
  static let headerSize = 16
  static let checksumSize = 4
  /// The number of records of which a writer writes the columns together. It fits the processor's nearer cache.
  static let rowCount = 1024
}

extension BinaryWriter {
  /// Writes a block with the content that `body` writes.
  mutating func write<Failure>(
    _ kind: CompactBlock.Kind, _ body: (inout BinaryWriter) throws(Failure) -> Void
  ) throws(Failure) {
    let start = bytes.count
    write(fixed: UInt32(0))
    write(fixed: kind.rawValue)
    write(fixed: UInt64(0))
    try body(&self)
    replace(at: start + 8, with: UInt64(bytes.count - start - CompactBlock.headerSize))
    let checksum = bytes.withUnsafeBytes {
      CRC32C.checksum(of: UnsafeRawBufferPointer(rebasing: $0[(start + CompactBlock.checksumSize)...]))
    }
    replace(at: start, with: checksum)
  }
}
