/// Decodes the bytes of an encoded file while they are read.
final class CodedSource: ByteSource {
  private var decoder: PieceDecoder
  /// What is left of the last piece.
  private var piece: ArraySlice<UInt8> = []

  private init(_ source: any ByteSource, _ coding: (any ByteCoding)?, file: String) throws(FileError) {
    decoder = try PieceDecoder(coding, file: file) { count throws(FileError) in try source.read(count) }
  }

  /// Returns the bytes of a file as they are without a coding.
  ///
  /// - Parameters:
  ///   - source: The bytes of the file.
  ///   - coding: The coding that was passed.
  ///   - file: The file's name in errors.
  /// - Throws: ``FileError/otherCoding(file:expected:found:)`` if the file is encoded otherwise.
  static func decoding(
    _ source: any ByteSource, _ coding: (any ByteCoding)?, file: String
  ) throws(FileError) -> any ByteSource {
    let start = try source.read(CodedFile.signature.count)
    if start == CodedFile.signature { return try CodedSource(source, coding, file: file) }
    if let coding { throw .otherCoding(file: file, expected: coding.name, found: nil) }
    return BegunSource(start, source)
  }

  func read(into memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    var count = 0
    while count < memory.count {
      if piece.isEmpty {
        guard let next = try decoder.next() else { break }
        piece = next[...]
      }
      let part = piece.prefix(memory.count - count)
      UnsafeMutableRawBufferPointer(rebasing: memory[count...]).copyBytes(from: part)
      piece = piece.dropFirst(part.count)
      count += part.count
    }
    return count
  }
}

/// A source whose first bytes have been read.
private final class BegunSource: ByteSource {
  private var start: ArraySlice<UInt8>
  private let rest: any ByteSource

  init(_ start: [UInt8], _ rest: any ByteSource) { (self.start, self.rest) = (start[...], rest) }

  func read(into memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    let first = start.prefix(memory.count)
    memory.copyBytes(from: first)
    start = start.dropFirst(first.count)
    return first.count + (try rest.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[first.count...])))
  }
}

/// Bytes that are in memory.
final class MemorySource: ByteSource {
  private var bytes: UnsafeRawBufferPointer

  /// - Parameter bytes: They have to be valid as long as the source is used.
  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  func read(into memory: UnsafeMutableRawBufferPointer) throws(FileError) -> Int {
    let count = min(bytes.count, memory.count)
    memory.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
    bytes = UnsafeRawBufferPointer(rebasing: bytes[count...])
    return count
  }
}

extension ByteSource {
  /// Returns the next `count` bytes; fewer only at the end.
  fileprivate func read(_ count: Int) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let read = bytes.withUnsafeMutableBytes { memory in
      Result { () throws(FileError) in try self.read(into: memory) }
    }
    bytes.removeLast(count - (try read.get()))
    return bytes
  }
}
