import Foundation

/// Reads a file of records in one format, part by part.
protocol FileReader {
  var head: FileHead { get }
  /// Reads the beginning of the next section; nil behind the last one. The rows of the one before have been read.
  mutating func nextSection() throws -> FileSection?
  /// Reads the next record of the section into an empty row. It returns false behind the last one.
  mutating func readRow(into row: inout FileRow) throws -> Bool
  /// Reads some of the next records of the section.
  ///
  /// - Parameter row: An empty row, which is empty afterwards.
  /// - Returns: False behind the last one.
  mutating func readSome(_ row: inout FileRow, into loaded: LoadedSection) throws -> Bool
  /// Passes over the records of the section.
  mutating func skipRows(of section: FileSection) throws
}

extension FileReader {
  mutating func readRows(of section: FileSection, into loaded: LoadedSection) throws {
    var row = FileRow(section)
    while try readSome(&row, into: loaded) {}
  }

  mutating func readSome(_ row: inout FileRow, into loaded: LoadedSection) throws -> Bool {
    guard try readRow(into: &row) else { return false }
    try loaded.append(row)
    row.removeAll()
    return true
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
  /// - Parameter isBare: Whether JSON may be an object that is one record.
  func read<Result>(
    _ input: FileInput, isBare: Bool = false, _ body: (inout any FileReader) throws -> Result
  ) throws -> Result {
    try input.withWindow { window in
      try window.readBeginning()
      try check(window, of: input)
      do {
        guard var reader = try reader(of: window, input) else { throw OtherStructure() }
        try input.checkJournals(behind: reader.head)
        return try body(&reader)
      } catch is OtherStructure {
        var reader: any FileReader = try TreeFileReader(input.data(), as: self, name: input.name, isBare: isBare)
        return try body(&reader)
      } catch let fault as CompactFault {
        throw FileError.malformed(file: input.name, format: self, place: "\(fault)")
      } catch let fault as CSVFault {
        throw FileError.malformed(file: input.name, format: self, place: "\(fault)")
      } catch let error as FileError where hasTree {
        // A fault of the file as a whole, such as a missing end, is reported before a fault of a record.
        _ = try TreeFileReader(input.data(), as: self, name: input.name, isBare: isBare)
        throw error
      }
    }
  }

  /// Calls `body` with a reader of a file whose records are brought to the present versions of their models.
  ///
  /// A section behind others may have a migration that changes these, too. So if they cannot be read, all sections are
  /// looked at.
  ///
  /// - Parameters:
  ///   - isBare: Whether JSON may be an object that is one record.
  ///   - isCheckedFirst: Whether all sections are looked at before `body` is called, which takes records away at once.
  ///   - body: Also receives whether the records were of an earlier version.
  func read<Result>(
    _ input: FileInput, _ plan: MigrationPlan?, isBare: Bool = false, isCheckedFirst: Bool = false,
    _ body: (inout any FileReader, _ isMigrated: Bool) throws -> Result
  ) throws -> Result {
    do {
      if isCheckedFirst, let plan { try check(input, plan, isBare: isBare) }
      return try read(input, isBare: isBare) { reader in
        guard let plan else { return try body(&reader, false) }
        var checking: any FileReader = CheckingFileReader(reader, plan, file: input.name)
        defer { reader = checking }
        return try body(&checking, false)
      }
    } catch is MigrationNeeded {
    } catch let error as FileError {
      guard let plan, !plan.migrations.isEmpty else { throw error }
      var isNeeded = false
      do { try check(input, plan, isBare: isBare) } catch { isNeeded = error is MigrationNeeded }
      if !isNeeded { throw error }
    }
    var document = try StoreDocument(input, as: self)
    try plan?.migrate(&document, file: input.name)
    var reader: any FileReader = DocumentReader(document)
    return try body(&reader, true)
  }

  /// Throws ``MigrationNeeded`` if any section of a file has to be migrated before it is read.
  private func check(_ input: FileInput, _ plan: MigrationPlan, isBare: Bool) throws {
    try read(input, isBare: isBare) { reader in try plan.checkAll(&reader, file: input.name) }
  }

  /// Throws if a file begins as one of another format.
  func check(_ window: ByteWindow, of input: FileInput) throws(FileError) {
    if let refusal = ForeignFormat.refusal(of: window.bytes, file: input.name) { throw refusal }
    let found = FileFormat(of: window.bytes)
    if found == self || (found == nil && !holdsSeveralModels) { return }
    // Lines of another program look like JSON.
    if self == .jsonLines, found == .json, FileFormat.statedFormat(in: window.bytes) != FileHeader.format { return }
    throw .otherFormat(file: input.name, expected: self, found: found, input.coding)
  }

  /// Whether a file can also be read as a tree.
  private var hasTree: Bool {
    switch self {
    case .json, .jsonLines, .xml, .binary: true
    case .compact, .csv, .csvWithSemicolons, .tsv: false
    }
  }

  /// Returns the reader of a file that is read part by part; nil for formats that are read as a whole.
  func reader(of window: ByteWindow, _ input: FileInput) throws -> (any FileReader)? {
    let name = input.name
    switch self {
    case .json where FileFormat.beginsWithArray(window.bytes):
      return try JSONRecordsReader(window, of: input, isArray: true)
    case .jsonLines where FileFormat.statedFormat(in: window.bytes) != FileHeader.lines:
      return try JSONRecordsReader(window, of: input, isArray: false)
    case .json: return try JSONFileReader(window)
    case .jsonLines: return try JSONLinesFileReader(window)
    case .compact: return try CompactFileReader(window, name: name)
    case .csv: return try CSVFileReader(window, .comma, name: name)
    case .csvWithSemicolons: return try CSVFileReader(window, .semicolon, name: name)
    case .tsv: return try CSVFileReader(window, .tab, name: name)
    case .xml, .binary: return nil
    }
  }
}
