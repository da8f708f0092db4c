import Foundation
import MotionModel
import MotionModelStorage

/// Compresses runs of equal bytes, and stops where a piece would be too long.
struct FuzzCoding: ByteCoding {
  let name = "runs"

  struct Refusal: Error {}

  func encode(_ piece: [UInt8], at place: PiecePlace) -> [UInt8] {
    var coded: [UInt8] = []
    for byte in piece {
      if coded.last == byte, coded[coded.count - 2] < 255 { coded[coded.count - 2] += 1 } else { coded += [1, byte] }
    }
    return coded
  }

  func decode(_ piece: [UInt8], at place: PiecePlace) throws -> [UInt8] {
    if !piece.count.isMultiple(of: 2) { throw Refusal() }
    var decoded: [UInt8] = []
    for index in stride(from: 0, to: piece.count, by: 2) {
      guard decoded.count + Int(piece[index]) <= place.count else { throw Refusal() }
      decoded += repeatElement(piece[index + 1], count: Int(piece[index]))
    }
    return decoded
  }
}

extension Mutation {
  /// Gives the beginning and each piece of an encoded file the checksum of its content, so that readers go on behind
  /// it.
  mutating func sealPieces() {
    func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
    guard bytes.count >= 36 else { return }
    var start = 36 + min(number(bytes[12..<16]), bytes.count - 36)
    let seed = CRC32C.checksum(of: Array(bytes[..<(start - 4)]))
    store(seed, at: start - 4)
    var index: UInt64 = 0
    while bytes.count - start >= 12 {
      let end = start + 12 + min(number(bytes[start + 8..<start + 12]), bytes.count - start - 12)
      let begun = withUnsafeBytes(of: index.littleEndian) { CRC32C.checksum(of: $0, continuing: seed) }
      store(CRC32C.checksum(of: Array(bytes[start + 4..<end]), continuing: begun), at: start)
      (start, index) = (end, index + 1)
    }
  }
}
