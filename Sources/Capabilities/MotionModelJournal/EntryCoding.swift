import MotionModel
import MotionModelStorage

/// How the entries of a journal are encoded.
///
/// The first byte of an entry, which says whether it is the first or the last piece of a commit, has another bit for an
/// encoded one. Behind it are 4 bytes with the length of the piece, and the encoded piece.
struct EntryCoding {
  let coding: (any ByteCoding)?
  /// The salt of the journal.
  let salt: UInt128

  private static let flag: UInt8 = 4
  private static let headerSize = 5

  /// Returns entries as they are written.
  ///
  /// - Parameters:
  ///   - pieces: A commit; see ``CommitPieces``.
  ///   - position: Where the first of them will be.
  func encoded(_ pieces: [[UInt8]], from position: Int64) throws(PieceFault) -> [[UInt8]] {
    guard let coding else { return pieces }
    var (entries, position): ([[UInt8]], Int64) = ([], position)
    for piece in pieces {
      let content = Array(piece.dropFirst())
      let coded = try coding.encoded(content, at: place(position, flags: piece[0], content.count))
      let length = UInt32(content.count)
      entries.append([piece[0] | Self.flag] + (0..<4).map { UInt8(truncatingIfNeeded: length >> ($0 * 8)) } + coded)
      position = LogEntry.end(ofPayload: Self.headerSize + coded.count, at: position)
    }
    return entries
  }

  /// Returns the piece of a commit that an entry holds.
  ///
  /// - Parameter position: Where the entry begins.
  func decoded(_ payload: [UInt8], at position: Int64) throws(PieceFault) -> [UInt8] {
    guard let flags = payload.first else { return payload }
    guard let coding else {
      if flags & Self.flag != 0 { throw PieceFault("It is encoded, and no coding was passed.") }
      return payload
    }
    if flags & Self.flag == 0 { throw PieceFault("It is not encoded, though the coding \(coding.name) was passed.") }
    let length = payload.dropFirst().prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    guard payload.count >= Self.headerSize, length <= CommitPieces.size else {
      throw PieceFault("It is not written as this library does.")
    }
    let piece = flags & ~Self.flag
    return [piece]
      + (try coding.decoded(
        Array(payload[Self.headerSize...]), at: place(position, flags: piece, length)))
  }

  private func place(_ position: Int64, flags: UInt8, _ count: Int) -> PiecePlace {
    PiecePlace(.log, salt: salt, index: UInt64(position), flags: flags, count: count)
  }
}
