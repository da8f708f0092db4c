import MotionModelGenerator

/// Divides Swift into words, with documentation comments and without others.
struct SwiftLexer {
  private var cursor: TextCursor
  private var documentation: [String] = []
  private var startsLine = true

  /// The words that declare a type.
  static let typeWords: Set<String> = ["enum", "struct", "class", "actor", "typealias"]

  init(_ text: String, file: String) throws(Diagnostic) { cursor = try TextCursor(text, file: file) }

  mutating func tokens() throws(Diagnostic) -> [SourceToken] {
    var tokens: [SourceToken] = []
    while let token = try next() { tokens.append(token) }
    return tokens
  }

  private mutating func next() throws(Diagnostic) -> SourceToken? {
    try skipBlanks()
    let place = cursor.place
    guard let byte = cursor.peek() else { return nil }
    defer { (documentation, startsLine) = ([], false) }
    let text = documentation.isEmpty ? nil : documentation.joined(separator: "\n")
    return SourceToken(kind: try kind(byte, at: place), place: place, startsLine: startsLine, documentation: text)
  }

  private mutating func skipBlanks() throws(Diagnostic) {
    while let byte = cursor.peek() {
      if byte.isSpace {
        startsLine = startsLine || byte == UInt8(ascii: "\n")
        cursor.skip()
      } else if cursor.starts(with: "///") {
        cursor.skip(3)
        let line = cursor.take { $0 != UInt8(ascii: "\n") }
        documentation.append(line.hasPrefix(" ") ? String(line.dropFirst()) : line)
      } else if cursor.starts(with: "//") {
        cursor.skip { $0 != UInt8(ascii: "\n") }
      } else if cursor.starts(with: "/*") {
        try cursor.skipComment()
      } else {
        return
      }
    }
  }

  private mutating func kind(_ byte: UInt8, at place: SourcePlace) throws(Diagnostic) -> SourceToken.Kind {
    if byte == UInt8(ascii: "\"") { return .string(try string(at: place)) }
    if byte == UInt8(ascii: "#"), let text = try rawString(at: place) { return .string(text) }
    if byte == UInt8(ascii: "`") {
      cursor.skip()
      let name = cursor.take { $0 != UInt8(ascii: "`") && $0 != UInt8(ascii: "\n") }
      cursor.skip()
      return .word(name)
    }
    if byte.isDigit {
      let whole = cursor.take { $0.isWordByte }
      guard cursor.peek() == UInt8(ascii: "."), cursor.peek(1)?.isDigit == true else { return .number(whole) }
      cursor.skip()
      return .number("\(whole).\(cursor.take { $0.isWordByte })")
    }
    if byte.isWordByte { return .word(cursor.take { $0.isWordByte }) }
    cursor.skip()
    return .sign(String(UnicodeScalar(byte)))
  }

  /// Takes a string without escapes, such as `#"a "quoted" text"#`; nil if the sign begins none.
  private mutating func rawString(at place: SourcePlace) throws(Diagnostic) -> String? {
    var ahead = cursor
    let signs = ahead.take { $0 == UInt8(ascii: "#") }
    let quote = ahead.take { $0 == UInt8(ascii: "\"") }
    if quote.isEmpty || quote == "\"\"" { return nil }
    let mark = quote.count >= 3 ? "\"\"\"" : "\""
    cursor.skip(signs.count + mark.count)
    if let text = cursor.take(through: Array((mark + signs).utf8)) { return mark.count > 1 ? text.unindented : text }
    throw Diagnostic("The string has no end: add \(mark)\(signs).", at: place)
  }

  /// Takes a string literal. Interpolations stay in it as they are written.
  private mutating func string(at place: SourcePlace) throws(Diagnostic) -> String {
    let isLong = cursor.starts(with: "\"\"\"")
    cursor.skip(isLong ? 3 : 1)
    var bytes: [UInt8] = []
    while let byte = cursor.peek(), isLong || byte != UInt8(ascii: "\n") {
      if isLong ? cursor.starts(with: "\"\"\"") : byte == UInt8(ascii: "\"") {
        cursor.skip(isLong ? 3 : 1)
        let text = String(decoding: bytes, as: UTF8.self)
        return isLong ? text.unindented : text
      }
      if byte == UInt8(ascii: "\\"), let escaped = cursor.peek(1) {
        cursor.skip(2)
        bytes.append(UInt8.escapes[escaped] ?? escaped)
        if escaped == UInt8(ascii: "(") { takeInterpolation(into: &bytes) }
      } else {
        bytes.append(byte)
        cursor.skip()
      }
    }
    throw Diagnostic("The string has no end: add a quotation mark.", at: place)
  }

  /// Takes an expression in a string, up to the bracket that closes it.
  private mutating func takeInterpolation(into bytes: inout [UInt8]) {
    var depth = 1
    while depth > 0, let byte = cursor.peek() {
      depth += byte == UInt8(ascii: "(") ? 1 : byte == UInt8(ascii: ")") ? -1 : 0
      bytes.append(byte)
      cursor.skip()
    }
  }
}

extension String {
  /// The text of a string of several lines, without the blanks in front of them, which the last line has.
  fileprivate var unindented: String {
    var lines = split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1, let indentation = lines.popLast() else { return self }
    return lines.dropFirst().map { $0.hasPrefix(indentation) ? $0.dropFirst(indentation.count) : $0 }
      .joined(separator: "\n")
  }
}
