import MotionModelGenerator

/// Divides SQL into words: comments are left out, and quotation marks are those of SQLite, PostgreSQL and MySQL.
struct SQLLexer {
  private var cursor: TextCursor
  private let dialect: SQLDialect
  /// What ends statements, which MySQL's programs change around bodies of procedures.
  private var delimiter: [UInt8] = [UInt8(ascii: ";")]
  /// Whether strings have escapes, which a statement can turn off and on.
  private var hasEscapes: Bool
  /// Whether there was a comment that MySQL executes: `/*!40101 SET … */`.
  private(set) var hasExecutedComments = false

  init(_ text: String, file: String, _ dialect: SQLDialect) throws(Diagnostic) {
    cursor = try TextCursor(text, file: file)
    self.dialect = dialect
    hasEscapes = dialect == .mySQL
  }

  /// Returns the next statement without what ends it; nil at the end.
  mutating func nextStatement() throws(Diagnostic) -> [SourceToken]? {
    var tokens: [SourceToken] = []
    while true {
      try skipBlanks()
      if cursor.starts(with: delimiter) {
        cursor.skip(delimiter.count)
        try end(tokens)
        if !tokens.isEmpty { return tokens }
        continue
      }
      guard let token = try next() else { return tokens.isEmpty ? nil : tokens }
      if tokens.isEmpty, dialect == .mySQL, token.isKeyword("DELIMITER") {
        readDelimiter()
      } else {
        tokens.append(token)
      }
    }
  }

  private mutating func readDelimiter() {
    cursor.skip { $0 == UInt8(ascii: " ") }
    let text = cursor.take { !$0.isSpace }
    if !text.isEmpty { delimiter = Array(text.utf8) }
  }

  /// Passes over rows behind a statement, and notes what it says of strings.
  private mutating func end(_ tokens: [SourceToken]) throws(Diagnostic) {
    guard let first = tokens.first else { return }
    if first.isKeyword("COPY"), tokens.contains(where: { $0.isKeyword("STDIN") }) {
      let place = cursor.place
      if cursor.take(through: Array("\n\\.".utf8)) == nil {
        throw Diagnostic("The rows have no end: add a line with \\.", at: place)
      }
    }
    guard first.isKeyword("SET") else { return }
    if tokens.contains(where: { $0.isKeyword("STANDARD_CONFORMING_STRINGS") }) {
      hasEscapes = tokens.last?.isKeyword("OFF") == true || tokens.last?.string?.lowercased() == "off"
    }
    if dialect == .mySQL, tokens.contains(where: { $0.isKeyword("SQL_MODE") }) {
      hasEscapes = !tokens.contains { $0.string?.contains("NO_BACKSLASH_ESCAPES") == true }
    }
  }

  private mutating func next() throws(Diagnostic) -> SourceToken? {
    let place = cursor.place
    guard let byte = cursor.peek() else { return nil }
    var token = SourceToken(kind: try kind(byte, at: place), place: place)
    if case .string(let text) = token.kind, text.hasSuffix("\\"), let next = cursor.peek() {
      token.isTorn = next.isWordByte || next == UInt8(ascii: "\\")
    }
    return token
  }

  // MARK: - Blanks

  private mutating func skipBlanks() throws(Diagnostic) {
    while let byte = cursor.peek() {
      if byte.isSpace {
        cursor.skip()
      } else if cursor.starts(with: "--") || isLineComment(byte) {
        cursor.skip { $0 != UInt8(ascii: "\n") }
      } else if cursor.starts(with: "/*") {
        try skipComment()
      } else if dialect == .mySQL && cursor.starts(with: "*/") {
        // The end of a comment that is executed.
        cursor.skip(2)
      } else if byte == UInt8(ascii: "\\") {
        // A command of psql.
        cursor.skip { $0 != UInt8(ascii: "\n") }
      } else {
        return
      }
    }
  }

  private func isLineComment(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "#") && (dialect == .mySQL || cursor.place.column == 1)
  }

  private mutating func skipComment() throws(Diagnostic) {
    if cursor.starts(with: "/*!") || cursor.starts(with: "/*M!") {
      hasExecutedComments = true
      if dialect == .mySQL {
        cursor.skip { $0 != UInt8(ascii: "!") }
        cursor.skip()
        cursor.skip(while: \.isDigit)
        return
      }
    }
    // Comments nest in PostgreSQL alone; in SQLite, too few are open where one has a beginning in it.
    try cursor.skipComment(isNested: dialect == .standard)
  }

  // MARK: - Words

  private mutating func kind(_ byte: UInt8, at place: SourcePlace) throws(Diagnostic) -> SourceToken.Kind {
    switch byte {
    case "'": return .string(try quoted("'", at: place, hasEscapes))
    case "\"": return .name(try quoted("\"", at: place, hasEscapes && dialect == .mySQL))
    case "`": return .name(try quoted("`", at: place, false))
    case "[":
      // SQLite and SQL Server quote names so; PostgreSQL has brackets behind the types of arrays.
      guard let next = cursor.peek(1), next.isWordByte, !next.isDigit else { break }
      return .name(try quoted("]", at: place, false))
    case "$":
      if dialect == .standard, let text = try dollarQuoted(at: place) { return .string(text) }
    case "E", "e", "N", "n", "X", "x", "B", "b":
      guard cursor.peek(1) == UInt8(ascii: "'") else { break }
      cursor.skip()
      let letter = byte & 0xDF
      let text = try quoted("'", at: place, letter == UInt8(ascii: "E") || hasEscapes)
      return letter == UInt8(ascii: "X") || letter == UInt8(ascii: "B")
        ? .sign("\(UnicodeScalar(byte))'\(text)'") : .string(text)
    default: break
    }
    if byte.isDigit || byte == UInt8(ascii: ".") && cursor.peek(1)?.isDigit == true { return number() }
    if byte.isWordByte { return .word(cursor.take { $0.isWordByte || $0 == UInt8(ascii: "$") }) }
    let isDouble = cursor.starts(with: "::")
    cursor.skip(isDouble ? 2 : 1)
    return .sign(isDouble ? "::" : String(UnicodeScalar(byte)))
  }

  /// Takes a number; in MySQL, a name may begin with digits.
  private mutating func number() -> SourceToken.Kind {
    let start = cursor.offset
    cursor.skip { $0.isDigit || $0 == UInt8(ascii: ".") }
    if let exponent = cursor.peek(), exponent | 0x20 == UInt8(ascii: "e"), let sign = cursor.peek(1),
      sign.isDigit || (cursor.peek(2)?.isDigit == true && (sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+")))
    {
      cursor.skip(2)
    }
    cursor.skip(while: \.isWordByte)
    let text = cursor.text(from: start)
    return Double(text) == nil && !text.contains(".") ? .word(text) : .number(text)
  }

  /// Takes what is in quotation marks, of which two stand for one.
  private mutating func quoted(
    _ end: Unicode.Scalar, at place: SourcePlace, _ hasEscapes: Bool
  ) throws(Diagnostic) -> String {
    let end = UInt8(ascii: end)
    cursor.skip()
    var bytes: [UInt8] = []
    while let byte = cursor.peek() {
      cursor.skip()
      if byte == end {
        guard cursor.peek() == end else { return String(decoding: bytes, as: UTF8.self) }
        cursor.skip()
      } else if hasEscapes, byte == UInt8(ascii: "\\"), let escaped = cursor.peek() {
        bytes += Self.bytes(escapedBy: escaped)
        cursor.skip()
        continue
      }
      bytes.append(byte)
    }
    throw Diagnostic("The quotation mark has no second one: add it.", at: place)
  }

  /// What a character behind a backslash stands for. Patterns keep the backslash.
  private static func bytes(escapedBy byte: UInt8) -> [UInt8] {
    switch byte {
    case "Z": [0x1A]
    case "%", "_": [UInt8(ascii: "\\"), byte]
    default: [UInt8.escapes[byte] ?? byte]
    }
  }

  /// Takes a string such as `$$text$$` or `$tag$text$tag$`; nil if the dollar sign begins none.
  private mutating func dollarQuoted(at place: SourcePlace) throws(Diagnostic) -> String? {
    var start = cursor
    start.skip()
    let tag = start.take(while: { $0.isWordByte })
    guard start.peek() == UInt8(ascii: "$") else { return nil }
    start.skip()
    cursor = start
    let end = Array("$\(tag)$".utf8)
    if let text = cursor.take(through: end) { return text }
    throw Diagnostic("The string after $\(tag)$ has no end: add $\(tag)$.", at: place)
  }
}
