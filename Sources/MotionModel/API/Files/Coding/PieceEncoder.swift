import MotionModelStorage

/// Encodes a file, whose bytes come in any portions, and gives it away piece by piece. Without a coding, the bytes stay
/// as they are.
package struct PieceEncoder {
  private let coding: (any ByteCoding)?
  private let file: String
  private let pieceSize: Int
  private let salt: UInt128
  private let seed: UInt32
  private var index: UInt64 = 0
  /// Bytes that wait for a piece to be full, or for the end.
  private var waiting: [UInt8] = []
  /// What can be written by now.
  private var ready: [UInt8]

  /// - Parameters:
  ///   - file: The file's name in errors.
  ///   - pieceSize: How long pieces are, which tests choose.
  package init(_ coding: (any ByteCoding)?, file: String, pieceSize: Int = CodedFile.pieceSize) throws(FileError) {
    (self.coding, self.file, self.pieceSize, salt) = (coding, file, pieceSize, Randomness.longBits())
    guard let coding else {
      (seed, ready) = (0, [])
      return
    }
    let name = Array(coding.name.utf8)
    guard (1...CodedFile.longestName).contains(name.count) else {
      throw .unwritable(file: file, reason: "The name of a coding has 1 to \(CodedFile.longestName) bytes.")
    }
    var writer = BinaryWriter()
    CodedFile.signature.withUnsafeBytes { writer.write($0) }
    writer.write(fixed: CodedFile.version)
    writer.write(fixed: UInt32(name.count))
    writer.write(fixed: salt)
    name.withUnsafeBytes { writer.write($0) }
    seed = CRC32C.checksum(of: writer.bytes)
    writer.write(fixed: seed)
    ready = writer.bytes
  }

  /// Encodes bytes as far as they fill pieces.
  ///
  /// - Returns: What can be written.
  package mutating func encode(_ bytes: [UInt8]) throws(FileError) -> [UInt8] {
    guard let coding else { return bytes }
    waiting += bytes
    var start = 0
    // A piece waits for the next byte: it could be the last one.
    while waiting.count - start > pieceSize {
      try add(Array(waiting[start..<start + pieceSize]), isLast: false, coding)
      start += pieceSize
    }
    waiting.removeFirst(start)
    return takeReady()
  }

  /// Encodes the last piece.
  ///
  /// - Returns: The rest of the file.
  package mutating func finish() throws(FileError) -> [UInt8] {
    guard let coding else { return [] }
    try add(waiting, isLast: true, coding)
    waiting = []
    return takeReady()
  }

  private mutating func takeReady() -> [UInt8] {
    defer { ready = [] }
    return ready
  }

  private mutating func add(_ piece: [UInt8], isLast: Bool, _ coding: any ByteCoding) throws(FileError) {
    let place = CodedFile.place(salt: salt, index: index, isLast: isLast, count: piece.count)
    let coded: [UInt8]
    do throws(PieceFault) { coded = try coding.encoded(piece, at: place) } catch {
      throw .notEncoded(file: file, coding: coding.name, piece: Int(clamping: index), reason: error.reason)
    }
    var header = BinaryWriter()
    header.write(fixed: UInt32(piece.count) | (isLast ? CodedFile.lastFlag : 0))
    header.write(fixed: UInt32(coded.count))
    var checksum = BinaryWriter()
    checksum.write(fixed: CodedFile.checksum(of: header.bytes, coded, index: index, seed: seed))
    ready += checksum.bytes + header.bytes + coded
    index += 1
  }
}
