/// Writes a file of records in one format, part by part, and gives its bytes away in pieces.
protocol FileWriter {
  /// The bytes that can be written to the disk by now, without those given away before.
  mutating func takeBytes() -> [UInt8]
  /// About how many bytes wait to be taken.
  var byteCount: Int { get }

  /// Begins a file with as many sections.
  mutating func begin(_ head: FileHead, models: Int)
  mutating func begin(_ section: FileSection)
  /// Writes a record by the values that it has, in the order of the columns. A value that is written as null is one.
  ///
  /// - Parameter place: The place in its table, in a section that has places. Formats without places ignore it.
  mutating func write(_ row: [PlacedValue], at place: Int?)
  /// Writes records that are in memory, with their kept values of columns that the model does not have.
  mutating func write(_ rows: [Row], of layout: TableLayout, _ kept: KeptColumns?) throws(UnwritableValue)
  mutating func endSection()
  mutating func end()
}

/// The value of a record in a column, which has a place in its section.
package typealias PlacedValue = (column: Int, value: AttributeValue)

extension FileWriter {
  mutating func write(_ rows: [Row], of layout: TableLayout, _ kept: KeptColumns?) throws(UnwritableValue) {
    var values: [PlacedValue] = []
    for row in rows {
      values.removeAll(keepingCapacity: true)
      for (index, column) in layout.columns.enumerated() {
        if let value = try layout.written(column, of: row) { values.append((index, value)) }
      }
      let others = kept?.values(of: row, layout) ?? []
      for other in others.sorted(by: { $0.column < $1.column }) {
        values.append((layout.columns.count + other.column, other.value))
      }
      write(values, at: nil)
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
  func written(_ column: ColumnLayout, of row: Row) throws(UnwritableValue) -> AttributeValue? {
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
