package import Foundation

/// Writes an XML property list.
///
/// Dates are written as strings, because dates of a property list have no fractions of seconds.
package struct XMLPlistWriter: PlistWriter {
  package static let isXML = true

  private var text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">

    """
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
    text += "</plist>\n"
    return Data(text.utf8)
  }

  /// Returns a number as property lists spell it.
  private static func text(of value: Double) -> String {
    if value.isFinite { return value.description }
    return value.isNaN ? "nan" : value < 0 ? "-infinity" : "+infinity"
  }

  private mutating func appendElement(_ name: String, _ content: String) {
    indent()
    text += "<\(name)>"
    appendEscaped(content)
    text += "</\(name)>\n"
  }

  private mutating func appendLine(_ line: String) {
    indent()
    text += line
    text += "\n"
  }

  /// Limits the indentation, which beyond a few levels would take more space than the values.
  private mutating func indent() {
    for _ in 0..<min(depth, 12) { text += "\t" }
  }

  private mutating func appendEscaped(_ content: String) {
    if content.utf8.allSatisfy({ $0 != UInt8(ascii: "&") && $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") }) {
      text += content
    } else {
      for scalar in content.unicodeScalars {
        switch scalar {
        case "&": text += "&amp;"
        case "<": text += "&lt;"
        case ">": text += "&gt;"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
  }
}
