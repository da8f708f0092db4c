import Foundation

/// Takes the pieces of a file in their order.
typealias FileSink = ([UInt8]) throws(FileError) -> Void

/// Writes a file with a writer, and passes the writer on after each part, so that it does not collect too much.
typealias FileBody = (
  _ writer: inout any FileWriter, _ pass: (inout any FileWriter) throws(FileError) -> Void
) throws(FileError) -> Void

extension FileFormat {
  /// How many bytes are collected before they are given away.
  static let pieceSize = 1 << 18

  /// Passes a file to `sink`, in pieces, encoded if there is a coding.
  ///
  /// - Parameter name: The file's name in errors.
  func write(
    _ body: FileBody, _ coding: (any ByteCoding)?, name: String, to sink: FileSink
  ) throws(FileError) {
    var writer = writer
    var encoder = try PieceEncoder(coding, file: name)
    try withoutActuallyEscaping(sink) { sink throws(FileError) in
      try body(&writer) { writer throws(FileError) in
        if writer.byteCount > Self.pieceSize { try sink(encoder.encode(writer.takeBytes())) }
      }
    }
    try sink(encoder.encode(writer.takeBytes()) + encoder.finish())
  }

  /// Returns the bytes of a file.
  func data(_ coding: (any ByteCoding)?, _ body: FileBody) throws(FileError) -> Data {
    var data = Data()
    try write(body, coding, name: FileInput.memoryName) { bytes in data.append(contentsOf: bytes) }
    return data
  }

  /// Returns the text of a file, whose bytes are `data`.
  func string(_ data: () throws -> Data) throws -> String {
    guard isText else { throw FileError.notText(self) }
    return try String(decoding: data(), as: UTF8.self)
  }

  /// Whether a file is text.
  package var isText: Bool {
    switch self {
    case .json, .jsonLines, .xml, .csv, .csvWithSemicolons, .tsv: true
    case .binary, .compact: false
    }
  }

  /// Throws unless a file can have these models.
  ///
  /// - Parameter name: The file's name in errors.
  func check(models: [String], name: String) throws(FileError) {
    if !holdsSeveralModels && models.count != 1 { throw .severalModels(file: name, format: self, found: models) }
    // CSV does not say the name.
    if holdsSeveralModels && models.contains(JSONLines.unnamedModel) {
      throw .unwritable(file: name, reason: "a model has no name.")
    }
    var names: Set<String> = []
    // Two types may have one name, in two modules.
    if let model = models.first(where: { !names.insert($0).inserted }) { throw .sameName(file: name, model: model) }
  }

  /// Throws unless a file can have these names, which no program has declared.
  ///
  /// - Parameter subject: What has one of the names: `a column of Todo`.
  func check(names: some Sequence<String>, of subject: String, file: String) throws(FileError) {
    let isWritable =
      switch self {
      case .xml: names.allSatisfy { PlistEscape.isPlain($0) && $0 != PlistEscape.name }
      case .binary: !names.contains(PlistEscape.name)
      case .json, .jsonLines, .compact, .csv, .csvWithSemicolons, .tsv: true
      }
    if !isWritable { throw .unwritable(file: file, reason: "\(name) cannot have a name of \(subject).") }
  }

  // MARK: - Records

  /// Writes the records of tables.
  ///
  /// - Parameter name: The file's name in errors.
  func write(
    _ tables: [TableVersion], _ scope: FileScope, name: String, to writer: inout any FileWriter,
    _ pass: (inout any FileWriter) throws(FileError) -> Void
  ) throws(FileError) {
    try check(models: tables.map(\.layout.name), name: name)
    for table in tables {
      try check(names: table.kept?.names ?? [], of: "a column of \(table.layout.name)", file: name)
    }
    writer.begin(FileHead(scope), models: tables.count)
    for table in tables {
      writer.begin(FileSection(table))
      for (_, rows) in Selection(table, where: .constant(true)).groups {
        try writer.write(rows, of: table.layout, table.kept, name: name)
        try pass(&writer)
      }
      writer.endSection()
    }
    withExtendedLifetime(tables) {}  // they keep the rows
    writer.end()
  }

  /// Writes a list of records, which need not be stored.
  ///
  /// - Parameter name: The file's name in errors.
  func write<Record: Model>(
    _ records: [Record], name: String, to writer: inout any FileWriter,
    _ pass: (inout any FileWriter) throws(FileError) -> Void
  ) throws(FileError) {
    let layout = Record.schema.layout
    writer.begin(FileHead(.models), models: 1)
    writer.begin(FileSection(layout, count: records.count))
    try withRows(of: records) { rows throws(FileError) in
      for start in stride(from: 0, to: rows.count, by: CompactBlock.rowCount) {
        let group = Array(rows[start..<min(start + CompactBlock.rowCount, rows.count)])
        try writer.write(group, of: layout, nil, name: name)
        try pass(&writer)
      }
    }
    writer.endSection()
    writer.end()
  }
}

extension FileWriter {
  fileprivate mutating func write(
    _ rows: [Row], of layout: TableLayout, _ kept: KeptColumns?, name: String
  ) throws(FileError) {
    do throws(UnwritableValue) { try write(rows, of: layout, kept) } catch { throw FileError(error, file: name) }
  }
}
