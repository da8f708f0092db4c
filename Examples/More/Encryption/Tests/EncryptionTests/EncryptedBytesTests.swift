import Crypto
import Encryption
import Foundation
import MotionModel
import MotionModelJournal
import Testing

struct Note: Model {
  var id = 0
  var text = ""
}

@Suite struct EncryptedBytesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "Encryption-\(UUID().uuidString)")
  private let key: EncryptedBytes

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    key = try EncryptedBytes(key: SymmetricKey(size: .bits256))
  }

  private func notes(_ texts: [String]) throws -> Store {
    let store = Store(notificationCenter: nil)
    try store.table(Note.self).insert(contentsOf: texts.map { Note(text: $0) })
    return store
  }

  /// Whether a secret can be read in any file.
  private func isPlain(_ secret: String) throws -> Bool {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .contains { try Data(contentsOf: $0).range(of: Data(secret.utf8)) != nil }
  }

  @Test(arguments: FileFormat.allCases) func `a file is encrypted, and read with the key`(format: FileFormat) throws {
    let file = folder.appending(path: "notes")
    let texts = ["a secret", ""] + (0..<4_000).map { "Note \($0) \(String(repeating: "x", count: 100))" }
    let store = try notes(texts)
    try store.table(Note.self).save(to: file, as: format, coding: key)
    #expect(try !isPlain("a secret"))
    let other = Store(notificationCenter: nil)
    try other.table(Note.self).load(from: file, as: format, coding: key)
    #expect(other.table(Note.self).pluck(\.text) == texts)
  }

  @Test func `another key, none, and a changed file are errors, and the store stays as it was`() throws {
    let file = folder.appending(path: "notes.json")
    try notes(["a secret"]).save(to: file, coding: key)
    let store = try notes(["mine"])
    let other = try EncryptedBytes(key: SymmetricKey(size: .bits256))
    let wrong = #expect(throws: FileError.self) { try store.load(from: file, coding: other) }
    #expect(
      wrong?.description
        == "Piece 0 of the file notes.json cannot be decoded with AES-256-GCM: the key or the password is another one, or "
        + "the file was changed.")
    let none = #expect(throws: FileError.self) { try store.load(from: file) }
    #expect(none?.description == "The file notes.json is encoded with AES-256-GCM: pass that coding.")
    #expect(store.table(Note.self).pluck(\.text) == ["mine"])
  }

  @Test func `pieces belong to their place, and equal ones are encrypted differently`() throws {
    let (here, there) = (PiecePlace(bytes: [1], count: 3), PiecePlace(bytes: [2], count: 3))
    let coded = try key.encode([1, 2, 3], at: here)
    #expect(try key.decode(coded, at: here) == [1, 2, 3])
    #expect(throws: EncryptionError.notDecrypted) { try key.decode(coded, at: there) }
    #expect(try key.encode([1, 2, 3], at: here) != coded)
    for byte in coded.indices {
      var changed = coded
      changed[byte] ^= 1
      #expect(throws: EncryptionError.notDecrypted) { try key.decode(changed, at: here) }
    }
    #expect(throws: EncryptionError.notDecrypted) { try key.decode([], at: here) }
  }

  @Test func `a password with its salt is a key`() throws {
    let salt = Data(repeating: 3, count: 16)
    let file = folder.appending(path: "notes.motionmodel")
    try notes(["a secret"]).save(to: file, coding: EncryptedBytes(password: "caf\u{E9}", salt: salt))
    let store = Store(notificationCenter: nil)
    try store.load(from: file, models: [Note.self], coding: EncryptedBytes(password: "cafe\u{301}", salt: salt))
    #expect(store.table(Note.self).pluck(\.text) == ["a secret"])
    for other in [
      try EncryptedBytes(password: "cafe", salt: salt),
      try EncryptedBytes(password: "caf\u{E9}", salt: Data(repeating: 4, count: 16)),
    ] {
      #expect(throws: FileError.self) { try store.load(from: file, coding: other) }
    }
    #expect(throws: EncryptionError.salt) { try EncryptedBytes(password: "", salt: Data([1])) }
    #expect(throws: EncryptionError.keySize(bits: 128)) { try EncryptedBytes(key: SymmetricKey(size: .bits128)) }
  }

  @Test func `an opened store is encrypted in all its files`() throws {
    let file = folder.appending(path: "notes.motionmodel")
    do {
      let store = try Store(file: file, models: [Note.self], notificationCenter: nil, coding: key)
      for number in 0..<40 { try store.table(Note.self).create { $0.text = "a secret \(number)" } }
      #expect(try !isPlain("a secret"))
      try store.journal?.compact()
      try store.table(Note.self).create { $0.text = "a secret, too" }
      #expect(try !isPlain("a secret"))
      try store.journal?.close()
    }
    let other = try EncryptedBytes(key: SymmetricKey(size: .bits256))
    #expect(throws: FileError.self) {
      try Store(file: file, models: [Note.self], notificationCenter: nil, coding: other)
    }
    #expect(throws: FileError.self) { try Store(file: file, models: [Note.self], notificationCenter: nil) }
    let store = try Store(file: file, models: [Note.self], notificationCenter: nil, coding: key)
    #expect(store.table(Note.self).count == 41 && store.table(Note.self).last?.text == "a secret, too")
  }
}
