import Foundation
import GRDB
import MotionModel

extension Suite {
  /// Writes records to a file and reads them back, beside Foundation's coders for an array of the same records.
  static let files = Suite(name: "files") { bench, worlds in
    let folder = FileManager.default.temporaryDirectory.appending(path: "MotionModelBenchmarks-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for rows in worlds.sizes {
      let copies = try Copies(rows: rows, folder)
      let database = try FileDatabase(rows: rows, folder.appending(path: "todos-\(rows).sqlite"))
      for (format, name, coders) in try copies.formats {
        let isCompact = format == .compact
        let bars: [Bar] = format == .json ? [.atLeast(2, timesFasterThan: .hand)] : []
        try bench.compare(
          "Save \(name)", rows: rows, unit: "row", bars: isCompact ? [.nanoseconds(300)] : bars, barRows: 1_000_000,
          [copies.save(format)] + (coders.map { [$0.encode] } ?? []) + (isCompact ? [database.save] : []))
        try bench.compare(
          "Load \(name)", rows: rows, unit: "row", bars: isCompact ? [.nanoseconds(500)] : bars, barRows: 1_000_000,
          [copies.load(format)] + (coders.map { [$0.decode] } ?? []) + (isCompact ? [database.load] : []))
      }
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

/// One of Foundation's coders, which encodes to a file and decodes from it.
private struct Coders {
  let encode: Contestant
  let decode: Contestant

  init(
    _ name: String, _ todos: [CodedTodo], _ file: URL, encode: @escaping ([CodedTodo]) throws -> Data,
    decode: @escaping (Data) throws -> [CodedTodo]
  ) throws {
    try encode(todos).write(to: file)
    self.encode = Contestant(.hand, "\(name)Encoder().encode(todos)", operations: todos.count, before: {}) {
      try encode(todos).write(to: file)
    }
    func read() throws -> [CodedTodo] { try decode(Data(contentsOf: file)) }
    self.decode = Contestant(.hand, "\(name)Decoder().decode([Todo].self)", operations: todos.count) {
      try read().map(\.rank)
    } before: {
    } body: {
      blackHole(try read())
    }
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
    for format in FileFormat.allCases { try store.table(Todo.self).save(to: file(format), as: format) }
  }

  /// Each format, its name, and what Foundation has for it.
  var formats: [(FileFormat, String, Coders?)] {
    get throws {
      [
        (.json, "a JSON file", try json), (.jsonLines, "JSON Lines", nil), (.csv, "CSV", nil),
        (.xml, "an XML property list", try propertyList(.xml)),
        (.binary, "a binary property list", try propertyList(.binary)), (.compact, "a file in the compact format", nil),
      ]
    }
  }

  private var json: Coders {
    get throws {
      try Coders("JSON", coded, folder.appending(path: "coded.json")) {
        try JSONEncoder().encode($0)
      } decode: {
        try JSONDecoder().decode([CodedTodo].self, from: $0)
      }
    }
  }

  private func propertyList(_ format: PropertyListSerialization.PropertyListFormat) throws -> Coders {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = format
    return try Coders("PropertyList", coded, folder.appending(path: "coded-\(format.rawValue).plist")) {
      try encoder.encode($0)
    } decode: {
      try PropertyListDecoder().decode([CodedTodo].self, from: $0)
    }
  }

  private func file(_ format: FileFormat) -> URL {
    folder.appending(path: "todos.\(format.rawValue)")
  }

  func save(_ format: FileFormat) -> Contestant {
    let (table, url) = (store.table(Todo.self), file(format))
    return Contestant(.library, "table.save(to: file)", operations: coded.count, before: {}) {
      try table.save(to: url, as: format)
    }
  }

  func load(_ format: FileFormat) -> Contestant {
    let url = file(format)
    return Contestant(.library, "table.load(from: file), into an empty store", operations: coded.count) {
      try self.fresh.table(Todo.self).load(from: url, as: format)
      return self.fresh.table(Todo.self).records.all.map(\.rank)
    } before: {
      self.fresh = Store(notificationCenter: nil)
    } body: {
      try self.fresh.table(Todo.self).load(from: url, as: format)
    }
  }
}

/// The same records in a file of SQLite.
private struct FileDatabase {
  let rows: Int
  let file: URL

  init(rows: Int, _ file: URL) throws {
    (self.rows, self.file) = (rows, file)
    try Database(Todo.many(rows), in: file).queue.close()
  }

  var save: Contestant {
    let (todos, file) = (Todo.many(rows), file.appendingPathExtension("new"))
    let remove = { (try? FileManager.default.removeItem(at: file)) ?? () }
    return Contestant(.grdb, "a new file, and all records in one transaction", operations: rows, before: remove) {
      try Database(todos, in: file).queue.close()
    }
  }

  var load: Contestant {
    func read() throws -> [StoredTodo] { try Database(opening: file).all("SELECT * FROM todo ORDER BY id") }
    return Contestant(.grdb, "StoredTodo.fetchAll", operations: rows) {
      try read().map(\.rank)
    } before: {
    } body: {
      blackHole(try read())
    }
  }
}
