/// What is between the fields of a line.
enum CSVSeparator: UInt8, CaseIterable {
  case comma = 0x2C
  case semicolon = 0x3B
  case tab = 0x09

  /// How spreadsheets say the separator, in a line before the names of the columns: `sep=;`.
  static let declaration = Array("sep=".utf8)

  /// The separator of a format; nil for formats that have none.
  init?(_ format: FileFormat) {
    switch format {
    case .csv: self = .comma
    case .csvWithSemicolons: self = .semicolon
    case .tsv: self = .tab
    case .json, .jsonLines, .xml, .binary, .compact: return nil
    }
  }

  /// Finds the separator of a file: the most frequent outside of quotes in the first line with text.
  ///
  /// - Parameter expected: The separator of a file of one column.
  init(of bytes: UnsafeRawBufferPointer, expected: CSVSeparator) {
    var counts = [Int](repeating: 0, count: 256)
    var (isQuoted, isEmpty) = (false, true)
    let mark = FileFormat.byteOrderMark
    let text = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
    if text.starts(with: Self.declaration), let separator = text.dropFirst(Self.declaration.count).first {
      if let separator = CSVSeparator(rawValue: separator) {
        self = separator
        return
      }
    }
    for byte in text {
      if byte == CSVByte.quote { isQuoted.toggle() }
      let isLineEnd = byte == CSVByte.lineFeed || byte == CSVByte.carriageReturn
      if !isLineEnd || isQuoted { isEmpty = false }
      if isQuoted { continue }
      if isLineEnd {
        if isEmpty { continue }
        break
      }
      counts[Int(byte)] += 1
    }
    func count(_ separator: CSVSeparator) -> Int { counts[Int(separator.rawValue)] }
    self = Self.allCases.reduce(expected) { count($1) > count($0) ? $1 : $0 }
  }
}

/// The bytes that mean something in CSV, whatever the separator.
enum CSVByte {
  static let quote = UInt8(ascii: "\"")
  static let carriageReturn = UInt8(ascii: "\r")
  static let lineFeed = UInt8(ascii: "\n")
}
