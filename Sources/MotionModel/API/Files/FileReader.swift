import Foundation

/// Reads a file of records in one format, part by part.
protocol FileReader {
  var scope: FileScope { get }
  /// Reads the beginning of the next section; nil behind the last one. The rows of the one before have been read.
  mutating func nextSection() throws -> FileSection?
  /// Reads the next record of the section, as values of its columns, of which nil are missing. It returns false behind
  /// the last one.
  mutating func readRow(into row: inout [AttributeValue?]) throws -> Bool
}

extension FileFormat {
  /// Calls `body` with a reader of a file.
  ///
  /// JSON is read record by record if it is written as this library does, and otherwise as a whole, by a second call of
  /// `body`.
  ///
  /// - Parameter name: The file's name in errors.
  func read<Result>(
    _ data: Data, name: String, _ body: (inout any FileReader) throws -> Result
  ) throws -> Result {
    let found = FileFormat(of: data)
    if found != self { throw FileError.wrongFormat(file: name, expected: self, found: found) }
    if self == .json {
      do {
        return try data.withUnsafeBytes { bytes in
          var reader: any FileReader = try JSONFileReader(bytes.bindMemory(to: UInt8.self))
          return try body(&reader)
        }
      } catch is JSONFileReader.OtherStructure {}
    }
    var reader: any FileReader = try TreeFileReader(data, as: self, name: name)
    return try body(&reader)
  }
}
