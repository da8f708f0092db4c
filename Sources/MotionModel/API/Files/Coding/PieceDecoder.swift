import MotionModelStorage

/// Decodes a file piece by piece.
struct PieceDecoder {
  /// Returns the next `count` bytes of the file; fewer only at its end.
  typealias Source = (_ count: Int) throws(FileError) -> [UInt8]

  private let coding: any ByteCoding
  private let file: String
  private let source: Source
  private let salt: UInt128
  private let seed: UInt32
  private var index: UInt64 = 0
  private(set) var isAtEnd = false

  /// Reads the beginning of a file, behind the signature.
  ///
  /// - Parameters:
  ///   - coding: The coding; nil if none was passed.
  ///   - file: The file's name in errors.
  ///   - source: The bytes behind the signature.
  init(_ coding: (any ByteCoding)?, file: String, _ source: @escaping Source) throws(FileError) {
    let start = try source(CodedFile.headerSize - CodedFile.signature.count)
    let header: (version: UInt32, nameLength: UInt32, salt: UInt128)?
    header = try? start.withUnsafeBytes { bytes throws(BinaryReader.Malformed) in
      var reader = BinaryReader(bytes)
      return (try reader.readFixed(), try reader.readFixed(), try reader.readFixed())
    }
    guard let header,
      (1...UInt32(CodedFile.longestName)).contains(header.nameLength) || header.version > CodedFile.version
    else { throw .damagedPiece(file: file, coding: nil, piece: nil) }
    if header.version > CodedFile.version { throw .newer(file: file, version: Int(clamping: header.version)) }
    let length = Int(truncatingIfNeeded: header.nameLength)
    let rest = try source(length + 4)
    let covered = CodedFile.signature + start + rest.prefix(length)
    let checksum = rest.dropFirst(length).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard rest.count == length + 4, CRC32C.checksum(of: covered) == checksum,
      let name = String(validating: rest.prefix(length), as: UTF8.self)
    else { throw .damagedPiece(file: file, coding: nil, piece: nil) }
    guard let coding, coding.name == name else {
      throw .otherCoding(file: file, expected: coding?.name, found: name)
    }
    (self.coding, self.file, self.source) = (coding, file, source)
    (salt, seed) = (header.salt, checksum)
  }

  /// Returns the next piece; nil behind the last one.
  mutating func next() throws(FileError) -> [UInt8]? {
    if isAtEnd { return nil }
    let start = try source(CodedFile.pieceHeaderSize)
    guard start.count == CodedFile.pieceHeaderSize else { throw damage }
    let (checksum, size, length) = start.withUnsafeBytes { bytes in
      func number(_ offset: Int) -> UInt32 {
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      }
      return (number(0), number(4), Int(clamping: number(8)))
    }
    let (isLast, count) = (size & CodedFile.lastFlag != 0, Int(truncatingIfNeeded: size & ~CodedFile.lastFlag))
    guard count <= CodedFile.pieceSize, length <= CodedFile.longest(for: count) else { throw damage }
    let coded = try source(length)
    guard coded.count == length,
      CodedFile.checksum(of: Array(start[4...]), coded, index: index, seed: seed) == checksum
    else { throw damage }
    let place = CodedFile.place(salt: salt, index: index, isLast: isLast, count: count)
    let piece: [UInt8]
    do throws(PieceFault) { piece = try coding.decoded(coded, at: place) } catch {
      throw .notDecoded(file: file, coding: coding.name, piece: Int(clamping: index), reason: error.reason)
    }
    index += 1
    isAtEnd = isLast
    if isLast, try !source(1).isEmpty { throw damage }
    return piece
  }

  private var damage: FileError { .damagedPiece(file: file, coding: coding.name, piece: Int(clamping: index)) }
}

extension CodedFile {
  /// How many bytes the header and the first piece of a file take at most.
  package static let beginningSize = headerSize + longestName + 4 + pieceHeaderSize + longest(for: pieceSize)

  /// Returns the first piece of a file, of which ``beginningSize`` bytes are known; without a coding, all of these.
  ///
  /// - Throws: ``FileError/otherCoding(file:expected:found:)`` if the file is encoded otherwise.
  package static func beginning(
    of bytes: [UInt8], _ coding: (any ByteCoding)?, file: String
  ) throws(FileError) -> [UInt8] {
    guard bytes.starts(with: signature) else {
      if let coding { throw .otherCoding(file: file, expected: coding.name, found: nil) }
      return bytes
    }
    var position = signature.count
    var decoder = try PieceDecoder(coding, file: file) { count throws(FileError) in
      defer { position = min(position + count, bytes.count) }
      return Array(bytes[position..<min(position + count, bytes.count)])
    }
    return try decoder.next() ?? []
  }
}
