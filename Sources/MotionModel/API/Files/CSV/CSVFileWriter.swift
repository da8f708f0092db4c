/// Writes records of one model as CSV: a line with the names of the columns, and a line for each record.
package struct CSVFileWriter: FileWriter {
  private var bytes: [UInt8] = []
  private let separator: UInt8
  private let ending: [UInt8]
  private var forms: [FieldForm] = []

  init(_ separator: CSVSeparator) { (self.separator, ending) = (separator.rawValue, [CSVByte.lineFeed]) }

  /// Begins lines with the values of some columns.
  package init(_ columns: [StoreDocument.Column], _ form: CSVForm = CSVForm()) {
    separator = form.separator ?? CSVSeparator.comma.rawValue
    ending = (form.hasCarriageReturns ? [CSVByte.carriageReturn] : []) + [CSVByte.lineFeed]
    begin(columns.map { ($0.name, $0.type) })
  }

  var byteCount: Int { bytes.count }

  package mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  mutating func begin(_ head: FileHead, models: Int) {}

  mutating func begin(_ section: FileSection) {
    begin(section.allColumns.map { ($0, section.types[$0]) })
  }

  private mutating func begin(_ columns: [(name: String, type: String?)]) {
    forms = columns.map { FieldForm(typeName: $0.type) }
    writeLine(columns.map(\.name))
  }

  /// Writes a record by the values that it has, with the numbers of their columns.
  package mutating func write(_ row: [PlacedValue], at place: Int?) {
    var fields = [String?](repeating: nil, count: forms.count)
    for (column, value) in row { fields[column] = forms[column].text(of: value) }
    writeLine(fields)
  }

  mutating func write(_ rows: [Row], of layout: TableLayout, _ kept: KeptColumns?) throws(UnwritableValue) {
    let count = layout.columns.count
    let forms = layout.columns.map { FieldForm($0.operations.columnType) } + self.forms.dropFirst(count)
    for row in rows {
      var fields = [String?](repeating: nil, count: forms.count)
      for (index, column) in layout.columns.enumerated() {
        fields[index] = try layout.written(column, of: row).flatMap(forms[index].text)
      }
      for other in kept?.values(of: row, layout) ?? [] {
        fields[count + other.column] = forms[count + other.column].text(of: other.value)
      }
      writeLine(fields)
    }
  }

  mutating func endSection() {}

  mutating func end() {}

  // MARK: - Lines

  /// - Parameter fields: The texts of the fields; nil for a field without a value.
  private mutating func writeLine(_ fields: [String?]) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(separator) }
      if var field { field.withUTF8 { write($0) } }
    }
    bytes += ending
  }

  /// Writes a text, in quotes if it would otherwise be read as something else.
  private mutating func write(_ text: UnsafeBufferPointer<UInt8>) {
    guard
      text.isEmpty || text.first.map(Self.endNeedsQuotes) ?? false || text.last.map(Self.endNeedsQuotes) ?? false
        || text.contains(where: needsQuotes) || text.starts(with: Self.propertyList)
    else { return bytes.append(contentsOf: text) }
    bytes.append(CSVByte.quote)
    for byte in text {
      if byte == CSVByte.quote { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(CSVByte.quote)
  }

  /// Whether a byte is in quotes at an end of a field. Some programs drop spaces there, and a byte order mark or the
  /// sign of another format would be misread at the beginning of a file.
  private static func endNeedsQuotes(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == 0xEF || byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
      || byte == UInt8(ascii: "<")
  }

  /// What binary property lists begin with.
  private static let propertyList = Array("bplist".utf8)

  /// Whether a byte must be in quotes. This holds for every separator, so that a reader can recognize the separator of
  /// the file.
  private func needsQuotes(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == CSVByte.quote || byte == separator || CSVSeparator(rawValue: byte) != nil
  }
}
