/// The rows of CSV as an import takes them: by the names of their columns, and without the fields that are empty.
struct CSVRows {
  private(set) var names: [String] = []
  private(set) var rows: [ImportedRow] = []

  /// - Parameter skippedLines: How many lines are before the one with the names.
  /// - Throws: ``FileError`` for what is no CSV. A row with another number of fields is one that is refused.
  init(_ source: FileSource, skippedLines: Int) throws {
    let input = FileInput(source)
    do {
      try input.withWindow { window in
        try window.readBeginning()
        try FileFormat.csv.check(window, of: input)
        var form = CSVForm()
        form.skippedLines = skippedLines
        try read(CSVLines(window, expected: .comma, form), input.name)
      }
    } catch let fault as CSVFault {
      throw FileError.malformed(file: input.name, format: .csv, place: "\(fault)")
    }
  }

  private mutating func read(_ lines: CSVLines, _ file: String) throws {
    var lines = lines
    names = try lines.readNames(file: file)
    while try lines.advance() { rows.append(try row(of: lines)) }
  }

  private func row(of lines: CSVLines) throws(CSVFault) -> ImportedRow {
    guard lines.count == names.count else {
      let expected = "\(names.count) fields, as the line of the names has"
      return .failure(CastError(expected: expected, found: "\(lines.count) at line \(lines.line)"))
    }
    var row: [String: AttributeValue] = [:]
    for (number, name) in names.enumerated() {
      if let text = try lines.text(number) { row[name] = .string(text) }
    }
    return .success(row)
  }
}
