import MotionModelGenerator

/// Reads the bytes of a text one after the other, and knows the line and the column.
struct TextCursor {
  /// The greatest size of a text that is read, in bytes.
  static let largestSize = 16 << 20

  let file: String
  private let bytes: [UInt8]
  private(set) var offset = 0
  private var line = 1
  private var lineStart = 0

  init(_ text: String, file: String) throws(Diagnostic) {
    self.file = file
    bytes = Array(text.utf8)
    if bytes.count > Self.largestSize {
      throw Diagnostic(
        "The file has \(bytes.count) bytes, and at most \(Self.largestSize) are read: give the part that has the schema.",
        at: SourcePlace(file: file))
    }
    if let index = bytes.firstIndex(of: 0) {
      skip(index)
      throw Diagnostic("There is a NUL character in the file, which no text has: remove it.", at: place)
    }
  }

  /// The place of the next byte.
  var place: SourcePlace { SourcePlace(file: file, line: line, column: offset - lineStart + 1) }
  var isAtEnd: Bool { offset == bytes.count }

  /// The next byte, or one behind it; nil at the end.
  func peek(_ distance: Int = 0) -> UInt8? {
    offset + distance < bytes.count ? bytes[offset + distance] : nil
  }

  /// Whether the text continues with the bytes of a word.
  func starts(with word: StaticString) -> Bool {
    for index in 0..<word.utf8CodeUnitCount where peek(index) != word.utf8Start[index] { return false }
    return true
  }

  func starts(with bytes: [UInt8]) -> Bool { bytes.indices.allSatisfy { peek($0) == bytes[$0] } }

  mutating func skip(_ count: Int = 1) {
    for _ in 0..<min(count, bytes.count - offset) {
      if bytes[offset] == UInt8(ascii: "\n") { (line, lineStart) = (line + 1, offset + 1) }
      offset += 1
    }
  }

  mutating func skip(while condition: (UInt8) -> Bool) {
    while let byte = peek(), condition(byte) { skip() }
  }

  /// Takes what comes before some bytes, and skips these; nil if they do not come, and then nothing is left.
  mutating func take(through end: [UInt8]) -> String? {
    let start = offset
    while !isAtEnd {
      if starts(with: end) {
        let text = text(from: start)
        skip(end.count)
        return text
      }
      skip()
    }
    return nil
  }

  /// Skips a comment between `/*` and `*/`, with those in it if comments nest.
  mutating func skipComment(isNested: Bool = true) throws(Diagnostic) {
    let place = place
    var depth = 0
    repeat {
      if isAtEnd { throw Diagnostic("The comment has no end: add */.", at: place) }
      let begins = starts(with: "/*") && (depth == 0 || isNested)
      let ends = !begins && starts(with: "*/")
      depth += begins ? 1 : ends ? -1 : 0
      skip(begins || ends ? 2 : 1)
    } while depth > 0
  }

  /// The text from an offset to the next byte.
  func text(from start: Int) -> String { String(decoding: bytes[start..<offset], as: UTF8.self) }

  /// Takes bytes as long as they meet a condition.
  mutating func take(while condition: (UInt8) -> Bool) -> String {
    let start = offset
    skip(while: condition)
    return text(from: start)
  }
}

extension UInt8 {
  /// Whether it is a letter of a word: an ASCII letter or digit, an underscore, or a part of a letter beyond ASCII.
  var isWordByte: Bool {
    isDigit || self == UInt8(ascii: "_") || self >= 0x80 || (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A
  }

  var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  var isSpace: Bool { self == 0x20 || self >= 0x09 && self <= 0x0D }

  /// What letters stand for behind a backslash, in most languages.
  static let escapes = Dictionary(
    uniqueKeysWithValues: zip("ntrbf0".utf8, [0x0A, 0x09, 0x0D, 0x08, 0x0C, 0x00] as [UInt8]))

  static func ~= (pattern: Unicode.Scalar, byte: UInt8) -> Bool { UInt8(ascii: pattern) == byte }
}
