import MotionModelGenerator
import MotionModelValues

/// A value of a sample of JSON, with the order of its keys and its place.
struct SampleValue {
  indirect enum Content {
    case null
    case bool
    case number(String)
    case string(String)
    case array([SampleValue])
    case object([(key: String, value: SampleValue)])
  }

  let content: Content
  let place: SourcePlace
}

/// Reads JSON with the places of its values.
struct SampleParser {
  /// How deep arrays and objects nest.
  static let deepestNesting = 64

  private var cursor: TextCursor

  /// Returns the value of a text, which is all of it.
  static func value(of text: String, file: String) throws(Diagnostic) -> SampleValue {
    var parser = SampleParser(cursor: try TextCursor(text, file: file))
    if parser.cursor.starts(with: "\u{FEFF}") { parser.cursor.skip(3) }
    let value = try parser.value(depth: 0)
    parser.skipBlanks()
    if !parser.cursor.isAtEnd { throw parser.failure("the end of the file") }
    return value
  }

  private init(cursor: TextCursor) { self.cursor = cursor }

  private mutating func skipBlanks() { cursor.skip { $0.isSpace } }

  private func failure(_ expected: String) -> Diagnostic { Diagnostic("Expected \(expected).", at: cursor.place) }

  private mutating func value(depth: Int) throws(Diagnostic) -> SampleValue {
    skipBlanks()
    let place = cursor.place
    return SampleValue(content: try content(depth: depth), place: place)
  }

  private mutating func content(depth: Int) throws(Diagnostic) -> SampleValue.Content {
    if depth > Self.deepestNesting {
      throw Diagnostic("Arrays and objects are nested more than \(Self.deepestNesting) deep.", at: cursor.place)
    }
    switch cursor.peek() {
    case UInt8(ascii: "{"): return .object(try members(depth: depth))
    case UInt8(ascii: "["): return .array(try elements(depth: depth))
    case UInt8(ascii: "\""): return .string(try string())
    default: break
    }
    for (word, content) in [("null", SampleValue.Content.null), ("true", .bool), ("false", .bool)] {
      var ahead = cursor
      if ahead.take(while: { $0.isWordByte }) == word {
        cursor = ahead
        return content
      }
    }
    let text = cursor.take { $0.isDigit || [0x2B, 0x2D, 0x2E, 0x45, 0x65].contains($0) }
    guard let first = text.utf8.first, first.isDigit || first == UInt8(ascii: "-"), Double(text) != nil else {
      throw failure("a value of JSON")
    }
    return .number(text)
  }

  private mutating func elements(depth: Int) throws(Diagnostic) -> [SampleValue] {
    cursor.skip()
    skipBlanks()
    var elements: [SampleValue] = []
    if takeSign("]") { return elements }
    repeat { elements.append(try value(depth: depth + 1)) } while takeSign(",")
    guard takeSign("]") else { throw failure("a comma or ]") }
    return elements
  }

  private mutating func members(depth: Int) throws(Diagnostic) -> [(key: String, value: SampleValue)] {
    cursor.skip()
    var members: [(key: String, value: SampleValue)] = []
    if takeSign("}") { return members }
    var keys: Set<String> = []
    repeat {
      skipBlanks()
      let place = cursor.place
      guard cursor.peek() == UInt8(ascii: "\"") else { throw failure("a key in quotation marks") }
      let key = try string()
      if !keys.insert(key).inserted { throw Diagnostic("The object has the key \(key) twice: remove one.", at: place) }
      guard takeSign(":") else { throw failure("a colon behind the key") }
      members.append((key, try value(depth: depth + 1)))
    } while takeSign(",")
    guard takeSign("}") else { throw failure("a comma or }") }
    return members
  }

  private mutating func takeSign(_ sign: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard cursor.peek() == UInt8(ascii: sign) else { return false }
    cursor.skip()
    return true
  }

  private mutating func string() throws(Diagnostic) -> String {
    let (place, start) = (cursor.place, cursor.offset)
    cursor.skip()
    while let byte = cursor.peek(), byte != UInt8(ascii: "\n") {
      cursor.skip(byte == UInt8(ascii: "\\") ? 2 : 1)
      if byte == UInt8(ascii: "\"") { return try Self.string(quoted: cursor.text(from: start), at: place) }
    }
    throw Diagnostic("The string has no end: add a quotation mark.", at: place)
  }

  private static func string(quoted: String, at place: SourcePlace) throws(Diagnostic) -> String {
    var quoted = quoted
    let string = quoted.withUTF8 { bytes in
      var reader = JSONReader(bytes, depthLimit: 1)
      return try? reader.readKey()
    }
    guard let string else {
      throw Diagnostic("The string has a control character, or an escape that JSON does not have.", at: place)
    }
    return string
  }
}
