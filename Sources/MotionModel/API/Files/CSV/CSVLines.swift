/// Finds the fields of the lines of CSV, one line at a time, as RFC 4180 describes them.
///
/// A field in quotes may hold anything, two quotes for one. Lines end with a line feed, a carriage return or both.
/// Lines that are empty are skipped, unless a line has only one field.
struct CSVLines {
  /// A field of the current line: where its text is in the window.
  private struct Field {
    var start: Int
    var end: Int
    var isQuoted = false
    /// Whether two quotes stand for one.
    var hasQuotes = false
  }

  private let window: ByteWindow
  /// The byte between fields.
  let separator: UInt8
  /// How many fields each line has, once that is known.
  private var width: Int?
  private var fields: [Field] = []
  /// The number of the current line in the file, from 1.
  private(set) var line = 0
  /// Where the next line begins in the window, and its number.
  private var next = (index: 0, line: 1)

  /// - Parameters:
  ///   - expected: The separator of a file with one column, in which there is none.
  init(_ window: ByteWindow, expected: CSVSeparator, _ form: CSVForm = CSVForm()) throws(FileError) {
    self.window = window
    let skippedLines = form.skippedLines
    if window.bytes.starts(with: FileFormat.byteOrderMark) { next.index = FileFormat.byteOrderMark.count }
    for _ in 0..<skippedLines { next = (try Self.end(of: next.index, in: window), next.line + 1) }
    let bytes = UnsafeRawBufferPointer(rebasing: window.bytes[(skippedLines > 0 ? next.index : 0)...])
    separator = form.separator ?? CSVSeparator(of: bytes, expected: expected).rawValue
  }

  /// Returns where the line behind one begins that is skipped, whatever it has.
  private static func end(of start: Int, in window: ByteWindow) throws(FileError) -> Int {
    while true {
      if let end = window.bytes[start...].firstIndex(of: CSVByte.lineFeed) { return end + 1 }
      if try !window.readMore(keepingFrom: 0) { return window.bytes.count }
    }
  }

  /// Goes to the line with the names of the columns, and returns them. Each line has as many fields.
  ///
  /// - Parameter file: The file's name in errors.
  mutating func readNames(file: String) throws -> [String] {
    guard try advance() else {
      throw FileError.notRecords(file: file, expected: "a first line with the names of the columns")
    }
    if try count == 2 && text(0) == "sep=" && text(1) == nil, try !advance() {
      throw FileError.notRecords(file: file, expected: "a line with the names of the columns behind the separator")
    }
    var (columns, names): ([String], Set<String>) = ([], [])
    for field in 0..<count {
      let name = try text(field) ?? ""
      guard names.insert(name).inserted else { throw fault("the column \"\(name)\" is named twice") }
      columns.append(name)
    }
    width = columns.count
    return columns
  }

  /// How many fields the current line has.
  var count: Int { fields.count }

  /// Goes to the next line.
  ///
  /// - Returns: False behind the last one.
  mutating func advance() throws -> Bool {
    repeat {
      line = next.line
      guard try findFields() else { return false }
    } while isBlank && width != 1
    return true
  }

  private var isBlank: Bool { fields.count == 1 && fields[0].start == fields[0].end && !fields[0].isQuoted }

  /// Returns the text of a field of the current line; nil if it is empty and not in quotes.
  func text(_ number: Int) throws(CSVFault) -> String? {
    let field = fields[number]
    if field.start == field.end { return field.isQuoted ? "" : nil }
    let bytes = UnsafeRawBufferPointer(rebasing: window.bytes[field.start..<field.end])
    let text =
      field.hasQuotes
      ? String(validating: Self.withoutDoubles(bytes), as: UTF8.self)
      : String(validating: bytes, as: UTF8.self)
    guard let text else { throw fault("field \(number + 1) is not UTF-8") }
    return text
  }

  private static func withoutDoubles(_ bytes: UnsafeRawBufferPointer) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var isSecond = false
    for byte in bytes {
      isSecond = byte == CSVByte.quote && !isSecond
      if !isSecond { text.append(byte) }
    }
    return text
  }

  /// Returns an error about the current line.
  func fault(_ what: String) -> CSVFault { CSVFault(line: line, what: what) }

  // MARK: - Finding fields

  /// Finds the fields of the next line, reading as much of the file as it needs.
  private mutating func findFields() throws -> Bool {
    while true {
      if next.index == window.bytes.count && window.isAtEnd { return false }
      if let found = try scan() {
        next = found
        return true
      }
      try window.readMore(keepingFrom: next.index)
      next.index = 0
    }
  }

  /// Finds the fields of the line that begins at `next`.
  ///
  /// - Returns: The beginning of the line behind it; nil if more bytes have to be known.
  private mutating func scan() throws(CSVFault) -> (index: Int, line: Int)? {
    let bytes = window.bytes
    var (index, line) = next
    fields.removeAll(keepingCapacity: true)
    while true {
      let field: Field
      if index < bytes.count, bytes[index] == CSVByte.quote {
        guard let quoted = try quoted(from: index + 1, &line) else { return nil }
        field = quoted
        index = quoted.end + 1
      } else {
        let start = index
        while index < bytes.count, !isEnd(bytes[index]) {
          if bytes[index] == 0 { throw fault("field \(fields.count + 1) has a zero byte without quotes") }
          index += 1
        }
        field = Field(start: start, end: index)
      }
      fields.append(field)
      guard index < bytes.count else { return window.isAtEnd ? (index, line + 1) : nil }
      switch bytes[index] {
      case separator: index += 1
      case CSVByte.lineFeed:
        (index, line) = (index + 1, line + 1)
        return (index, line)
      case CSVByte.carriageReturn:
        guard index + 1 < bytes.count || window.isAtEnd else { return nil }
        let isPair = index + 1 < bytes.count && bytes[index + 1] == CSVByte.lineFeed
        return (isPair ? index + 2 : index + 1, line + 1)
      default: throw fault("more follows the quotes around field \(fields.count)")
      }
    }
  }

  private func isEnd(_ byte: UInt8) -> Bool {
    byte == separator || byte == CSVByte.lineFeed || byte == CSVByte.carriageReturn
  }

  /// Finds the end of a field in quotes.
  ///
  /// - Parameters:
  ///   - start: The index behind the first quote.
  ///   - line: The number of the line, which line breaks in the field raise.
  private func quoted(from start: Int, _ line: inout Int) throws(CSVFault) -> Field? {
    let bytes = window.bytes
    var field = Field(start: start, end: start, isQuoted: true)
    var index = start
    while index < bytes.count {
      switch bytes[index] {
      case CSVByte.quote:
        // The next byte decides whether it is the end.
        guard index + 1 < bytes.count || window.isAtEnd else { return nil }
        guard index + 1 < bytes.count, bytes[index + 1] == CSVByte.quote else {
          field.end = index
          return field
        }
        field.hasQuotes = true
        index += 1
      case CSVByte.lineFeed: line += 1
      case CSVByte.carriageReturn where index + 1 == bytes.count || bytes[index + 1] != CSVByte.lineFeed: line += 1
      default: break
      }
      index += 1
    }
    if window.isAtEnd { throw fault("the quotes around field \(fields.count + 1) are not closed") }
    return nil
  }
}

/// What is wrong with a file of CSV. Its description follows "cannot be read" in that of an error.
struct CSVFault: Error, CustomStringConvertible {
  let line: Int
  let what: String

  var description: String { "at line \(line), where \(what)" }
}
