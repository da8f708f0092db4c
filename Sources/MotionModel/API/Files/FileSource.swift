public import Foundation

/// Where records are read from.
///
/// ```swift
/// let todos = try [Todo](from: .file(URL(filePath: "todos.csv")))
/// let todo = try Todo(from: .string(#"{"name": "Sweep", "priority": 3}"#))
/// try store.load(from: .data(data), as: .compact, models: [Todo.self])
/// ```
///
/// A file is read some records at a time, so that it may be larger than the memory; property lists, and JSON that has the
/// members of its records in another order than this library, are read as a whole.
public enum FileSource: Sendable, Hashable {
  /// A file on the disk. Its extension says the format if none is passed.
  case file(URL)
  /// The bytes of a file.
  case data(Data)
  /// The text of a file in one of the formats that are text.
  case string(String)
}
