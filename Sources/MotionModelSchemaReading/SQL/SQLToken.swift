import MotionModelGenerator

/// A word of SQL.
struct SQLToken {
  enum Kind: Equatable {
    /// A keyword or a name, as it is written.
    case word(String)
    /// A name in quotation marks, without them.
    case name(String)
    /// A string, without its quotation marks.
    case string(String)
    case number(String)
    /// A character of punctuation; `::` is one.
    case sign(String)
  }

  let kind: Kind
  let place: SourcePlace

  /// Whether it is a keyword, whatever its case.
  func isWord(_ word: String) -> Bool {
    if case .word(let text) = kind { text.uppercased() == word } else { false }
  }

  func isSign(_ sign: String) -> Bool { kind == .sign(sign) }

  /// The name that it may be; nil for anything else. Without quotation marks, a keyword may be a name too.
  var name: String? {
    switch kind {
    case .word(let text), .name(let text): text
    default: nil
    }
  }

  /// The token as it is in an expression.
  var text: String {
    switch kind {
    case .word(let text), .number(let text), .sign(let text): text
    case .name(let text): "\"\(text)\""
    case .string(let text): "'\(text)'"
    }
  }
}

/// Divides SQL into words: comments are left out, and quotation marks are those of SQLite, PostgreSQL and MySQL.
struct SQLLexer {
  private var cursor: TextCursor

  init(_ text: String, file: String) throws(Diagnostic) { cursor = try TextCursor(text, file: file) }

  /// Returns the next statement without the semicolon behind it; nil at the end.
  mutating func nextStatement() throws(Diagnostic) -> [SQLToken]? {
    var tokens: [SQLToken] = []
    while let token = try next() {
      if token.isSign(";") {
        if Self.isCopy(tokens) { skipCopiedRows() }
        if !tokens.isEmpty { return tokens }
      } else {
        tokens.append(token)
      }
    }
    return tokens.isEmpty ? nil : tokens
  }

  private static func isCopy(_ tokens: [SQLToken]) -> Bool {
    tokens.first?.isWord("COPY") == true && tokens.last?.isWord("STDIN") == true
  }

  /// Skips the rows behind `COPY … FROM stdin;`, which are not SQL.
  private mutating func skipCopiedRows() { _ = cursor.skip(through: "\n\\.") }

  private mutating func next() throws(Diagnostic) -> SQLToken? {
    try skipBlanks()
    let place = cursor.place
    guard let byte = cursor.peek() else { return nil }
    return SQLToken(kind: try kind(byte, at: place), place: place)
  }

  private mutating func skipBlanks() throws(Diagnostic) {
    while let byte = cursor.peek() {
      if byte.isSpace {
        cursor.skip()
      } else if cursor.starts(with: "--") || byte == UInt8(ascii: "#") && cursor.place.column == 1 {
        cursor.skip { $0 != UInt8(ascii: "\n") }
      } else if cursor.starts(with: "/*") {
        try skipComment()
      } else if byte == UInt8(ascii: "\\") {
        // A command of psql.
        cursor.skip { $0 != UInt8(ascii: "\n") }
      } else {
        return
      }
    }
  }

  private mutating func skipComment() throws(Diagnostic) {
    let place = cursor.place
    var depth = 0
    repeat {
      if cursor.starts(with: "/*") {
        depth += 1
        cursor.skip(2)
      } else if cursor.starts(with: "*/") {
        depth -= 1
        cursor.skip(2)
      } else if cursor.isAtEnd {
        throw Diagnostic("The comment has no end: add */.", at: place)
      } else {
        cursor.skip()
      }
    } while depth > 0
  }

  private mutating func kind(_ byte: UInt8, at place: SourcePlace) throws(Diagnostic) -> SQLToken.Kind {
    switch byte {
    case "'": return .string(try quoted("'", at: place))
    case "\"": return .name(try quoted("\"", at: place))
    case "`": return .name(try quoted("`", at: place))
    case "[":
      // SQLite and SQL Server quote names so; PostgreSQL has brackets behind the types of arrays.
      guard let next = cursor.peek(1), next.isWordByte, !next.isDigit else { break }
      return .name(try quoted("]", at: place))
    case "$":
      if let text = try dollarQuoted(at: place) { return .string(text) }
    case "E", "e", "N", "n", "X", "x", "B", "b":
      if cursor.peek(1) == UInt8(ascii: "'") {
        cursor.skip()
        let isEscaped = byte | 0x20 == UInt8(ascii: "e")
        return .string(try quoted("'", at: place, hasEscapes: isEscaped))
      }
    default: break
    }
    if byte.isDigit || byte == UInt8(ascii: ".") && cursor.peek(1)?.isDigit == true {
      return .number(cursor.take { $0.isWordByte || $0 == UInt8(ascii: ".") })
    }
    if byte.isWordByte { return .word(cursor.take { $0.isWordByte || $0 == UInt8(ascii: "$") }) }
    let isDouble = cursor.starts(with: "::")
    cursor.skip(isDouble ? 2 : 1)
    return .sign(isDouble ? "::" : String(UnicodeScalar(byte)))
  }

  /// Takes what is in quotation marks, of which two stand for one.
  private mutating func quoted(
    _ end: Unicode.Scalar, at place: SourcePlace, hasEscapes: Bool = false
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
        bytes.append(escaped)
        cursor.skip()
        continue
      }
      bytes.append(byte)
    }
    throw Diagnostic("The quotation mark has no second one: add it.", at: place)
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
    let begin = cursor.offset
    while !cursor.isAtEnd {
      if end.indices.allSatisfy({ cursor.peek($0) == end[$0] }) {
        let text = cursor.text(from: begin)
        cursor.skip(end.count)
        return text
      }
      cursor.skip()
    }
    throw Diagnostic("The string after $\(tag)$ has no end: add $\(tag)$.", at: place)
  }
}
