import Foundation

/// Reads a file of records in one format, part by part.
protocol FileReader {
  var scope: FileScope { get }
  /// Reads the beginning of the next section; nil behind the last one. The rows of the one before have been read.
  mutating func nextSection() throws -> FileSection?
  /// Reads the next record of the section into an empty row. It returns false behind the last one.
  mutating func readRow(into row: inout FileRow) throws -> Bool
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
    // Lines of another program look like JSON.
    let areLines = self == .jsonLines && found == .json && FileFormat.statedFormat(in: data) != FileHeader.format
    if found != self && !areLines {
      throw FileError.wrongFormat(file: name, expected: self, found: found)
    }
    do {
      return try data.withUnsafeBytes { bytes in
        guard var reader = try reader(of: bytes.bindMemory(to: UInt8.self)) else { throw OtherStructure() }
        return try body(&reader)
      }
    } catch is OtherStructure {
      var reader: any FileReader = try TreeFileReader(data, as: self, name: name)
      return try body(&reader)
    } catch let error as FileError {
      // What is wrong with the file as a whole, such as a missing end, is said before what is wrong with a record.
      _ = try TreeFileReader(data, as: self, name: name)
      throw error
    }
  }

  /// Returns the reader of a file that is read record by record; nil for formats that are read as a whole.
  private func reader(of bytes: UnsafeBufferPointer<UInt8>) throws -> (any FileReader)? {
    switch self {
    case .json: try JSONFileReader(bytes)
    case .jsonLines: try JSONLinesFileReader(bytes)
    case .xml, .binary: nil
    }
  }
}
