package import Foundation

/// Reads CSV record by record. The first line has the names of the columns.
///
/// All values are strings. They are cast by the types of the columns, as ``FieldForm`` interprets them.
struct CSVFileReader: FileReader {
  let head = FileHead(.models)
  private var lines: CSVLines
  private let section: FileSection
  private var isBegun = false
  private(set) var form: CSVForm
  /// The lines of which something was left out, by their numbers from 1.
  private(set) var shortened: [Int] = []

  /// - Parameters:
  ///   - expected: The separator of a file with one column, in which there is none.
  ///   - name: The file's name in errors.
  init(_ window: ByteWindow, _ expected: CSVSeparator, _ form: CSVForm = CSVForm(), name: String) throws {
    lines = try CSVLines(window, expected: expected, form)
    self.form = form
    self.form.separator = lines.separator
    let columns = try lines.readNames(file: name)
    section = FileSection(model: JSONLines.unnamedModel, columns: columns, nextNumber: 1, isText: true)
  }

  mutating func nextSection() -> FileSection? {
    defer { isBegun = true }
    return isBegun ? nil : section
  }

  mutating func readRow(into row: inout FileRow) throws -> Bool {
    while try lines.advance() {
      let width = section.columns.count
      if lines.count != width {
        if form.ragged == .refused {
          throw lines.fault("the number of fields is \(lines.count), and \(width) in the first line")
        }
        if try form.ragged == .skip || (width..<max(width, lines.count)).contains(where: { try lines.text($0) != nil })
        {
          shortened.append(lines.line)
        }
        if form.ragged == .skip { continue }
      }
      for field in 0..<min(lines.count, width) {
        if let text = try lines.text(field) { _ = row.set(.string(text), at: field) }
      }
      row.line = lines.line
      return true
    }
    return false
  }
}

/// What a file of CSV has that another program made.
package struct CSVDocument {
  /// The records of one model, which has no name.
  package let document: StoreDocument
  /// The form, with the separator that was found.
  package let form: CSVForm
  /// The lines of which something was left out, by their numbers from 1.
  package let shortened: [Int]

  /// Reads the bytes of a file.
  ///
  /// - Parameter name: What errors call the file.
  /// - Throws: ``FileError``.
  package init(_ data: Data, as format: FileFormat = .csv, _ form: CSVForm, name: String) throws {
    let input = FileInput(.data(data), name: name)
    do {
      (document, self.form, shortened) = try input.withWindow { window in
        try window.readBeginning()
        // A line that is skipped may begin as another format.
        if form.skippedLines == 0 { try format.check(window, of: input) }
        var reader = try CSVFileReader(window, CSVSeparator(format) ?? .comma, form, name: name)
        return (try StoreDocument(&reader), reader.form, reader.shortened)
      }
    } catch let fault as CSVFault { throw FileError.malformed(file: name, format: format, place: "\(fault)") }
  }
}
