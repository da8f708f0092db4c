import MotionModelStorage
import MotionModelTestSupport
import Testing

@testable import MotionModel

/// The layout of encoded files.
@Suite struct CodedFileTests {
  private static func encode(
    _ bytes: [UInt8], _ coding: any ByteCoding, portion: Int = .max, pieceSize: Int = CodedFile.pieceSize
  ) throws -> [UInt8] {
    var (encoder, file) = (try PieceEncoder(coding, file: "todos", pieceSize: pieceSize), [UInt8]())
    var start = 0
    while start < bytes.count {
      let end = min(bytes.count, start + min(portion, bytes.count))
      file += try encoder.encode(Array(bytes[start..<end]))
      start = end
    }
    return file + (try encoder.finish())
  }

  /// Decodes a file, and returns its pieces.
  private static func pieces(_ file: [UInt8], _ coding: (any ByteCoding)?) throws -> [[UInt8]] {
    var position = CodedFile.signature.count
    var largest = 0
    var decoder = try PieceDecoder(coding, file: "todos") { count throws(FileError) in
      defer { position = min(file.count, position + count) }
      largest = max(largest, count)
      return Array(file[min(position, file.count)..<min(file.count, position + count)])
    }
    var pieces: [[UInt8]] = []
    while let piece = try decoder.next() { pieces.append(piece) }
    // Not more is asked for at once than the longest form of a piece.
    #expect(largest <= CodedFile.longest(for: CodedFile.pieceSize))
    return pieces
  }

  private static func error(_ file: [UInt8], _ coding: (any ByteCoding)? = Scrambling()) -> FileError? {
    do { _ = try pieces(file, coding) } catch { return error as? FileError }
    return nil
  }

  private static func bytes(_ count: Int) -> [UInt8] {
    var random = SplitMix64(seed: UInt64(count))
    return (0..<count).map { _ in UInt8.random(in: 0...3, using: &random) }
  }

  @Test(arguments: [0, 1, 100, 1 << 18, 1 << 18 + 1, 3 << 18, 700_000])
  func `any content is decoded again, in whatever portions it came`(count: Int) throws {
    let content = Self.bytes(count)
    for portion in [Int.max, 100_000, 1 << 18] {
      let pieces = try Self.pieces(Self.encode(content, AnyCoding(), portion: portion), AnyCoding())
      #expect(pieces.flatMap { $0 } == content)
      #expect(pieces.count == max(1, (count + (1 << 18) - 1) >> 18))
    }
    let start = Array(content.prefix(10_000))
    for coding: any ByteCoding in [RunLengths(), Scrambling()] {
      #expect(try Self.pieces(Self.encode(start, coding), coding) == [start])
    }
  }

  @Test func `each file has its own salt, so equal contents have different files`() throws {
    #expect(try Self.encode([1, 2], AnyCoding()) != Self.encode([1, 2], AnyCoding()))
  }

  @Test func `the layout is the documented one`() throws {
    let file = try Self.encode([1, 1, 1], RunLengths())
    #expect(Array(file.prefix(16)) == CodedFile.signature + [1, 0, 0, 0, 4, 0, 0, 0])
    #expect(Array(file[32..<36]) == Array("runs".utf8))
    #expect(CRC32C.checksum(of: Array(file[..<36])) == file[36..<40].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    #expect(Array(file[44...]) == [3, 0, 0, 0x80, 2, 0, 0, 0, 3, 1])
  }

  // MARK: - Other codings

  @Test func `another coding, or none, is an error that names the one of the file`() throws {
    let file = try Self.encode([1], Scrambling())
    let none = Self.error(file, nil)
    #expect(none == .otherCoding(file: "todos", expected: nil, found: "scrambling"))
    #expect(none?.description == "The file todos is encoded with scrambling: pass that coding.")
    let other = Self.error(file, RunLengths())
    #expect(other == .otherCoding(file: "todos", expected: "runs", found: "scrambling"))
    #expect(other?.description == "The file todos is encoded with scrambling, and not with runs: pass that coding.")
  }

  @Test func `a wrong key is the coding's error with the piece`() throws {
    let error = Self.error(try Self.encode([1], Scrambling()), Scrambling(key: 8))
    #expect(
      error?.description
        == "Piece 0 of the file todos cannot be decoded with scrambling: the key is another one, or the piece was changed."
    )
  }

  @Test func `a coding's name has a length`() {
    for name in ["", String(repeating: "n", count: 256)] {
      #expect(throws: FileError.self) { try PieceEncoder(AnyCoding(name: name), file: "todos") }
    }
  }

  // MARK: - Damage

  @Test func `each cut and each changed bit is found`() throws {
    let file = try Self.encode(Self.bytes(40), Scrambling())
    for end in 8..<file.count {
      let error = Self.error(Array(file[..<end]))
      #expect(error?.isDamage == true, "\(end)")
    }
    for place in 8..<file.count {
      for bit in 0..<8 {
        var file = file
        file[place] ^= 1 << bit
        let error = Self.error(file)
        // A change of the version's bytes is a newer version.
        #expect((8..<12).contains(place) ? error != nil : error?.isDamage == true, "\(place)")
      }
    }
    #expect(Self.error(file + [0])?.isDamage == true)
  }

  @Test func `pieces that are exchanged, repeated, left out or of another file are found, also with right checksums`()
    throws
  {
    let file = try Self.encode(Self.bytes(250), Scrambling(), pieceSize: 100)
    let other = try Self.encode(Self.bytes(250), Scrambling(), pieceSize: 100)
    let parts = PartsOfFile(file)
    #expect(parts.pieces.count == 3 && parts.joined(parts.pieces) == file)
    let p = parts.pieces
    for order in [[p[1], p[0], p[2]], [p[0], p[0], p[2]], [p[0], p[2]], [p[2]], [p[0], p[1]], [p[0], p[1], p[1]]] {
      #expect(Self.error(parts.joined(order))?.isDamage == true)
      // Somebody who computes the checksums anew is found by the coding.
      #expect(Self.error(parts.sealed(order))?.isDamage == (order == [p[0], p[1]]))
    }
    #expect(Self.error(parts.sealed([PartsOfFile(other).pieces[0], p[1], p[2]]))?.isDamage == false)
    // The last piece is marked as one that is not.
    var unmarked = p
    unmarked[2][7] &= 0x7F
    #expect(Self.error(parts.sealed(unmarked)) != nil)
    var early = p
    early[0][7] |= 0x80
    #expect(Self.error(parts.sealed([early[0]]))?.isDamage == false)
  }

  @Test func `a hostile length is no reason to read or allocate`() throws {
    let parts = PartsOfFile(try Self.encode(Self.bytes(10), Scrambling()))
    for (offset, value): (Int, UInt32) in [(8, .max), (8, 1 << 30), (4, .max), (4, 0x8004_0001), (4, 0x7FFF_FFFF)] {
      var piece = parts.pieces[0]
      for byte in 0..<4 { piece[offset + byte] = UInt8(truncatingIfNeeded: value >> UInt32(byte * 8)) }
      #expect(Self.error(parts.sealed([piece]))?.isDamage == true)
    }
  }

  @Test func `a compressed bomb stops at the stated length`() throws {
    let file = try Self.encode(Array(repeating: 1, count: 510), RunLengths())
    let parts = PartsOfFile(file)
    #expect(parts.pieces[0].suffix(4) == [255, 1, 255, 1])
    // It says that it has ten bytes, and would be decoded to 510.
    var piece = parts.pieces[0]
    (piece[4], piece[5]) = (10, 0)
    #expect(
      Self.error(parts.sealed([piece]), RunLengths())?.description
        == "Piece 0 of the file todos cannot be decoded with runs: the runs are longer than the piece.")
    // A coding that does not stop returns another number of bytes than was stated.
    #expect(
      Self.error(try Self.encode([1, 2], AnyCoding()), AnyCoding(decoding: { $0 + $0 }))?.description
        == "Piece 0 of the file todos cannot be decoded with any: it has another number of bytes than was stated.")
  }

  @Test func `what a coding refuses to encode, or makes too long, is not written`() {
    struct Reason: Error, CustomStringConvertible { let description = "no key" }
    for (coding, words) in [
      (AnyCoding(encoding: { _ in throw Reason() }), "no key."),
      (AnyCoding(encoding: { $0 + Array(repeating: 0, count: 5_000) }), "it has too many bytes."),
    ] {
      let error = #expect(throws: FileError.self) { try Self.encode([1, 2], coding) }
      #expect(
        error?.description == "The file todos cannot be written, because piece 0 cannot be encoded with any: \(words)")
    }
  }
}

extension FileError {
  fileprivate var isDamage: Bool { if case .damagedPiece = self { true } else { false } }
}

/// Takes a file apart, and puts it together again.
private struct PartsOfFile {
  let header: [UInt8]
  var pieces: [[UInt8]] = []
  private let seed: UInt32

  init(_ file: [UInt8]) {
    let end = 36 + Int(file[12])
    (header, seed) = (Array(file[..<end]), file[end - 4..<end].reversed().reduce(0) { $0 << 8 | UInt32($1) })
    var start = end
    while start < file.count {
      let length = file[start + 8..<start + 12].reversed().reduce(0) { $0 << 8 | Int($1) }
      pieces.append(Array(file[start..<start + 12 + length]))
      start += 12 + length
    }
  }

  func joined(_ pieces: [[UInt8]]) -> [UInt8] { header + pieces.flatMap { $0 } }

  /// Joins pieces and computes their checksums anew.
  func sealed(_ pieces: [[UInt8]]) -> [UInt8] {
    joined(
      pieces.enumerated().map { index, piece in
        let sum = CodedFile.checksum(
          of: Array(piece[4..<12]), Array(piece[12...]), index: UInt64(index), seed: seed)
        return (0..<4).map { UInt8(truncatingIfNeeded: sum >> UInt32($0 * 8)) } + piece[4...]
      })
  }
}
