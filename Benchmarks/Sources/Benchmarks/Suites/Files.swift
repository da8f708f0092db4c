import Foundation
import MotionModel

extension Suite {
  /// Writes records to a file and reads them back, beside Foundation's coders for an array of the same records.
  static let files = Suite(name: "files") { bench, worlds in
    let folder = FileManager.default.temporaryDirectory.appending(path: "MotionModelBenchmarks-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    // A million rows take a minute for each coder, and show nothing more.
    for rows in worlds.sizes where rows <= 100_000 {
      let copies = try Copies(rows: rows, folder)
      try bench.compare("Save a JSON file", rows: rows, unit: "row", [copies.save(.json), copies.encodeJSON])
      try bench.compare("Load a JSON file", rows: rows, unit: "row", [copies.load(.json), copies.decodeJSON])
      try bench.compare(
        "Save a binary property list", rows: rows, unit: "row", [copies.save(.binary), copies.encodePlist])
      try bench.compare(
        "Load a binary property list", rows: rows, unit: "row", [copies.load(.binary), copies.decodePlist])
    }
    for rows in worlds.sizes {
      let copies = try Copies(rows: rows, folder)
      try bench.compare("Save a file in the compact format", rows: rows, unit: "row", [copies.save(.compact)])
      try bench.compare("Load a file in the compact format", rows: rows, unit: "row", [copies.load(.compact)])
    }
  }
}

/// The same columns for Foundation's coders.
private struct CodedTodo: Codable {
  var id: Int
  var name: String
  var location: String
  var priority: Int
  var rank: Int
  var dueDate: Date
  var projectID: Int?

  init(_ todo: Todo) {
    (id, name, location, priority) = (todo.id, todo.name, todo.location, todo.priority)
    (rank, dueDate, projectID) = (todo.rank, todo.dueDate, todo.projectID)
  }
}

private final class Copies {
  let folder: URL
  let coded: [CodedTodo]
  let store = Store(notificationCenter: nil)
  private var fresh = Store(notificationCenter: nil)

  init(rows: Int, _ folder: URL) throws {
    self.folder = folder
    coded = Todo.many(rows).map(CodedTodo.init)
    try store.table(Todo.self).insert(contentsOf: Todo.many(rows))
    for format in [FileFormat.json, .binary, .compact] {
      try store.table(Todo.self).serialize(to: file(format), as: format)
    }
    try JSONEncoder().encode(coded).write(to: coderFile("json"))
    try plistEncoder.encode(coded).write(to: coderFile("plist"))
  }

  private func file(_ format: FileFormat) -> URL {
    folder.appending(path: "todos.\(format.rawValue)")
  }

  private func coderFile(_ ending: String) -> URL { folder.appending(path: "coded.\(ending)") }

  private var plistEncoder: PropertyListEncoder {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    return encoder
  }

  func save(_ format: FileFormat) -> Contestant {
    let (table, url) = (store.table(Todo.self), file(format))
    return Contestant(.library, "table.serialize(to: file)", operations: coded.count, before: {}) {
      try table.serialize(to: url, as: format)
    }
  }

  func load(_ format: FileFormat) -> Contestant {
    let url = file(format)
    return Contestant(.library, "table.deserialize(from: file), into an empty store", operations: coded.count) {
      try self.fresh.table(Todo.self).deserialize(from: url, as: format)
      return self.fresh.table(Todo.self).records.all.map(\.rank)
    } before: {
      self.fresh = Store(notificationCenter: nil)
    } body: {
      try self.fresh.table(Todo.self).deserialize(from: url, as: format)
    }
  }

  var encodeJSON: Contestant {
    Contestant(.hand, "JSONEncoder().encode(todos)", operations: coded.count, before: {}) {
      try JSONEncoder().encode(self.coded).write(to: self.coderFile("json"))
    }
  }

  var encodePlist: Contestant {
    Contestant(.hand, "PropertyListEncoder().encode(todos)", operations: coded.count, before: {}) {
      try self.plistEncoder.encode(self.coded).write(to: self.coderFile("plist"))
    }
  }

  var decodeJSON: Contestant {
    func decode() throws -> [CodedTodo] {
      try JSONDecoder().decode([CodedTodo].self, from: Data(contentsOf: coderFile("json")))
    }
    return Contestant(.hand, "JSONDecoder().decode([Todo].self)", operations: coded.count) {
      try decode().map(\.rank)
    } before: {
    } body: {
      blackHole(try decode())
    }
  }

  var decodePlist: Contestant {
    func decode() throws -> [CodedTodo] {
      try PropertyListDecoder().decode([CodedTodo].self, from: Data(contentsOf: coderFile("plist")))
    }
    return Contestant(.hand, "PropertyListDecoder().decode([Todo].self)", operations: coded.count) {
      try decode().map(\.rank)
    } before: {
    } body: {
      blackHole(try decode())
    }
  }
}
