package import Foundation
package import MotionModelGenerator

/// A file that has a schema in another language than that of Xcode's data models.
package enum SchemaFile: String, CaseIterable, Sendable {
  case sql, rails, swiftData, json

  /// Returns what a file is, by its extension; nil for any other.
  package init?(of url: URL) {
    switch url.pathExtension.lowercased() {
    case "sql", "ddl", "sqlite", "sqlite3", "db": self = .sql
    case "rb": self = .rails
    case "swift": self = .swiftData
    case "json": self = .json
    default: return nil
    }
  }

  /// Reads the schema of a file. The data model has the name of the file without its extension.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - file: What diagnostics call it; nil for its path.
  /// - Throws: ``Diagnostic`` for a file that cannot be read, with the place in it.
  package func dataModel(at url: URL, calling file: String? = nil) throws(Diagnostic) -> DataModel {
    let (file, name) = (file ?? url.relativePath, url.deletingPathExtension().lastPathComponent)
    let text = try Self.text(of: url, calling: file)
    return switch self {
    case .sql: try SQLSchemaReader.dataModel(of: text, file: file, named: name)
    case .rails: try RailsSchemaReader.dataModel(of: text, file: file, named: name)
    case .swiftData: try SwiftDataReader.dataModel(of: [(text, file)], named: name)
    case .json: try JSONSampleReader.dataModel(of: text, file: file, named: name)
    }
  }

  /// Reads the classes of SwiftData in several files, whose paths diagnostics name.
  package static func swiftData(at paths: [String], named name: String) throws(Diagnostic) -> DataModel {
    var files: [(text: String, file: String)] = []
    for path in paths { files.append((try text(of: URL(filePath: path), calling: path), path)) }
    return try SwiftDataReader.dataModel(of: files, named: name)
  }

  private static func text(of url: URL, calling file: String) throws(Diagnostic) -> String {
    let place = SourcePlace(file: file)
    guard let data = try? Data(contentsOf: url) else { throw Diagnostic("The file cannot be read.", at: place) }
    if data.starts(with: Data("SQLite format 3\0".utf8)) {
      throw Diagnostic(
        "The file is a database: write its schema to a file, as by sqlite3 \(url.lastPathComponent) .schema > schema.sql, "
          + "and give that.",
        at: place)
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw Diagnostic("The file is not text in UTF-8: convert it, as by iconv -f LATIN1 -t UTF-8.", at: place)
    }
    return text
  }
}
