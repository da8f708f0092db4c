// Files are encrypted or compressed by a coding.

// snippet.hide
import Foundation
import MotionModel
import MotionModelJournal

struct Todo: Model {
  var id = 0
  var name = ""
}

let folder = URL.temporaryDirectory.appending(path: UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let file = folder.appending(path: "todos.json")
let opened = folder.appending(path: "todos.motionmodel")

// snippet.show
// snippet.coding
/// Makes runs of equal bytes shorter.
struct RunLengths: ByteCoding {
  let name = "runs"

  func encode(_ piece: [UInt8], at place: PiecePlace) -> [UInt8] {
    var coded: [UInt8] = []
    for byte in piece {
      if coded.last == byte, coded[coded.count - 2] < 255 { coded[coded.count - 2] += 1 } else { coded += [1, byte] }
    }
    return coded
  }

  func decode(_ piece: [UInt8], at place: PiecePlace) -> [UInt8] {
    var decoded: [UInt8] = []
    for index in stride(from: 0, to: piece.count - 1, by: 2) where decoded.count <= place.count {
      decoded += Array(repeating: piece[index + 1], count: Int(piece[index]))
    }
    return decoded
  }
}

try Todo.create { $0.name = "Zzzzzzzzzzzzzzzzz" }
try Store.default.save(to: file, coding: RunLengths())
try Store.default.load(from: file, coding: RunLengths())

let store = try Store(file: opened, models: [Todo.self], coding: RunLengths())
try store.table(Todo.self).create { $0.name = "Sleep" }
// snippet.hide
precondition(Todo.pluck(\.name) == ["Zzzzzzzzzzzzzzzzz"])
do {
  try Store.default.load(from: folder.appending(path: "todos.json"), coding: Other())
  preconditionFailure("a file with another coding")
} catch let error as FileError {
  precondition(error == .otherCoding(file: "todos.json", expected: "other", found: "runs"))
}

struct Other: ByteCoding {
  let name = "other"
  func encode(_ piece: [UInt8], at place: PiecePlace) -> [UInt8] { piece }
  func decode(_ piece: [UInt8], at place: PiecePlace) -> [UInt8] { piece }
}
