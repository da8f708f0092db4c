import MotionModel

/// Compresses runs of equal bytes: a count and a byte for each.
struct RunLengths: ByteCoding {
  let name = "runs"

  struct TooLong: Error, CustomStringConvertible { let description = "The runs are longer than the piece" }
  struct Half: Error, CustomStringConvertible { let description = "A run has a count and no byte" }

  func encode(_ piece: [UInt8], at place: PiecePlace) -> [UInt8] {
    var (coded, start): ([UInt8], Int) = ([], 0)
    while start < piece.count {
      var end = start + 1
      while end < piece.count, piece[end] == piece[start], end - start < 255 { end += 1 }
      coded += [UInt8(end - start), piece[start]]
      start = end
    }
    return coded
  }

  func decode(_ piece: [UInt8], at place: PiecePlace) throws -> [UInt8] {
    if !piece.count.isMultiple(of: 2) { throw Half() }
    var decoded: [UInt8] = []
    for index in stride(from: 0, to: piece.count, by: 2) {
      guard decoded.count + Int(piece[index]) <= place.count else { throw TooLong() }
      decoded += repeatElement(piece[index + 1], count: Int(piece[index]))
    }
    return decoded
  }
}

/// Shows what an encryption does, without being one: each byte is changed by a key, and a checksum with the key covers
/// the piece and its place.
struct Scrambling: ByteCoding {
  let name = "scrambling"
  var key: UInt8 = 7

  struct WrongKey: Error, CustomStringConvertible {
    let description = "The key is another one, or the piece was changed"
  }

  private func tag(_ piece: some Sequence<UInt8>, _ place: PiecePlace) -> [UInt8] {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in [key] + place.bytes + piece { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return (0..<8).map { UInt8(truncatingIfNeeded: hash >> ($0 * 8)) }
  }

  func encode(_ piece: [UInt8], at place: PiecePlace) -> [UInt8] { tag(piece, place) + piece.map { $0 ^ key } }

  func decode(_ piece: [UInt8], at place: PiecePlace) throws -> [UInt8] {
    let decoded = piece.dropFirst(8).map { $0 ^ key }
    guard Array(piece.prefix(8)) == tag(decoded, place) else { throw WrongKey() }
    return decoded
  }
}

/// Calls functions that a test gives.
struct AnyCoding: ByteCoding {
  var name = "any"
  var encoding: @Sendable ([UInt8]) throws -> [UInt8] = { $0 }
  var decoding: @Sendable ([UInt8]) throws -> [UInt8] = { $0 }

  func encode(_ piece: [UInt8], at place: PiecePlace) throws -> [UInt8] { try encoding(piece) }
  func decode(_ piece: [UInt8], at place: PiecePlace) throws -> [UInt8] { try decoding(piece) }
}
