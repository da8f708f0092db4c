import MotionModelStorage

/// Reads the blocks of a file in the compact format.
struct CompactBlocks {
  private let window: ByteWindow
  /// Where the next block begins in the window.
  private var index: Int
  /// Where the last block that was read begins in the file.
  private var start = 0

  init(_ window: ByteWindow) throws {
    (self.window, index) = (window, CompactBlock.signature.count)
    guard window.bytes.starts(with: CompactBlock.signature) else { throw CompactFault(position: 0, reason: .content) }
  }

  /// Where the next block begins in the file.
  var position: Int { window.start + index }

  mutating func isAtEnd() throws -> Bool { try !isInMemory(1) }

  /// Returns an error about the last block that was read.
  func fault(_ reason: CompactFault.Reason) -> CompactFault { CompactFault(position: start, reason: reason) }

  /// Reads the next block, which has to be of a kind.
  ///
  /// - Parameter body: Reads the content, to its end.
  mutating func content<Value>(
    _ kind: CompactBlock.Kind, _ body: (inout BinaryReader) throws(BinaryReader.Malformed) -> Value
  ) throws -> Value {
    start = position
    guard let end = try nextEnd() else { throw fault(.cutOff) }
    let block = UnsafeRawBufferPointer(rebasing: window.bytes[index..<end])
    let checksum = UInt32(littleEndian: block.loadUnaligned(as: UInt32.self))
    let found = UInt32(littleEndian: block.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
    let covered = UnsafeRawBufferPointer(rebasing: block[CompactBlock.checksumSize...])
    guard CRC32C.checksum(of: covered) == checksum else { throw fault(.checksum) }
    guard found == kind.rawValue else { throw fault(.order) }
    var reader = BinaryReader(UnsafeRawBufferPointer(rebasing: block[CompactBlock.headerSize...]))
    do throws(BinaryReader.Malformed) {
      let value = try body(&reader)
      guard reader.isAtEnd else { throw BinaryReader.Malformed() }
      index = end
      return value
    } catch {
      throw fault(.content)
    }
  }

  /// The kind that the next block says it is of, whether or not its checksum is right; nil for no kind.
  var nextKind: CompactBlock.Kind? {
    mutating get {
      guard (try? isInMemory(CompactBlock.headerSize)) == true else { return nil }
      return CompactBlock.Kind(
        rawValue: UInt32(littleEndian: window.bytes.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self)))
    }
  }

  /// Skips the next block, whatever its content.
  ///
  /// - Returns: False if its stated length goes beyond the file.
  mutating func skip() -> Bool {
    guard let end = try? nextEnd() else { return false }
    index = end
    return true
  }

  /// Reads the next block, and returns the index behind it; nil if the file ends before.
  private mutating func nextEnd() throws -> Int? {
    guard try isInMemory(CompactBlock.headerSize) else { return nil }
    let length = UInt64(littleEndian: window.bytes.loadUnaligned(fromByteOffset: index + 8, as: UInt64.self))
    guard let length = Int(exactly: length), length <= Int.max - CompactBlock.headerSize,
      try isInMemory(CompactBlock.headerSize + length)
    else { return nil }
    return index + CompactBlock.headerSize + length
  }

  /// Reads bytes from the beginning of the next block, if the file has as many. Memory is taken for bytes that are
  /// there, whatever a length says.
  private mutating func isInMemory(_ count: Int) throws -> Bool {
    while window.bytes.count - index < count {
      if window.isAtEnd { return false }
      try window.readMore(keepingFrom: index)
      index = 0
    }
    return true
  }

  /// Reads the next block, which holds a dictionary.
  mutating func dictionary(_ kind: CompactBlock.Kind) throws -> [String: AttributeValue] {
    let value = try content(kind) { reader throws(BinaryReader.Malformed) in try reader.readValue() }
    guard case .dictionary(let members) = value else { throw fault(.content) }
    return members
  }
}

extension CompactBlocks {
  /// Reads the next group of rows, column by column.
  mutating func rows(of section: FileSection, atMost missing: Int) throws -> PackedRows {
    let start = position
    let count = try rowCount(atMost: missing)
    var columns: [PackedColumn] = []
    for _ in section.allColumns { columns.append(try column(count)) }
    let places = section.hasPlaces ? try self.places(count) : nil
    // Each record has an id, which takes at least a byte. So there is memory for records only if the file is long.
    guard count <= position - start else { throw fault(.content) }
    return PackedRows(count: count, columns: columns, places: places)
  }

  /// Passes over the next group of rows, of which only the checksums are looked at.
  ///
  /// - Returns: How many rows there are.
  mutating func skipRows(of section: FileSection, atMost missing: Int) throws -> Int {
    let count = try rowCount(atMost: missing)
    for _ in 0..<section.allColumns.count + (section.hasPlaces ? 1 : 0) {
      _ = try content(.column) { reader throws(BinaryReader.Malformed) in try reader.readBytes(reader.bytesLeft) }
    }
    return count
  }

  private mutating func rowCount(atMost missing: Int) throws -> Int {
    let count = Int(
      clamping: try content(.rows) { reader throws(BinaryReader.Malformed) in try reader.readFixed(UInt32.self) })
    guard count > 0 && count <= missing else { throw fault(.content) }
    return count
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

/// What is wrong with a file in the compact format. Its description follows "cannot be read" in that of an error.
struct CompactFault: Error, CustomStringConvertible {
  /// Where the part begins that cannot be read.
  let position: Int
  let reason: Reason

  enum Reason: String {
    case cutOff = "the file ends before the part that begins there"
    case checksum = "the content does not have its checksum"
    case order = "another part was expected"
    /// The checksum is right, and the content is not what a writer writes.
    case content = "the content is not of this format"
  }

  var description: String { "at byte \(position), where \(reason.rawValue)" }
}
