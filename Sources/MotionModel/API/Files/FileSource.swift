public import Foundation

/// Where records are read from.
///
/// ```swift
/// let todos = try [Todo](from: .file(URL(filePath: "todos.csv")))
/// let todo = try Todo(from: .string(#"{"name": "Sweep", "priority": 3}"#))
/// try store.load(from: .data(data), as: .compact, models: [Todo.self])
/// ```
///
/// A file is read some records at a time, so that it may be larger than the memory; property lists, and JSON that has
/// the members of its records in another order than this library, are read as a whole.
///
/// Whatever the input has, also if it was made to do harm, reading it takes at most 256 bytes of memory for each of its
/// bytes, and 4 MB. Those of a binary property list are 20 MB, because its strings may be shared. A record that is kept
/// takes its own size besides.
public enum FileSource: Sendable, Hashable {
  /// A file on the disk. Its extension says the format if none is passed.
  case file(URL)
  /// The bytes of a file.
  case data(Data)
  /// The text of a file in one of the formats that are text.
  case string(String)
}

extension FileSource {
  /// The file, if it is one.
  var url: URL? { if case .file(let url) = self { url } else { nil } }

  /// All bytes.
  ///
  /// - Throws: ``FileError`` if they cannot be read, or are encoded.
  package func data() throws -> Data { try FileInput(self).data() }
}
