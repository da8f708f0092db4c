/// Reads CSV record by record. The first line has the names of the columns.
///
/// All values are strings. They are cast by the types of the columns, as ``FieldForm`` interprets them.
struct CSVFileReader: FileReader {
  let head = FileHead(.models)
  private var lines: CSVLines
  private let section: FileSection
  private var isBegun = false

  /// - Parameters:
  ///   - expected: The separator of a file with one column, in which there is none.
  ///   - name: The file's name in errors.
  init(_ window: ByteWindow, _ expected: CSVSeparator, name: String) throws {
    lines = try CSVLines(window, expected: expected)
    let columns = try lines.readNames(file: name)
    section = FileSection(model: JSONLines.unnamedModel, columns: columns, nextNumber: 1, isText: true)
  }

  mutating func nextSection() -> FileSection? {
    defer { isBegun = true }
    return isBegun ? nil : section
  }

  mutating func readRow(into row: inout FileRow) throws -> Bool {
    guard try lines.advance() else { return false }
    guard lines.count == section.columns.count else {
      throw lines.fault(.count(lines.count, expected: section.columns.count))
    }
    for field in 0..<lines.count {
      if let text = try lines.text(field) { _ = row.set(.string(text), at: field) }
    }
    row.line = lines.line
    return true
  }
}
