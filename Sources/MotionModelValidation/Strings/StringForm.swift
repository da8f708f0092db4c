import MotionModel

/// The implementation that the rules for forms of strings share.
enum StringForm {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  static func rule<Record: Validatable, Value: TextValue>(
    _ rule: RuleName, _ column: any KeyPath<Record, Value> & Sendable, _ matches: @escaping @Sendable (Bytes) -> Bool,
    _ name: String, format: String?
  ) -> Validations<Record> {
    let keywords = JSONSchemaKeywords(needsValue: true, keywords: format.map { ["format": .string($0)] } ?? [:])
    let quick = QuickTests.of(column) { test($0.text ?? "", matches) }
    return Validations([
      Check(rule, [Field(column, of: name)], .record(quick) { _, _ in [.broken] }, keywords: keywords)
    ])
  }

  /// Passes the bytes of a string to a scanner, without copying them if possible.
  static func test(_ text: String, _ matches: (Bytes) -> Bool) -> Bool {
    text.utf8.withContiguousStorageIfAvailable(matches) ?? Array(text.utf8).withUnsafeBufferPointer(matches)
  }
}

extension UInt8 {
  var isDigit: Bool { self >= 0x30 && self <= 0x39 }

  /// Whether the byte is an ASCII letter in either case.
  var isLetter: Bool { (self | 0x20) >= 0x61 && (self | 0x20) <= 0x7A }

  var isHexadecimal: Bool { isDigit || (self | 0x20) >= 0x61 && (self | 0x20) <= 0x66 }

  /// Whether the byte is part of a character outside ASCII; such characters count as letters.
  var isBeyondASCII: Bool { self >= 0x80 }

  init(_ character: Unicode.Scalar) { self = UInt8(ascii: character) }
}
