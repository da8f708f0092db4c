import Encryption
import Foundation
import MotionModel
import MotionModelJournal

// Keeps notes in an encrypted file:
//
//   EncryptedNotes <file> <password> [a new note]
//
// A password on the command line can be seen by others on the machine: a real program asks for it.

struct Note: Model {
  var id = 0
  var text = ""
}

guard CommandLine.arguments.count > 2 else {
  print("EncryptedNotes <file> <password> [a new note]")
  exit(64)
}
let file = URL(filePath: CommandLine.arguments[1])

/// Returns the salt of a file, which lies beside it and is created with it.
///
/// A salt that cannot be read is never replaced: with another one, the password is another key, and the notes are lost.
func salt(of file: URL) throws -> Data {
  let place = file.appendingPathExtension("salt")
  do {
    return try Data(contentsOf: place)
  } catch CocoaError.fileReadNoSuchFile where !FileManager.default.fileExists(atPath: file.path) {
    var random = SystemRandomNumberGenerator()
    let salt = Data((0..<16).map { _ in UInt8.random(in: 0...255, using: &random) })
    try salt.write(to: place, options: .withoutOverwriting)
    return salt
  }
}

do {
  let key = try EncryptedBytes(password: CommandLine.arguments[2], salt: salt(of: file))
  let store = try Store(file: file, models: [Note.self], coding: key)
  for text in CommandLine.arguments.dropFirst(3) { try store.table(Note.self).create { $0.text = text } }
  for note in store.table(Note.self).all { print(note.text) }
  try store.journal?.close()
} catch {
  print(error)
  exit(1)
}
