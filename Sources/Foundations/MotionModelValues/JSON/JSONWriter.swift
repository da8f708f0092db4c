import Foundation

/// Writes JSON as UTF-8 bytes, which read back as values that cast to the same.
///
/// Values that JSON has no form for are written as strings: dates, data, UUIDs, URLs, decimal numbers, and numbers that
/// are not finite. A URL with a base is written as a dictionary.
package struct JSONWriter {
  /// What was written since the bytes were last taken.
  package private(set) var bytes: [UInt8] = []
  private let hasDecimals: Bool

  /// - Parameter hasDecimals: Whether decimal numbers are written as numbers, for other programs.
  package init(hasDecimals: Bool = false) { self.hasDecimals = hasDecimals }

  /// Removes and returns the bytes.
  package mutating func takeBytes() -> [UInt8] {
    defer { bytes = [] }
    return bytes
  }

  // MARK: - Text

  /// Writes text as it is: punctuation, and what is JSON already.
  package mutating func write(raw text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  package mutating func write(raw text: [UInt8]) { bytes.append(contentsOf: text) }

  package mutating func write(quoted text: String) {
    bytes.append(UInt8(ascii: "\""))
    var text = text
    text.withUTF8 { write(escaped: $0) }
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func write(escaped text: UnsafeBufferPointer<UInt8>) {
    var start = 0
    for index in text.indices where Self.needsEscape(text[index]) {
      bytes.append(contentsOf: text[start..<index])
      writeEscape(of: text[index])
      start = index + 1
    }
    bytes.append(contentsOf: text[start...])
  }

  @inline(__always)
  private static func needsEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
  }

  private mutating func writeEscape(of byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): write(raw: "\\\"")
    case UInt8(ascii: "\\"): write(raw: "\\\\")
    case UInt8(ascii: "\n"): write(raw: "\\n")
    case UInt8(ascii: "\r"): write(raw: "\\r")
    case UInt8(ascii: "\t"): write(raw: "\\t")
    default:
      write(raw: byte < 0x10 ? "\\u000" : "\\u00")
      bytes.append(contentsOf: String(byte, radix: 16).utf8)
    }
  }

  // MARK: - Values

  package mutating func write(_ value: AttributeValue) {
    switch value {
    case .bool(let value): write(raw: value ? "true" : "false")
    case .int(let value): write(value)
    case .uint(let value): bytes.append(contentsOf: String(value).utf8)
    case .double(let value) where value.isFinite: bytes.append(contentsOf: value.description.utf8)
    case .string(let value): write(quoted: value)
    case .null: write(raw: "null")
    case .array, .dictionary: writeParts(of: value)
    case .url(let url) where url.baseURL != nil: writeParts(of: value.plain)
    case .decimal where hasDecimals: bytes.append(contentsOf: value.plainString.utf8)
    case .double, .decimal, .date, .uuid, .url, .data: write(quoted: value.plainString)
    }
  }

  /// Writes an integer digit by digit, which takes a third of the time of its description.
  private mutating func write(_ number: Int64) {
    var rest = number.magnitude
    if number < 0 { bytes.append(UInt8(ascii: "-")) }
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 20) { digits in
      var start = 20
      repeat {
        start -= 1
        digits[start] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
        rest /= 10
      } while rest > 0
      bytes.append(contentsOf: digits[start..<20])
    }
  }

  /// Writes members of an object, in their order.
  package mutating func write(members: [(name: String, value: AttributeValue)], separator: StaticString = ", ") {
    for (index, (name, value)) in members.enumerated() {
      if index > 0 { write(raw: separator) }
      write(quoted: name)
      write(raw: ": ")
      write(value)
    }
  }

  /// Writes an object with members in their order.
  package mutating func write(object members: [(name: String, value: AttributeValue)]) {
    write(raw: "{")
    write(members: members)
    write(raw: "}")
  }

  private mutating func writeParts(of value: AttributeValue) {
    var walk = AttributeWalk(value)
    while let step = walk.next() {
      switch step {
      case .value(let value) where value.plain.hasParts:
        write(raw: value.plain.isDictionary ? "{" : "[")
        walk.enter(value.plain)
      case .value(let value): write(value)
      case .element(let index): if index > 0 { write(raw: ", ") }
      case .member(let name, let index):
        if index > 0 { write(raw: ", ") }
        write(quoted: name)
        write(raw: ": ")
      case .end(let isDictionary): write(raw: isDictionary ? "}" : "]")
      }
    }
  }
}

extension JSONFormat {
  package static func written(_ value: AttributeValue) -> String {
    var writer = JSONWriter()
    writer.write(value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
