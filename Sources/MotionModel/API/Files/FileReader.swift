import Foundation

/// Reads a file of records in one format, part by part.
protocol FileReader {
  var head: FileHead { get }
  /// Reads the beginning of the next section; nil behind the last one. The rows of the one before have been read.
  mutating func nextSection() throws -> FileSection?
  /// Reads the next record of the section into an empty row. It returns false behind the last one.
  mutating func readRow(into row: inout FileRow) throws -> Bool
  /// Reads the rest of a section.
  mutating func readRows(of section: FileSection, into loaded: LoadedSection) throws
}

extension FileReader {
  mutating func readRows(of section: FileSection, into loaded: LoadedSection) throws {
    var row = FileRow(section)
    while try readRow(into: &row) {
      try loaded.append(row)
      row.removeAll()
    }
  }

  mutating func skipRows(of section: FileSection) throws {
    var row = FileRow(section)
    while try readRow(into: &row) { row.removeAll() }
  }
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
        guard var reader = try reader(of: bytes, name: name) else { throw OtherStructure() }
        return try body(&reader)
      }
    } catch is OtherStructure {
      var reader: any FileReader = try TreeFileReader(data, as: self, name: name)
      return try body(&reader)
    } catch let fault as CompactFault {
      throw FileError.malformed(file: name, format: self, place: "\(fault)")
    } catch let error as FileError where hasTree {
      // What is wrong with the file as a whole, such as a missing end, is said before what is wrong with a record.
      _ = try TreeFileReader(data, as: self, name: name)
      throw error
    }
  }

  /// Whether a file can also be read as a tree.
  private var hasTree: Bool { self != .compact }

  /// Returns the reader of a file that is read part by part; nil for formats that are read as a whole.
  private func reader(of bytes: UnsafeRawBufferPointer, name: String) throws -> (any FileReader)? {
    switch self {
    case .json: try JSONFileReader(bytes.bindMemory(to: UInt8.self))
    case .jsonLines: try JSONLinesFileReader(bytes.bindMemory(to: UInt8.self))
    case .compact: try CompactFileReader(bytes, name: name)
    case .xml, .binary: nil
    }
  }
}
