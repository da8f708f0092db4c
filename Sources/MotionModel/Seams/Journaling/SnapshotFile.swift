package import MotionModelStorage

/// The file of an opened store, which is read in pieces.
package struct SnapshotFile {
  let name: String
  private let file: any OpenFile
  private let coding: (any ByteCoding)?

  /// - Parameter name: The file's name in errors.
  package init(_ file: any OpenFile, _ coding: (any ByteCoding)?, name: String) {
    (self.file, self.coding, self.name) = (file, coding, name)
  }

  /// Returns the names of the columns with the ids, by models.
  package func idColumns() throws -> [String: String] {
    try read { reader in
      var columns: [String: String] = [:]
      while let section = try reader.nextSection() {
        columns[section.model] = section.knownIDColumn
        try reader.skipRows(of: section)
      }
      return columns
    }
  }

  /// Calls `body` with a reader of the beginning, from which it reads on.
  func read<Result>(_ body: (inout CompactFileReader) throws -> Result) throws -> Result {
    let window = try ByteWindow(CodedSource.decoding(DiskSource(file, name: name), coding, file: name))
    do {
      var reader = try CompactFileReader(window, name: name)
      return try body(&reader)
    } catch let fault as CompactFault {
      // A file of another format is noticed at its beginning.
      if window.start == 0, let refusal = ForeignFormat.refusal(of: window.bytes, file: name) { throw refusal }
      throw FileError(fault, in: window.start == 0 ? FileFormat(of: window.bytes) : .compact, coding, file: name)
    }
  }
}
