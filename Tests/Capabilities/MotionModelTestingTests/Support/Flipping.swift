import MotionModel

/// Shows what an encryption does, without being one: changes each bit.
struct Flipping: ByteCoding {
  let name = "flipping"

  func encode(_ piece: [UInt8], at place: PiecePlace) -> [UInt8] { piece.map { ~$0 } }

  func decode(_ piece: [UInt8], at place: PiecePlace) -> [UInt8] { piece.map { ~$0 } }
}
