/// What happens to the bytes of a file before they are written, and again when they are read: encryption, or
/// compression.
///
/// ```swift
/// try store.save(to: file, coding: key)
/// let store = try Store(file: file, models: [Todo.self], coding: key)
/// ```
///
/// A file is encoded piece by piece, and each piece is decoded by itself. A piece has at most 256 KB; in the journal of
/// an opened store it is a commit, or a part of one of at most 64 MB. The library adds checksums against damage; only a
/// coding that authenticates its pieces protects against deliberate changes.
///
/// An encryption has to keep to this:
///
/// - It authenticates ``PiecePlace/bytes`` together with the piece, so that pieces cannot be exchanged or left out.
/// - It takes a new random nonce for each piece. The same place may be encoded twice with different content: a journal
///   continues where a crash has cut it.
/// - It throws for a piece that was changed or has another key. The error's description becomes part of the
///   ``FileError``.
///
/// An encryption does not hide the size of the file, nor when it was changed. Replacing the file by an older version of
/// itself cannot be detected.
///
/// The package in `Examples/More/Encryption` encrypts with a key or a password.
public protocol ByteCoding: Sendable {
  /// The coding's name, which files say: up to 255 bytes. It identifies how the bytes are encoded, and never a key.
  var name: String { get }

  /// Encodes a piece. The result has at most four times as many bytes, and 4 KB more.
  func encode(_ piece: [UInt8], at place: PiecePlace) throws -> [UInt8]

  /// Decodes a piece.
  ///
  /// - Returns: Exactly ``PiecePlace/count`` bytes. A decompression stops if there would be more.
  func decode(_ piece: [UInt8], at place: PiecePlace) throws -> [UInt8]
}

/// Which piece of a file is encoded or decoded.
public struct PiecePlace: Hashable, Sendable {
  /// Bytes that identify the piece: its file, its position in the file, whether it is the last piece, and ``count``. An
  /// encryption authenticates them.
  public let bytes: [UInt8]
  /// How many bytes the piece has when it is not encoded.
  public let count: Int

  /// Creates a place, for tests of a coding.
  public init(bytes: [UInt8], count: Int) { (self.bytes, self.count) = (bytes, count) }

  /// - Parameters:
  ///   - salt: Random bytes of the file.
  ///   - index: The number of a piece, or the position of an entry of a log.
  package init(_ kind: Kind, salt: UInt128, index: UInt64, flags: UInt8, count: Int) {
    var writer = BinaryWriter()
    writer.write(byte: kind.rawValue)
    writer.write(fixed: salt)
    writer.write(fixed: index)
    writer.write(byte: flags)
    writer.write(fixed: UInt32(count))
    self.init(bytes: writer.bytes, count: count)
  }

  package enum Kind: UInt8 {
    case file = 1
    case log = 2
  }
}

extension ByteCoding {
  /// Encodes a piece.
  ///
  /// - Throws: ``PieceFault`` with the reason, also if the result is too long.
  package func encoded(_ piece: [UInt8], at place: PiecePlace) throws(PieceFault) -> [UInt8] {
    let result: [UInt8]
    do { result = try encode(piece, at: place) } catch { throw PieceFault("\(error)") }
    guard result.count <= CodedFile.longest(for: piece.count) else { throw PieceFault("It has too many bytes.") }
    return result
  }

  /// Decodes a piece.
  ///
  /// - Throws: ``PieceFault`` with the reason, also if the result does not have the expected length.
  package func decoded(_ piece: [UInt8], at place: PiecePlace) throws(PieceFault) -> [UInt8] {
    let result: [UInt8]
    do { result = try decode(piece, at: place) } catch { throw PieceFault("\(error)") }
    guard result.count == place.count else { throw PieceFault("It has another number of bytes than was stated.") }
    return result
  }
}

/// Why a piece cannot be encoded or decoded.
package struct PieceFault: Error, Hashable {
  /// The description of the coding's error, as a sentence.
  package let reason: String

  package init(_ reason: String) { self.reason = reason.hasSuffix(".") ? reason : reason + "." }
}
