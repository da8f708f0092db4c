public import Crypto
import CryptoExtras
public import Foundation
public import MotionModel

/// Encrypts files with AES-256-GCM and a key that the user gives.
///
/// ```swift
/// let key = try EncryptedBytes(password: password, salt: salt)
/// try store.save(to: file, coding: key)
/// ```
///
/// Each piece has a random nonce, and is authenticated together with its place. So pieces cannot be changed, exchanged,
/// left out or taken from another file. One key is good for 2³² pieces, which is more than 4 billion commits.
public struct EncryptedBytes: ByteCoding {
  /// The name that files say.
  public let name = "AES-256-GCM"
  private let key: SymmetricKey

  /// Encrypts with a key of 32 bytes, for example one from a keychain: `SymmetricKey(size: .bits256)`.
  public init(key: SymmetricKey) throws(EncryptionError) {
    if key.bitCount != 256 { throw .keySize(bits: key.bitCount) }
    self.key = key
  }

  /// Encrypts with a key that is derived from a password, which takes some tenths of a second.
  ///
  /// - Parameter salt: At least 16 random bytes, which are not secret. Keep them beside the file, because the password
  ///   with another salt is another key.
  public init(password: String, salt: Data) throws {
    if salt.count < 16 { throw EncryptionError.salt }
    // Passwords that look alike are the same: é may be typed as one or as two scalars.
    let password = Data(password.precomposedStringWithCompatibilityMapping.utf8)
    try self.init(
      key: KDF.Insecure.PBKDF2.deriveKey(
        from: password, salt: salt, using: .sha256, outputByteCount: 32, rounds: 600_000))
  }

  /// Encrypts a piece: its nonce, the encrypted bytes, and what authenticates both and the place.
  public func encode(_ piece: [UInt8], at place: PiecePlace) throws -> [UInt8] {
    // The nonce is random, not taken from the place: a place can be encoded twice.
    let box = try AES.GCM.seal(piece, using: key, authenticating: place.bytes)
    guard let bytes = box.combined else { throw EncryptionError.notDecrypted }
    return Array(bytes)
  }

  /// Decrypts a piece.
  ///
  /// - Throws: ``EncryptionError/notDecrypted``.
  public func decode(_ piece: [UInt8], at place: PiecePlace) throws -> [UInt8] {
    do {
      return Array(try AES.GCM.open(AES.GCM.SealedBox(combined: piece), using: key, authenticating: place.bytes))
    } catch { throw EncryptionError.notDecrypted }
  }
}

/// Why something is not encrypted or decrypted.
public enum EncryptionError: Error, Hashable, CustomStringConvertible {
  /// The key has another length.
  case keySize(bits: Int)
  /// The salt is too short.
  case salt
  /// The key is wrong, or the file was changed.
  case notDecrypted

  /// One sentence, which becomes part of the library's error.
  public var description: String {
    switch self {
    case .keySize(let bits): "A key of 256 bits is needed, and this one has \(bits)."
    case .salt: "A salt of at least 16 bytes is needed."
    case .notDecrypted: "The key or the password is another one, or the file was changed."
    }
  }
}
