import MotionModel
import MotionModelStorage

/// Shows what an encryption does, without being one: changes each byte by a key, and covers piece and place by a
/// checksum with it.
struct Scrambling: ByteCoding {
  let name = "scrambling"
  var key: UInt8 = 7
  var refuses: @Sendable (Int) -> Bool = { _ in false }

  struct WrongKey: Error, CustomStringConvertible { let description = "The key is another one" }
  struct Refused: Error, CustomStringConvertible { let description = "no" }

  private func tag(_ piece: some Sequence<UInt8>, _ place: PiecePlace) -> [UInt8] {
    let sum = CRC32C.checksum(of: [key] + place.bytes + Array(piece))
    return (0..<4).map { UInt8(truncatingIfNeeded: sum >> ($0 * 8)) }
  }

  func encode(_ piece: [UInt8], at place: PiecePlace) throws -> [UInt8] {
    if refuses(piece.count) { throw Refused() }
    return tag(piece, place) + piece.map { $0 ^ key }
  }

  func decode(_ piece: [UInt8], at place: PiecePlace) throws -> [UInt8] {
    let decoded = piece.dropFirst(4).map { $0 ^ key }
    guard Array(piece.prefix(4)) == tag(decoded, place) else { throw WrongKey() }
    return decoded
  }
}

/// A coding that cannot tell a wrong key.
struct Masking: ByteCoding {
  let name = "masking"
  let key: UInt8

  func encode(_ piece: [UInt8], at place: PiecePlace) -> [UInt8] { piece.map { $0 ^ key } }
  func decode(_ piece: [UInt8], at place: PiecePlace) -> [UInt8] { encode(piece, at: place) }
}
