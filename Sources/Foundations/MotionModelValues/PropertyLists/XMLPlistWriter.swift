package import Foundation

/// Writes an XML property list.
///
/// Dates are written as strings, because dates of a property list have no fractions of seconds.
package struct XMLPlistWriter: PlistWriter {
  package static let isXML = true

  /// The text in UTF-8: appending to bytes takes a third of the time of appending to a string.
  private var bytes = Array(
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """.utf8)
  private var depth = 0

  package init() {}

  package mutating func begin(isDictionary: Bool) {
    appendLine(isDictionary ? "<dict>" : "<array>")
    depth += 1
  }

  package mutating func end(isDictionary: Bool) {
    depth -= 1
    appendLine(isDictionary ? "</dict>" : "</array>")
  }

  package mutating func writeKey(_ key: String) { appendElement("key", key) }

  package mutating func writeScalar(_ value: AttributeValue) {
    switch value {
    case .bool(let value): appendLine(value ? "<true/>" : "<false/>")
    case .int(let value): appendElement("integer", String(value))
    case .uint(let value): appendElement("integer", String(value))
    case .double(let value): appendElement("real", Self.text(of: value))
    case .data(let value): appendElement("data", value.base64EncodedString())
    case .null, .string, .decimal, .date, .uuid, .url, .array, .dictionary: appendElement("string", value.plainString)
    }
  }

  package mutating func finish() -> Data {
    append("</plist>\n")
    return Data(bytes)
  }

  /// Returns a number as property lists spell it.
  private static func text(of value: Double) -> String {
    if value.isFinite { return value.description }
    return value.isNaN ? "nan" : value < 0 ? "-infinity" : "+infinity"
  }

  private mutating func appendElement(_ name: StaticString, _ content: String) {
    indent()
    append("<")
    append(name)
    append(">")
    appendEscaped(content)
    append("</")
    append(name)
    append(">\n")
  }

  private mutating func appendLine(_ line: StaticString) {
    indent()
    append(line)
    append("\n")
  }

  private mutating func append(_ text: StaticString) {
    bytes.append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  /// Limits the indentation, which beyond a few levels would take more space than the values.
  private mutating func indent() {
    for _ in 0..<min(depth, 12) { bytes.append(UInt8(ascii: "\t")) }
  }

  private mutating func appendEscaped(_ content: String) {
    let content = content.utf8
    if content.allSatisfy({ $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }) {
      bytes.append(contentsOf: content)
    } else {
      for byte in content {
        switch byte {
        case UInt8(ascii: "&"): append("&amp;")
        case UInt8(ascii: "<"): append("&lt;")
        case UInt8(ascii: ">"): append("&gt;")
        default: bytes.append(byte)
        }
      }
    }
  }
}
