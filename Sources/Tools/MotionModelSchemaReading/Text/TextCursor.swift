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

  /// Skips what begins with the next byte and ends with a word, which is skipped too; all that is left if it has no
  /// end.
  ///
  /// - Returns: Whether it has an end.
  mutating func skip(through end: StaticString) -> Bool {
    while !isAtEnd {
      if starts(with: end) {
        skip(end.utf8CodeUnitCount)
        return true
      }
      skip()
    }
    return false
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
}

extension UInt8 {
  static func ~= (pattern: Unicode.Scalar, byte: UInt8) -> Bool { UInt8(ascii: pattern) == byte }
}
