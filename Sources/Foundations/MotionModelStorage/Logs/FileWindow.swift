/// A part of a file in memory, for reading from the beginning to the end.
struct FileWindow {
  let file: any OpenFile
  private(set) var size: Int64
  private var bytes: [UInt8]
  private var start: Int64 = 0
  private var count = 0

  /// - Parameter pieceSize: How many bytes are read at once.
  init(_ file: any OpenFile, pieceSize: Int = 1 << 16) throws(DiskError) {
    self.file = file
    size = try file.size()
    bytes = [UInt8](repeating: 0, count: pieceSize)
  }

  /// Calls `body` with bytes at a position: with fewer at the end of the file.
  mutating func withBytes<Value>(
    at position: Int64, count wanted: Int, _ body: (UnsafeRawBufferPointer) -> Value
  ) throws(DiskError) -> Value {
    let wanted = Int(clamping: min(Int64(wanted), max(0, size - position)))
    if position < start || position + Int64(wanted) > start + Int64(count) { try load(from: position, wanted) }
    let offset = Int(truncatingIfNeeded: position - start)
    return bytes.withUnsafeBytes { bytes in
      body(UnsafeRawBufferPointer(rebasing: bytes[offset..<max(offset, min(count, offset + wanted))]))
    }
  }

  /// Measures the file again, and forgets what was read of it.
  mutating func refresh() throws(DiskError) {
    size = try file.size()
    count = 0
  }

  private mutating func load(from position: Int64, _ wanted: Int) throws(DiskError) {
    if bytes.count < wanted { bytes = [UInt8](repeating: 0, count: wanted) }
    let result = bytes.withUnsafeMutableBytes { bytes in
      let rest = Int(clamping: max(0, min(Int64(bytes.count), size - position)))
      return Result { () throws(DiskError) in
        try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<rest]), at: position)
      }
    }
    (start, count) = (position, 0)
    count = try result.get()
  }
}
