/// Writes a file of records in one format, part by part, and gives its bytes away in pieces.
protocol FileWriter {
  /// The bytes that can be written to the disk by now, without those given away before.
  mutating func takeBytes() -> [UInt8]
  /// About how many bytes wait to be taken.
  var byteCount: Int { get }

  /// Begins a file with as many sections.
  mutating func begin(_ head: FileHead, models: Int)
  mutating func begin(_ section: FileSection)
  /// Writes a record by the values of the columns. Columns that are nil are left out; a value that is written as null is
  /// not nil.
  mutating func write(_ row: [AttributeValue?])
  /// Writes a record with its place in its table, in a section that has places. Formats without places ignore it.
  mutating func write(_ row: [AttributeValue?], at place: Int)
  /// Writes records that are in memory, and what is kept for them of columns that the model does not have.
  mutating func write(_ rows: [UnsafeRawPointer], of layout: TableLayout, _ kept: KeptColumns?) throws(UnwritableValue)
  mutating func endSection()
  mutating func end()
}

extension FileWriter {
  mutating func write(_ row: [AttributeValue?], at place: Int) { write(row) }

  mutating func write(
    _ rows: [UnsafeRawPointer], of layout: TableLayout, _ kept: KeptColumns?
  ) throws(UnwritableValue) {
    let count = layout.columns.count
    var values = [AttributeValue?](repeating: nil, count: count + (kept?.names.count ?? 0))
    for row in rows {
      for (index, column) in layout.columns.enumerated() { values[index] = try layout.written(column, of: row) }
      let others = kept?.values(of: row, layout) ?? []
      for other in others { values[count + other.column] = other.value }
      write(values)
      for other in others { values[count + other.column] = nil }
    }
  }
}

/// A value has no form that could be read again.
struct UnwritableValue: Error {
  let model: String
  let id: String
  let column: String
  let reason: CastError
}

extension StoreError {
  /// The error of a journal, or of a snapshot, for the value.
  init(_ value: UnwritableValue) {
    self = .unwritableValue(model: value.model, id: value.id, column: value.column, value.reason)
  }
}

extension TableLayout {
  /// Returns the value of a record as files have it; nil if there is none.
  func written(_ column: ColumnLayout, of row: UnsafeRawPointer) throws(UnwritableValue) -> AttributeValue? {
    if column.operations.isNil(row) { return Optional.none }
    do throws(CastError) { return try column.operations.written(row) } catch {
      throw UnwritableValue(model: name, id: id.text(row), column: column.name, reason: error)
    }
  }
}

extension FileFormat {
  var writer: any FileWriter {
    switch self {
    case .json: JSONFileWriter()
    case .jsonLines: JSONLinesFileWriter()
    case .xml: PlistFileWriter(XMLPlistWriter())
    case .binary: PlistFileWriter(BinaryPlistWriter())
    case .compact: CompactFileWriter()
    case .csv: CSVFileWriter(.comma)
    case .csvWithSemicolons: CSVFileWriter(.semicolon)
    case .tsv: CSVFileWriter(.tab)
    }
  }
}
