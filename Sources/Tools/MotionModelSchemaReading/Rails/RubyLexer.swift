import MotionModelGenerator

/// Divides Ruby into words. Comments are left out.
struct RubyLexer {
  private var cursor: TextCursor
  /// The words that end the texts behind the line: `<<-SQL`.
  private var textEnds: [String] = []

  init(_ text: String, file: String) throws(Diagnostic) { cursor = try TextCursor(text, file: file) }

  mutating func tokens() throws(Diagnostic) -> [SourceToken] {
    var tokens: [SourceToken] = []
    var depth = 0
    while let token = try next() {
      if token.isSign("(") || token.isSign("[") || token.isSign("{") { depth += 1 }
      if token.isSign(")") || token.isSign("]") || token.isSign("}") { depth = max(0, depth - 1) }
      if token.kind == .endOfLine {
        // A line continues behind a comma and in brackets.
        guard depth == 0, let last = tokens.last, last.kind != .endOfLine, !last.isSign(",") else { continue }
      }
      tokens.append(token)
    }
    tokens.append(SourceToken(kind: .endOfLine, place: cursor.place))
    return tokens
  }

  private mutating func next() throws(Diagnostic) -> SourceToken? {
    cursor.skip { $0.isSpace && $0 != UInt8(ascii: "\n") }
    if cursor.peek() == UInt8(ascii: "#") { cursor.skip { $0 != UInt8(ascii: "\n") } }
    let place = cursor.place
    guard let byte = cursor.peek() else { return nil }
    return SourceToken(kind: try kind(byte, at: place), place: place)
  }

  private mutating func kind(_ byte: UInt8, at place: SourcePlace) throws(Diagnostic) -> SourceToken.Kind {
    switch byte {
    case "\n":
      cursor.skip()
      for end in textEnds { try skipText(to: end, from: place) }
      textEnds = []
      return .endOfLine
    case "<":
      if let text = beginText() { return .string(text) }
    case "\"", "'":
      let text = try quoted(byte, at: place)
      guard cursor.peek() == UInt8(ascii: ":"), cursor.peek(1) != UInt8(ascii: ":") else { return .string(text) }
      cursor.skip()
      return .label(text)
    case ":":
      if let next = cursor.peek(1), next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
        cursor.skip()
        return .symbol(try quoted(next, at: place))
      }
      guard let next = cursor.peek(1), next.isWordByte else { break }
      cursor.skip()
      return .symbol(cursor.take { $0.isWordByte })
    default: break
    }
    if byte.isDigit || byte == UInt8(ascii: "-") && cursor.peek(1)?.isDigit == true {
      cursor.skip()
      let rest = cursor.take { $0.isWordByte || $0 == UInt8(ascii: ".") }
      return .number((String(UnicodeScalar(byte)) + rest).replacing("_", with: ""))
    }
    if byte.isWordByte { return word() }
    let isArrow = cursor.starts(with: "=>") || cursor.starts(with: "->")
    cursor.skip(isArrow ? 2 : 1)
    return .sign(isArrow ? (byte == UInt8(ascii: "=") ? "=>" : "->") : String(UnicodeScalar(byte)))
  }

  /// Takes the beginning of a text in the next lines, and returns the word that ends it; nil if it is none.
  private mutating func beginText() -> String? {
    guard cursor.starts(with: "<<") else { return nil }
    var ahead = cursor
    ahead.skip(2)
    if ahead.starts(with: "-") || ahead.starts(with: "~") { ahead.skip() }
    let isQuoted = ahead.starts(with: "'") || ahead.starts(with: "\"")
    if isQuoted { ahead.skip() }
    let end = ahead.take { $0.isWordByte }
    guard end.first?.isLetter == true else { return nil }
    if isQuoted { ahead.skip() }
    cursor = ahead
    textEnds.append(end)
    return end
  }

  private mutating func skipText(to end: String, from place: SourcePlace) throws(Diagnostic) {
    while !cursor.isAtEnd {
      let line = cursor.take { $0 != UInt8(ascii: "\n") }
      cursor.skip()
      if line.drop(while: \.isWhitespace) == end { return }
    }
    throw Diagnostic("The text has no end: add a line with \(end).", at: place)
  }

  private mutating func word() -> SourceToken.Kind {
    let start = cursor.offset
    cursor.skip { $0.isWordByte || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "!") }
    while cursor.starts(with: "::") || cursor.peek() == UInt8(ascii: ".") && cursor.peek(1)?.isWordByte == true {
      cursor.skip(cursor.starts(with: "::") ? 2 : 1)
      cursor.skip { $0.isWordByte || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "!") }
    }
    let text = cursor.text(from: start)
    guard cursor.peek() == UInt8(ascii: ":"), cursor.peek(1) != UInt8(ascii: ":") else { return .word(text) }
    cursor.skip()
    return .label(text)
  }

  private mutating func quoted(_ end: UInt8, at place: SourcePlace) throws(Diagnostic) -> String {
    cursor.skip()
    var bytes: [UInt8] = []
    while let byte = cursor.peek() {
      cursor.skip()
      if byte == end { return String(decoding: bytes, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\"), let escaped = cursor.peek() else {
        bytes.append(byte)
        continue
      }
      cursor.skip()
      if end == UInt8(ascii: "\"") {
        bytes += self.bytes(escapedBy: escaped)
      } else if escaped == end || escaped == UInt8(ascii: "\\") {
        bytes.append(escaped)
      } else {
        bytes += [byte, escaped]
      }
    }
    throw Diagnostic("The quotation mark has no second one: add it.", at: place)
  }

  /// What an escape in double quotation marks stands for, whose letter was taken.
  private mutating func bytes(escapedBy letter: UInt8) -> [UInt8] {
    switch letter {
    case "e": return [0x1B]
    case "a": return [0x07]
    case "v": return [0x0B]
    case "s": return [0x20]
    case "x": return [hexadecimal(most: 2).flatMap { UInt8(exactly: $0) } ?? letter]
    case "u":
      let isLong = cursor.starts(with: "{")
      if isLong { cursor.skip() }
      let scalar = hexadecimal(most: isLong ? 6 : 4).flatMap { Unicode.Scalar($0) }
      if isLong, cursor.starts(with: "}") { cursor.skip() }
      return scalar.map { Array(String($0).utf8) } ?? [letter]
    default: return [UInt8.escapes[letter] ?? letter]
    }
  }

  private mutating func hexadecimal(most count: Int) -> UInt32? {
    let start = cursor.offset
    while cursor.offset - start < count, let byte = cursor.peek(), Character(Unicode.Scalar(byte)).isHexDigit {
      cursor.skip()
    }
    return UInt32(cursor.text(from: start), radix: 16)
  }
}
