import MotionModelGenerator

/// A word of the part of Ruby in which Rails writes its schema.
struct RubyToken {
  enum Kind: Equatable {
    /// A name, or names with points between: `t.string`.
    case word(String)
    case string(String)
    /// `:cascade`.
    case symbol(String)
    /// `null:`, before a value.
    case label(String)
    case number(String)
    case sign(String)
    case endOfLine
  }

  let kind: Kind
  let place: SourcePlace

  func isWord(_ word: String) -> Bool { kind == .word(word) }
  func isSign(_ sign: String) -> Bool { kind == .sign(sign) }

  /// The string or the symbol; nil for anything else.
  var text: String? {
    switch kind {
    case .string(let text), .symbol(let text): text
    default: nil
    }
  }
}

/// Divides Ruby into words. Comments are left out.
struct RubyLexer {
  private var cursor: TextCursor

  init(_ text: String, file: String) throws(Diagnostic) { cursor = try TextCursor(text, file: file) }

  mutating func tokens() throws(Diagnostic) -> [RubyToken] {
    var tokens: [RubyToken] = []
    var depth = 0
    while let token = try next() {
      if token.isSign("(") || token.isSign("[") || token.isSign("{") { depth += 1 }
      if token.isSign(")") || token.isSign("]") || token.isSign("}") { depth = max(0, depth - 1) }
      if token.kind == .endOfLine {
        // A line goes on behind a comma and in brackets.
        guard depth == 0, let last = tokens.last, last.kind != .endOfLine, !last.isSign(",") else { continue }
      }
      tokens.append(token)
    }
    tokens.append(RubyToken(kind: .endOfLine, place: cursor.place))
    return tokens
  }

  private mutating func next() throws(Diagnostic) -> RubyToken? {
    cursor.skip { $0.isSpace && $0 != UInt8(ascii: "\n") }
    if cursor.peek() == UInt8(ascii: "#") { cursor.skip { $0 != UInt8(ascii: "\n") } }
    let place = cursor.place
    guard let byte = cursor.peek() else { return nil }
    return RubyToken(kind: try kind(byte, at: place), place: place)
  }

  private mutating func kind(_ byte: UInt8, at place: SourcePlace) throws(Diagnostic) -> RubyToken.Kind {
    switch byte {
    case "\n":
      cursor.skip()
      return .endOfLine
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

  private mutating func word() -> RubyToken.Kind {
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
      bytes.append(escaped == UInt8(ascii: "n") && end == UInt8(ascii: "\"") ? UInt8(ascii: "\n") : escaped)
    }
    throw Diagnostic("The quotation mark has no second one: add it.", at: place)
  }
}
