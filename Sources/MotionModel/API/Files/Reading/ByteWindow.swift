/// The part of a file that is in memory while the file is read from its beginning to its end.
///
/// It is a class, because all copies of a reader are at the same place of the file.
final class ByteWindow {
  /// The bytes in memory. They are valid until more are read.
  private(set) var bytes: UnsafeRawBufferPointer
  /// The place of the first of them in the file.
  private(set) var start = 0
  /// Whether the file ends with them.
  private(set) var isAtEnd = true
  private let source: (any ByteSource)?
  private var memory: UnsafeMutableRawBufferPointer

  /// How many bytes are read at once. Tests read fewer.
  @TaskLocal static var pieceSize = 1 << 18

  /// Bytes that are in memory as a whole, and are valid as long as the window.
  init(_ bytes: UnsafeRawBufferPointer) {
    (self.bytes, source) = (bytes, nil)
    memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  /// The beginning of a file.
  init(_ source: any ByteSource) throws(FileError) {
    self.source = source
    memory = .allocate(byteCount: Self.pieceSize, alignment: 16)
    bytes = UnsafeRawBufferPointer(rebasing: memory[..<0])
    isAtEnd = false
    try fill(behind: 0)
  }

  deinit { memory.deallocate() }

  /// How much memory the window has.
  var capacity: Int { source == nil ? bytes.count : memory.count }

  /// Reads more of the file. The bytes before an index are forgotten: the byte at the index is the first one then.
  ///
  /// The memory doubles if more than half of it is kept. So reading a part again until all of it is in memory takes
  /// time in proportion to its length.
  ///
  /// - Returns: Whether there was more. At the end of the file nothing changes.
  @discardableResult func readMore(keepingFrom index: Int) throws(FileError) -> Bool {
    if isAtEnd { return false }
    let kept = UnsafeRawBufferPointer(rebasing: bytes[index...])
    start += index
    if kept.count > memory.count / 2 {
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: memory.count * 2, alignment: 16)
      larger.copyMemory(from: kept)
      memory.deallocate()
      memory = larger
    } else if let target = memory.baseAddress, let source = kept.baseAddress {
      target.copyMemory(from: source, byteCount: kept.count)
    }
    return try fill(behind: kept.count)
  }

  /// Reads as much of the file as shows its format.
  func readBeginning() throws(FileError) {
    while !isAtEnd && bytes.count < 1 << 10 { try readMore(keepingFrom: 0) }
  }

  /// Reads the rest of the file, and returns all of it.
  func readAll() throws(FileError) -> UnsafeRawBufferPointer {
    while !isAtEnd { try readMore(keepingFrom: 0) }
    return bytes
  }

  /// Reads as many bytes as there is memory for.
  @discardableResult private func fill(behind kept: Int) throws(FileError) -> Bool {
    let free = UnsafeMutableRawBufferPointer(rebasing: memory[kept...])
    let count = try source?.read(into: free) ?? 0
    isAtEnd = count < free.count
    bytes = UnsafeRawBufferPointer(rebasing: memory[..<(kept + count)])
    return count > 0
  }
}

/// Where the bytes of a file come from, in their order.
protocol ByteSource: AnyObject {
  /// Fills memory with the next bytes.
  ///
  /// - Returns: How many were read: fewer than the memory holds only at the end of the file.
  func read(into memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int
}
