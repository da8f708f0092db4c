import MotionModelStorage

/// Reads the blocks of a file in the compact format.
///
/// It is valid only as long as the bytes are.
struct CompactBlocks {
  private let bytes: UnsafeRawBufferPointer
  /// Where the next block begins.
  private(set) var position: Int
  /// Where the last block that was read begins.
  private var start = 0

  init(_ bytes: UnsafeRawBufferPointer) throws(CompactFault) {
    (self.bytes, position) = (bytes, CompactBlock.signature.count)
    guard bytes.starts(with: CompactBlock.signature) else { throw CompactFault(position: 0, reason: .content) }
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Returns an error about the last block that was read.
  func fault(_ reason: CompactFault.Reason) -> CompactFault { CompactFault(position: start, reason: reason) }

  /// Reads the next block, which has to be of a kind.
  ///
  /// - Parameter body: Reads the content, to its end.
  mutating func content<Value>(
    _ kind: CompactBlock.Kind, _ body: (inout BinaryReader) throws(BinaryReader.Malformed) -> Value
  ) throws(CompactFault) -> Value {
    start = position
    guard bytes.count - start >= CompactBlock.headerSize else { throw fault(.cutOff) }
    let checksum = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self))
    let found = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self))
    let length = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 8, as: UInt64.self))
    let content = start + CompactBlock.headerSize
    guard length <= bytes.count - content else { throw fault(.cutOff) }
    let end = content + Int(length)
    let covered = UnsafeRawBufferPointer(rebasing: bytes[start + CompactBlock.checksumSize..<end])
    guard CRC32C.checksum(of: covered) == checksum else { throw fault(.checksum) }
    guard found == kind.rawValue else { throw fault(.order) }
    var reader = BinaryReader(UnsafeRawBufferPointer(rebasing: bytes[content..<end]))
    do throws(BinaryReader.Malformed) {
      let value = try body(&reader)
      guard reader.isAtEnd else { throw BinaryReader.Malformed() }
      position = end
      return value
    } catch {
      throw fault(.content)
    }
  }

  /// Reads the next block, which holds a dictionary.
  mutating func dictionary(_ kind: CompactBlock.Kind) throws(CompactFault) -> [String: AttributeValue] {
    let value = try content(kind) { reader throws(BinaryReader.Malformed) in try reader.readValue() }
    guard case .dictionary(let members) = value else { throw fault(.content) }
    return members
  }
}

/// What is wrong with a file in the compact format.
struct CompactFault: Error {
  /// Where the part begins that cannot be read.
  let position: Int
  let reason: Reason

  enum Reason {
    /// The file ends before the part does.
    case cutOff
    /// The content was changed after it was written.
    case checksum
    /// Another part was expected.
    case order
    /// The checksum is right, and the content is not what a writer writes.
    case content
  }
}

extension CompactFault: CustomStringConvertible {
  /// The words that follow "cannot be read" in the description of an error.
  var description: String {
    let what =
      switch reason {
      case .cutOff: "the file ends before the part that begins there"
      case .checksum: "the content does not have its checksum"
      case .order: "another part was expected"
      case .content: "the content is not of this format"
      }
    return "at byte \(position), where \(what)"
  }
}
