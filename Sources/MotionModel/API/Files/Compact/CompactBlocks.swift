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

  /// The kind that the next block says it is of, whether or not its checksum is right; nil for no kind.
  var nextKind: CompactBlock.Kind? {
    guard bytes.count - position >= CompactBlock.headerSize else { return nil }
    return CompactBlock.Kind(
      rawValue: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: position + 4, as: UInt32.self)))
  }

  /// Goes behind the next block, whatever it has.
  ///
  /// - Returns: False if it says that it is longer than the file.
  mutating func skip() -> Bool {
    let content = position + CompactBlock.headerSize
    guard content <= bytes.count else { return false }
    let length = UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position + 8, as: UInt64.self))
    guard length <= bytes.count - content else { return false }
    position = content + Int(length)
    return true
  }

  /// Reads the next block, which holds a dictionary.
  mutating func dictionary(_ kind: CompactBlock.Kind) throws(CompactFault) -> [String: AttributeValue] {
    let value = try content(kind) { reader throws(BinaryReader.Malformed) in try reader.readValue() }
    guard case .dictionary(let members) = value else { throw fault(.content) }
    return members
  }
}

extension CompactBlocks {
  /// Reads the next group of rows, column by column.
  mutating func rows(of section: FileSection, atMost missing: Int) throws -> PackedRows {
    let start = position
    let count = Int(try content(.rows) { reader throws(BinaryReader.Malformed) in try reader.readFixed(UInt32.self) })
    guard count > 0 && count <= missing else { throw fault(.content) }
    var columns: [PackedColumn] = []
    for _ in section.allColumns { columns.append(try column(count)) }
    let places = section.hasPlaces ? try self.places(count) : nil
    // Each record has an id, which takes at least a byte. So there is memory for records only if the file is long.
    guard count <= position - start else { throw fault(.content) }
    return PackedRows(count: count, columns: columns, places: places)
  }

  private mutating func column(_ count: Int) throws -> PackedColumn {
    try content(.column) { reader throws(BinaryReader.Malformed) in try PackedColumn(count, from: &reader) }
  }

  private mutating func places(_ count: Int) throws -> [Int] {
    let column = try column(count)
    guard column.present == nil, let places = Int.unpacked(column.values),
      places.allSatisfy({ (0...PackedRows.highestPlace).contains($0) })
    else { throw fault(.content) }
    return places
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
